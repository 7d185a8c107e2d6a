import { migrateJobs, openQueue } from '@hearth/platform/jobs/queue'
import { openWorker } from '@hearth/platform/jobs/worker'
import { allowed } from '@hearth/platform/testing/allowed'
import { silentLog } from '@hearth/platform/testing/log'
import { QUEUE_BACKENDS, type QueueBackend } from '@hearth/platform/testing/queueBackends'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openQueueHealth } from './queueHealth.ts'

const NAME = 'payouts'
/** A client that was not closed has connected again within this. */
const RECONNECTED_MS = 1_500
const NOTHING = {
  waiting: 0,
  active: 0,
  delayed: 0,
  failed: 0,
  completed: 0,
  retried: 0,
  oldestWaitingAt: null,
  failures: [],
}

describe.each(QUEUE_BACKENDS)('the state of job queues on %s', (storeName, startBackend) => {
  const backend = storeName === 'Redis' ? 'redis' : 'postgres'
  let store: QueueBackend

  beforeEach(async () => {
    store = await startBackend()
  })
  afterEach(() => store?.stop())

  /** What the command service does at its start. */
  const openJobs = async () => {
    const { place } = store
    if (place.redisUrl === undefined) await migrateJobs(place.databaseUrl)
    return openQueue(NAME, place, 2)
  }

  it('reports jobs that wait, run, fail and are retried', async () => {
    const queue = await openJobs()
    const { health, close } = openQueueHealth(store.place, silentLog)
    expect(await health(NAME)).toEqual({ id: NAME, backend, reachable: true, ...NOTHING })
    const before = Date.now()
    for (const id of ['good', 'bad']) await queue.add(NAME, { id }, { jobId: `payout-${id}`, attempts: 1 })
    const waiting = await health(NAME)
    expect(waiting).toMatchObject({ ...NOTHING, waiting: 2, oldestWaitingAt: expect.any(String) })
    expect(Math.abs(Date.parse(waiting.oldestWaitingAt ?? '') - before)).toBeLessThan(60_000)

    const worker = await openWorker(
      NAME,
      store.place,
      2,
      async ({ data }) => {
        if (JSON.stringify(data).includes('bad')) throw new Error('The bank is closed')
      },
      { log: silentLog, removeOnComplete: { count: 0 }, metrics: { maxDataPoints: 60 } },
    )
    worker.start()
    await waitUntil(async () => (await health(NAME)).failed === 1)
    expect(await health(NAME)).toMatchObject({
      waiting: 0,
      completed: 1,
      retried: 0,
      failures: [{ id: 'payout-bad', reason: 'The bank is closed', attempts: 1 }],
    })
    for (const job of await queue.getFailed(0, 9)) await job.retry('failed')
    await waitUntil(async () => (await health(NAME)).failures[0]?.attempts === 2)
    expect(await health(NAME)).toMatchObject({ failed: 1, completed: 1, retried: 1 })
    await worker.close()
    await queue.close()
    await close()
  })

  it('reports an outage, and afterwards the jobs again, with no connection left over', async () => {
    const queue = await openJobs()
    await queue.add(NAME, { id: 'one' }, { jobId: 'payout-one', attempts: 1 })
    const { health, close } = openQueueHealth(store.place, silentLog)
    expect(await health(NAME)).toMatchObject({ reachable: true, waiting: 1 })
    await queue.close()
    await store.kill()
    const began = performance.now()
    expect(await health(NAME)).toEqual({ id: NAME, backend, reachable: false, ...NOTHING })
    expect(performance.now() - began).toBeLessThan(allowed(1_000))
    await store.start()
    await waitUntil(async () => (await health(NAME)).reachable)
    expect(await health(NAME)).toMatchObject({ waiting: 1 })
    await close()
    await delay(RECONNECTED_MS)
    expect(await store.countConnections()).toBe(0)
  })

  it('reports none after all jobs were lost', async () => {
    const queue = await openJobs()
    await queue.add(NAME, { id: 'one' }, { jobId: 'payout-one', attempts: 1 })
    const { health, close } = openQueueHealth(store.place, silentLog)
    expect(await health(NAME)).toMatchObject({ waiting: 1 })
    await store.lose()
    // Without its schema the queue does not exist on Postgres, until the command service makes it again.
    expect(await health(NAME)).toEqual({ id: NAME, backend, reachable: backend === 'redis', ...NOTHING })
    const again = await openJobs()
    await waitUntil(async () => (await health(NAME)).reachable)
    await again.add(NAME, { id: 'two' }, { jobId: 'payout-two', attempts: 1 })
    expect(await health(NAME)).toMatchObject({ reachable: true, waiting: 1 })
    await again.close()
    await queue.close()
    await close()
  })
})
