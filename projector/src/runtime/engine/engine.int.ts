import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import type { Projection } from '@hearth/contracts/kernel/projection'
import { createMemoryLog } from '@hearth/platform/testing/log'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { expectNaiveRows } from '../../testing/expectNaiveRows.ts'
import { appendHistories, randomHistories, readHead } from '../../testing/history.ts'
import { startWorkplace } from '../../testing/startWorkplace.ts'
import { createRandom, tallies, tallyProjections } from '../../testing/tally.ts'
import { isLive, servesUpTo } from '../../testing/workplace.ts'
import type { Engine } from './engine.ts'
import type { EngineOptions } from './options.ts'
import { hashTable } from '../builds/hashTable.ts'
import { rebuild } from '../builds/rebuild.ts'

const { log, lines } = createMemoryLog()
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
console.log(`seed ${seed}`)
const random = createRandom(seed)
const engines: Engine[] = []

const { stack, place, close } = await startWorkplace({ log })
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
})
afterAll(close)

const start = (changes: Partial<EngineOptions> = {}) => {
  const engine = place.start(changes)
  engines.push(engine)
  return engine
}
const logged = () => inspect(lines, { depth: 3, maxArrayLength: null })
const untilLive = (engine: Engine) => waitUntil(() => isLive(engine), 30_000, 'the engine to catch up')
const append = async (events: number) =>
  appendHistories(
    place.store,
    await randomHistories(place.sealer, events, random(1_000_000)),
    random(1_000_000),
  )
const headOf = () => readHead(place.store)
const untilPast = (commit: bigint) => waitUntil(() => servesUpTo(place, commit), 30_000, `position ${commit}`)
const hashes = () =>
  Promise.all(tallyProjections.map((projection) => hashTable(place.maintenancePool, projection)))
const share = (first: Engine, second: Engine) =>
  first.segments().length > 0 && Math.abs(first.segments().length - second.segments().length) <= 1
const served = (engine: Engine) => engine.segments().filter(({ serves }) => serves).length
const expectNaive = () => expectNaiveRows(place)

test('catches up with an empty log immediately, and then writes new events with a notification', async () => {
  const engine = start()
  await untilLive(engine)
  const listener = new pg.Client({ connectionString: stack.databaseUrl })
  await listener.connect()
  const notified: unknown[] = []
  listener.on('notification', ({ payload }) => notified.push(JSON.parse(payload ?? '')))
  await listener.query('listen projection')

  await append(1)
  await untilPast(await headOf())
  await expectNaive()
  const [row] = await place.rowsOf(tallyProjections[0] ?? expect.fail())
  expect(row?.row['owner']).toMatch(/^Åse "\d+" O’Neil\\$/)
  await waitUntil(() => notified.length >= 2)
  expect(notified).toContainEqual({
    name: 'tally',
    commit: String(await headOf()),
    changes: [[row?.tenantId, row?.row['id'], 0]],
  })
  await listener.end()
})

test('produces the same rows in any batches with restarts, in a rebuild and in a naive fold', async () => {
  for (let restart = 0; restart < 8; restart += 1) {
    const engine = start({ batchSize: 1 + random(restart % 2 === 0 ? 7 : 300) })
    await append(300)
    if (restart % 3 === 0) await untilLive(engine)
    await engine.stop()
  }
  const engine = start()
  await untilPast(await headOf())
  await expectNaive()
  const live = await hashes()
  await engine.stop()
  await rebuild({ ...place.options, batchSize: 100 })
  expect(await hashes()).toEqual(live)
})

test('rebuilds the same rows beside a running projector while the others stay current', async () => {
  const engine = start()
  await untilLive(engine)
  const before = await hashes()
  await rebuild({ ...place.options, projections: tallyProjections.slice(0, 1) })
  await untilLive(engine)
  expect(await hashes()).toEqual(before)
  await append(20)
  await untilPast(await headOf())
  await expectNaive()
})

test('shares projections between two projectors without lost or repeated rows', async () => {
  const first = start({ batchSize: 3 })
  const second = start({ batchSize: 5 })
  for (let round = 0; round < 4; round += 1) await append(150)
  await untilPast(await headOf())
  await expectNaive()
  await waitUntil(() => share(first, second), 10_000, 'each to hold a half')
  await first.stop()
  await append(50)
  await untilPast(await headOf())
  await expectNaive()
})

test('shares the segments of a projection between two projectors, and returns them to one', async () => {
  const first = start({ batchSize: 7, segments: 4 })
  const second = start({ batchSize: 5, segments: 4 })
  for (let round = 0; round < 3; round += 1) await append(150)
  await waitUntil(() => share(first, second) && first.segments().length >= 4, 10_000, 'each to hold a half')
  await untilPast(await headOf())
  await expectNaive()
  await second.stop()
  await waitUntil(() => served(first) === 8, 10_000, 'the other half')
  await append(50)
  await untilPast(await headOf())
  await expectNaive()
  await first.stop()
  const alone = start()
  await append(50)
  await untilPast(await headOf())
  await expectNaive()
  expect(served(alone)).toBe(2)
})

test('recovers automatically from lost connections and a killed event store', async () => {
  const engine = start({ batchSize: 20 })
  await untilLive(engine)
  const appended = append(200)
  for (let round = 0; round < 5; round += 1) {
    await place.maintenancePool.query(
      `
        select pg_terminate_backend(pid)
        from pg_stat_activity
        where application_name = 'projector' and datname = current_database()`,
    )
  }
  await appended
  await stack.killEventStore()
  await stack.startEventStore()
  await append(50)
  await untilPast(await headOf())
  await expectNaive()
})

test('rebuilds a dropped schema while the projector runs', async () => {
  const engine = start()
  await untilLive(engine)
  await place.maintenancePool.query('drop schema read cascade')
  await append(5)
  await waitUntil(
    async () =>
      (await place.maintenancePool.query(`select to_regclass('read.segment') is not null as there`)).rows[0]
        ?.there === true,
    30_000,
    'the schema',
  )
  const head = await headOf()
  await untilPast(head)
  await waitUntil(async () => isLive(engine), 30_000)
  await expectNaive()
})

test('builds a new table for changed code and switches to it; older code keeps its own', async () => {
  const older = start()
  await untilLive(older)
  const newer = start({ projections: tallyProjections.map((projection) => ({ ...projection, version: 2 })) })
  const isServed = async () =>
    (await place.maintenancePool.query(`select from read.build where status = 'serving' and version = 2`))
      .rowCount === 2
  await waitUntil(isServed, 30_000, 'the cut-over')
  await append(5)
  await untilPast(await headOf())
  await expectNaive()
  await waitUntil(
    () => older.segments().length === 2 && older.segments().every(({ serves }) => !serves),
    10_000,
    'the older one to see it',
  )
  await Promise.all([older.stop(), newer.stop()])
  await place.maintenancePool.query(
    `update read.build set keep_until = now() - interval '1 minute' where status = 'standby'`,
  )
  const last = start({ projections: tallyProjections.map((projection) => ({ ...projection, version: 2 })) })
  await waitUntil(
    async () =>
      (await place.maintenancePool.query(`select from read.build where status = 'retired'`)).rowCount === 2,
    10_000,
    'the former tables to go',
  )
  await last.stop()
  const late = start()
  await waitUntil(() => late.status().every(({ state }) => state === 'failed'))
  await expectNaive()
  await late.stop()
  await place.maintenancePool.query('drop schema read cascade')
})

test('stops a projection that may not park at a failing event, and lets the others continue', async () => {
  const poisoned = randomUUID()
  const [first, ...others] = tallyProjections
  if (!first) return expect.fail()
  const fragile: Projection = {
    ...first,
    onPoison: { park: false },
    fold: (row: Parameters<typeof first.fold>[0], event: Parameters<typeof first.fold>[1], key: string) => {
      if (key === poisoned) throw new Error('poison')
      return first.fold(row, event, key)
    },
  }
  const engine = start({ projections: [fragile, ...others] })
  await untilLive(engine)
  await append(30)
  const good = await headOf()
  await untilPast(good)
  const data = { tallyId: poisoned, group: 'group-1', note: 'x' }
  await place.store.append(
    `tally-${poisoned}`,
    [
      {
        id: randomUUID(),
        type: 'TallyNoted',
        data,
        metadata: { tenantId: 'tenant-a', schema: '1', occurredAt: '2026-01-01T00:00:00.000Z' },
      },
    ],
    'absent',
  )
  await append(30)
  const head = await headOf()
  await waitUntil(() =>
    engine.status().some(({ name, state }) => name === tallies.name && state === 'failed'),
  )
  await waitUntil(() =>
    engine.status().some(({ name, commit }) => name !== tallies.name && commit !== null && commit >= head),
  )
  const stopped = engine.status().find(({ name }) => name === tallies.name)
  expect(stopped?.error).toBe('TallyNoted cannot be folded')
  expect(stopped?.commit).toBeGreaterThanOrEqual(good)
  expect(stopped?.commit).toBeLessThan(head)
  expect(logged()).toContain(`stream: 'tally-${poisoned}'`)
  await engine.stop()
  // Mended code goes on from where it stopped.
  start()
  await untilPast(head)
  await expectNaive()
})
