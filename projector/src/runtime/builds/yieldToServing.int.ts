import { openPool, withTransaction } from '@hearth/platform/postgres/pool'
import { silentLog } from '@hearth/platform/testing/log'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, expect, test } from 'vitest'
import { appendHistories, randomHistories } from '../../testing/history.ts'
import { startWorkplace } from '../../testing/startWorkplace.ts'
import { isLive } from '../../testing/workplace.ts'
import { createYieldToServing } from './yieldToServing.ts'

const LONG_MS = 60_000
const SHORT_MS = 20

const { stack, place, close } = await startWorkplace()
const pool = openPool({
  connectionString: stack.databaseUrl,
  max: 1,
  name: 'give-way',
  log: silentLog,
  limits: 'request',
})
let looks = 0
pool.on('acquire', () => (looks += 1))
afterAll(async () => {
  await pool.end()
  await close()
})

const append = async (seed: number) =>
  appendHistories(place.store, await randomHistories(place.sealer, 50, seed), seed)
const isOneBehind = async () =>
  (
    await place.maintenancePool.query<{ behind: boolean }>(
      `select min(commit) < max(commit) as behind from read.segment`,
    )
  ).rows[0]?.behind === true

test('yields to lagging serving builds, but not to stopped ones or beyond four times its batch', async () => {
  const engine = place.start()
  await append(1)
  await waitUntil(() => isLive(engine), 20_000, 'the read models to be complete')
  const yieldToServing = createYieldToServing({ pool, share: 1, signal: new AbortController().signal })

  let waiting: Promise<void> | undefined
  await withTransaction(place.maintenancePool, async (transaction) => {
    await transaction.query(`select from read.segment where projection = $1 for update`, [
      place.options.projections[0]?.name,
    ])
    await append(2)
    await waitUntil(isOneBehind, 20_000, 'the others to go on without it')
    await yieldToServing(0)
    const begun = performance.now()
    await yieldToServing(SHORT_MS)
    expect(performance.now() - begun).toBeGreaterThanOrEqual(4 * SHORT_MS - 1)

    let over = false
    const before = looks
    waiting = yieldToServing(LONG_MS).then(() => void (over = true))
    await waitUntil(() => looks >= before + 3, 20_000, 'it to look again and again')
    expect(over).toBe(false)
  })
  await waiting
  await engine.stop()

  // Once every lease is released, there is nothing left to wait for.
  const before = looks
  await append(3)
  await yieldToServing(LONG_MS)
  expect(looks).toBe(before + 1)
})
