import { migrateJobs, openQueue } from '@hearth/platform/jobs/queue'
import { openWorker } from '@hearth/platform/jobs/worker'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openQueueHealth } from './queueHealth.ts'

let postgres: TestPostgres

beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres?.stop())

it('reports a missing queue, and jobs that wait, run, fail and are retried', async () => {
  const place = { databaseUrl: postgres.databaseUrl }
  const { health, close } = openQueueHealth(place, silentLog)
  expect(await health('payouts')).toMatchObject({
    backend: 'postgres',
    reachable: false,
    waiting: 0,
    oldestWaitingAt: null,
  })

  await migrateJobs(postgres.databaseUrl)
  const queue = await openQueue('payouts', place, 2)
  const before = Date.now()
  for (const id of ['good', 'bad']) await queue.add('payouts', { id }, { jobId: `payout-${id}`, attempts: 1 })
  const waiting = await health('payouts')
  expect(waiting).toMatchObject({
    reachable: true,
    waiting: 2,
    active: 0,
    failed: 0,
    completed: 0,
    retried: 0,
    failures: [],
  })
  expect(Math.abs(Date.parse(waiting.oldestWaitingAt ?? '') - before)).toBeLessThan(60_000)

  const worker = await openWorker(
    'payouts',
    place,
    2,
    async ({ data }) => {
      if (JSON.stringify(data).includes('bad')) throw new Error('The bank is closed')
    },
    { log: silentLog, removeOnComplete: { count: 0 }, metrics: { maxDataPoints: 60 } },
  )
  worker.start()
  await waitUntil(async () => (await health('payouts')).failed === 1)
  expect(await health('payouts')).toMatchObject({
    waiting: 0,
    completed: 1,
    retried: 0,
    failures: [{ id: 'payout-bad', reason: 'The bank is closed', attempts: 1 }],
  })
  for (const job of await queue.getFailed(0, 9)) await job.retry('failed')
  await waitUntil(async () => (await health('payouts')).failures[0]?.attempts === 2)
  expect(await health('payouts')).toMatchObject({ failed: 1, completed: 1, retried: 1 })
  await worker.close()
  await queue.close()
  await close()
})
