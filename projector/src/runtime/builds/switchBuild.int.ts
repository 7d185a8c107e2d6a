import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '@hearth/platform/postgres/pool'
import { allowed } from '@hearth/platform/testing/allowed'
import { createMemoryLog } from '@hearth/platform/testing/log'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, expect, test, vi } from 'vitest'
import { askProjector } from '../../testing/askProjector.ts'
import { expectNaiveRows } from '../../testing/expectNaiveRows.ts'
import { appendHistories, randomHistories, readHead } from '../../testing/history.ts'
import { startWorkplace } from '../../testing/startWorkplace.ts'
import { tallies, tallyProjections } from '../../testing/tally.ts'
import { isLive, servesUpTo } from '../../testing/workplace.ts'
import { readBuilds } from './builds.ts'
import { buildBeside, DifferenceError, rebuild } from './rebuild.ts'
import { insertRequest, readAnswer, type Verb } from '../operations/requests.ts'
import { verifyBuild } from './verifyBuild.ts'

const READERS = 3
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
console.log(`seed ${seed}`)

const { stack, place, close } = await startWorkplace()
afterAll(close)

const headOf = () => readHead(place.store)
const untilCurrent = async () => {
  const head = await headOf()
  await waitUntil(() => servesUpTo(place, head), 20_000, 'the whole log')
}
const append = async (events: number, at: number) =>
  appendHistories(place.store, await randomHistories(place.sealer, events, at), at)
const statusOf = async () =>
  (await readBuilds(place.maintenancePool, tallies.name)).map(({ build, status }) => `${build} ${status}`)
const millisecondsOf = (answer: string | null) => Number(/ in (\d+) ms$/.exec(answer ?? '')?.[1])
const ask = (verb: Verb) => askProjector(place.maintenancePool, { verb, projection: tallies.name }, 15_000)

test('cuts over and rolls back in less than a second without disturbing reads and writes', async () => {
  const feeds: (readonly string[] | undefined)[] = []
  const engine = place.start({
    rebuildShare: 0.9,
    store: { feed: (options) => (feeds.push(options.categories), place.store.feed(options)) },
  })
  await append(1_500, seed)
  await untilCurrent()
  await waitUntil(() => isLive(engine), 20_000)

  const pool = openPool({
    connectionString: stack.databaseUrl,
    max: READERS,
    name: 'reader',
    log: createMemoryLog().log,
    limits: 'request',
  })
  const over = new AbortController()
  let reads = 0
  let writes = 0
  const read = async () => {
    for (let last = 0n; !over.signal.aborted; reads += 1) {
      const { rows } = await pool.query<{ commit: string }>(
        `select max(_commit) as commit from read.tally where tenant_id is not null`,
      )
      const commit = BigInt(rows[0]?.commit ?? '0')
      if (commit < last) throw new Error(`A read went back from ${last} to ${commit}`)
      last = commit
      await delay(3)
    }
  }
  const write = async () => {
    for (; !over.signal.aborted; writes += 1) await append(10, seed + writes + 1)
  }
  const disturbance = Promise.all([write(), ...Array.from({ length: READERS }, read)])

  expect(await ask('rebuild')).toMatchObject({ status: 'done', answer: 'build 2 has begun' })
  await waitUntil(async () => (await statusOf()).includes('2 ready'), 30_000, 'the build to be complete')
  expect((await ask('verify')).answer).toMatch(/ equal$/)
  const cutOver = await ask('cutover')
  expect(cutOver).toMatchObject({ status: 'done', answer: expect.stringMatching(/^build 1 → 2 in \d+ ms$/) })
  expect(millisecondsOf(cutOver.answer)).toBeLessThan(allowed(1_000))
  expect(await statusOf()).toEqual(['2 serving', '1 standby'])
  // Readers and the writer use the new build for a while.
  const [readsBefore, writesBefore] = [reads, writes]
  await waitUntil(
    () => reads > readsBefore + 10 * READERS && writes > writesBefore,
    20_000,
    'reads and a write',
  )
  const rollback = await ask('rollback')
  expect(rollback).toMatchObject({ status: 'done', answer: expect.stringMatching(/^build 2 → 1 in \d+ ms$/) })
  expect(millisecondsOf(rollback.answer)).toBeLessThan(allowed(1_000))
  expect(await statusOf()).toEqual(['1 serving', '2 standby'])
  expect((await ask('verify')).answer).toMatch(/ equal$/)
  over.abort()
  await disturbance
  await pool.end()
  console.log(`${reads} reads; cut over: ${cutOver.answer}; rolled back: ${rollback.answer}`)
  await untilCurrent()
  await expectNaiveRows(place)
  // The rebuild read nothing but what it needs, and what is live reads everything.
  expect([feeds[0], feeds.filter((categories) => categories !== undefined), feeds.at(-1)]).toEqual([
    undefined,
    [tallies.categories],
    undefined,
  ])
  await engine.stop()
})

test('finds a row that differs and keeps the rebuild from taking over', async () => {
  const options = { ...place.options, projections: tallyProjections.slice(0, 1) }
  const { rows } = await place.maintenancePool.query<{ tenant_id: string; id: string }>(
    `
      update read.tally_b1
      set count = count + 1, even = not even
      where id = (select min(id) from read.tally_b1)
      returning tenant_id, id`,
  )
  const differing = [{ tenantId: rows[0]?.tenant_id, id: rows[0]?.id, fields: ['count', 'even'], only: null }]
  await expect(rebuild(options)).rejects.toThrow(DifferenceError)
  expect(await statusOf()).toEqual(['1 serving', '3 ready'])
  expect((await verifyBuild(place.maintenancePool, tallies)).rows).toEqual(differing)
  // The one who asked decides: the new table is the right one here.
  await place.maintenancePool.query(
    `delete from read.tally_b3 where id = (select max(id) from read.tally_b3 where tenant_id <> $1)`,
    [rows[0]?.tenant_id],
  )
  const found = await verifyBuild(place.maintenancePool, tallies)
  expect(found.serving.rows).toBe(found.other.rows + 1)
  // Tenant by tenant the same is found.
  for (const rowsPerPart of [1, 7])
    expect(await verifyBuild(place.maintenancePool, tallies, { rowsPerPart, tenantsPerPart: 1 })).toEqual(
      found,
    )
  await expect(verifyBuild(place.maintenancePool, tallies, { signal: AbortSignal.abort() })).rejects.toThrow(
    'is stopping; ask again',
  )
  expect(found.rows).toHaveLength(2)
  expect(found.rows).toEqual(
    expect.arrayContaining([
      ...differing,
      { tenantId: expect.any(String), id: expect.any(String), fields: [], only: 'serving' },
    ]),
  )
  await place.maintenancePool.query(
    `
      update read.tally_b1
      set count = count - 1, even = not even
      where id = (select min(id) from read.tally_b1)`,
  )
  expect(await rebuild(options)).toMatchObject([{ from: 1, to: 4 }])
  await expectNaiveRows(place)
})

test('discards a build beside the serving one, but never the serving one', async () => {
  const engine = place.start()
  await waitUntil(() => isLive(engine), 20_000)
  const [serving = ''] = await statusOf()
  const servingBuild = Number(serving.split(' ')[0])
  const [, beside = ''] = await statusOf()
  expect(await ask('discard')).toEqual({
    status: 'done',
    answer: `build ${beside.split(' ')[0]} has been dropped`,
  })
  expect(await statusOf()).toEqual([serving])
  expect(await ask('discard')).toEqual({
    status: 'failed',
    answer: 'tally: no build to discard',
  })
  // One that is still on its way, too.
  expect(await ask('rebuild')).toMatchObject({ status: 'done' })
  expect(await ask('discard')).toMatchObject({ status: 'done' })
  const { rows } = await place.maintenancePool.query<{ tablename: string }>(
    `select tablename from pg_tables where schemaname = 'read' and tablename like 'tally\\_b%'`,
  )
  expect(rows).toEqual([{ tablename: `tally_b${servingBuild}` }])
  await append(20, seed + 100)
  await untilCurrent()
  await expectNaiveRows(place)
  // For changed code there will be one in any case.
  expect(await ask('rebuild')).toMatchObject({ status: 'done' })
  await place.maintenancePool.query(
    `update read.build set reason = 'version' where projection = 'tally' and build <> $1`,
    [servingBuild],
  )
  expect(await ask('discard')).toMatchObject({
    status: 'failed',
    answer: expect.stringContaining('is for a new version of the code'),
  })
  await place.maintenancePool.query(`update read.build set reason = 'request' where projection = 'tally'`)
  await waitUntil(
    async () => (await statusOf()).some((status) => status.endsWith(' ready')),
    30_000,
    'the build',
  )
  expect(await ask('cutover')).toMatchObject({ status: 'done' })
  await engine.stop()
})

test('waits for a build that is slightly behind, and blocks nothing else meanwhile', async () => {
  const engine = place.start()
  await waitUntil(() => isLive(engine), 20_000)
  const [{ build: serving = 0 } = {}] = await readBuilds(place.maintenancePool, tallies.name)
  expect(await ask('rebuild')).toMatchObject({ status: 'done' })
  await waitUntil(
    async () => (await statusOf()).some((status) => status.endsWith(' ready')),
    30_000,
    'the build',
  )
  const held = await place.maintenancePool.connect()
  await held.query('begin')
  await held.query(`select from read.segment where projection = 'tally' and build <> $1 for update`, [
    serving,
  ])
  await append(20, seed + 200)
  const head = await headOf()
  const commitOf = async (projection: string, build: number) => {
    const { rows } = await place.maintenancePool.query<{ commit: string }>(
      'select commit from read.segment where projection = $1 and build = $2',
      [projection, build],
    )
    return BigInt(rows[0]?.commit ?? '0')
  }
  await waitUntil(async () => (await commitOf('tally', serving)) >= head, 10_000, 'the serving build')
  const queries = vi.spyOn(place.maintenancePool, 'query')
  const asked = await insertRequest(place.maintenancePool, {
    verb: 'cutover',
    projection: tallies.name,
    requestedBy: 'a test',
  })
  // An event that is of no concern to anybody moves all checkpoints in one statement, but those that somebody
  // holds.
  const elsewhere = await place.store.append(
    `other-${randomUUID()}`,
    [
      {
        id: randomUUID(),
        type: 'SomethingElse',
        data: {},
        metadata: { tenantId: 'tenant-a', schema: '1', occurredAt: '2026-01-01T00:00:00.000Z' },
      },
    ],
    'absent',
  )
  if (elsewhere.kind !== 'appended') throw new Error('not appended')
  const { commit } = elsewhere.position
  await waitUntil(async () => (await commitOf('tally_group', 1)) >= commit, 10_000, 'the other projection')
  // Outside of its transaction the switch asks only once the first attempt has failed.
  await waitUntil(
    () => queries.mock.calls.some(([query]) => String(query).includes('bool_or(commit is null)')),
    20_000,
    'the first attempt to fail',
  )
  expect((await readAnswer(place.maintenancePool, asked)).status).toBe('running')
  queries.mockRestore()
  await held.query('rollback')
  held.release()
  await waitUntil(
    async () => (await readAnswer(place.maintenancePool, asked)).status === 'done',
    10_000,
    'the cut-over',
  )
  expect((await statusOf())[0]).not.toBe(`${serving} serving`)
  await append(20, seed + 201)
  await untilCurrent()
  await expectNaiveRows(place)
  await engine.stop()
})

test('refuses a cut-over or a rollback when no complete build exists', async () => {
  const engine = place.start()
  await waitUntil(() => isLive(engine), 20_000)
  await place.maintenancePool.query(`update read.build set keep_until = now() where status = 'standby'`)
  await waitUntil(async () => (await statusOf()).length === 1, 10_000, 'the former table to go')
  expect(await ask('cutover')).toEqual({
    status: 'failed',
    answer: 'tally: no build is ready to cut over to',
  })
  expect(await ask('rollback')).toEqual({
    status: 'failed',
    answer: 'tally: no previous build to roll back to',
  })
  await engine.stop()
  expect(await buildBeside({ ...place.options, projections: [] })).toEqual([])
})
