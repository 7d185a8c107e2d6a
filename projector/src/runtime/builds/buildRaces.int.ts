import { openPool } from '@hearth/platform/postgres/pool'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import type { Projection } from '@hearth/contracts/kernel/projection'
import { qualified, READ_SCHEMA } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tallyProjections, tallyResources } from '../../testing/tally.ts'
import { readBuilds } from './builds.ts'
import { discardBuilds } from './discardBuilds.ts'
import { ensureBuilds, startRebuild } from './ensureBuilds.ts'
import { prepareIndexes } from './indexes.ts'
import { prepareSchema } from './schema.ts'
import { switchBuild, SwitchError } from './switchBuild.ts'

/** `RACES=1000` for all of them. */
const RACES = Number(process.env['RACES'] ?? 5)
const CONNECTIONS = 3
const BUILDS = 8

let postgres: TestPostgres
/** Three processes: each has connections of its own. */
let pools: readonly pg.Pool[] = []

beforeAll(async () => {
  postgres = await startTestPostgres()
  pools = ['first', 'second', 'third'].map((name) =>
    openPool({
      connectionString: postgres.databaseUrl,
      max: CONNECTIONS,
      name,
      log: silentLog,
      limits: 'long',
    }),
  )
  for (const pool of pools) await prepareSchema(pool)
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await postgres?.stop()
})

/** Fills the catalogue cache of every connection with what is there, and what is not, before each race. */
const lookOnEveryConnection = async (pool: pg.Pool, { name }: Projection): Promise<void> => {
  const names = [name, ...Array.from({ length: BUILDS }, (_, build) => `${name}_b${build + 1}`)]
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
  try {
    for (const client of clients) {
      await client.query(`select to_regclass(name) from unnest($1::text[]) name`, [names.map(qualified)])
      await readBuilds(client, name)
    }
  } finally {
    for (const client of clients) client.release()
  }
}

/** Runs each piece of work in a process of its own; only "not possible now" may be refused. */
const race = async <Result>(
  projection: Projection,
  work: (pool: pg.Pool, process: number) => Promise<Result>,
): Promise<readonly Result[]> => {
  await Promise.all(pools.map((pool) => lookOnEveryConnection(pool, projection)))
  const outcomes = await Promise.allSettled(pools.map(work))
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return [outcome.value]
    expect(outcome.reason).toBeInstanceOf(SwitchError)
    return []
  })
}

const complete = async (pool: pg.Pool, { name }: Projection): Promise<void> => {
  await pool.query(
    `update read.build set status = 'ready' where projection = $1 and status = 'building' and not exists (
       select from read.projection p where p.name = projection and p.serving = build
     )`,
    [name],
  )
}

const expectOneServing = async (pool: pg.Pool, { name }: Projection): Promise<void> => {
  const builds = await readBuilds(pool, name)
  expect(builds.filter(({ serves }) => serves)).toHaveLength(1)
  expect(builds.every(({ found }) => found)).toBe(true)
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = $1 and starts_with(tablename, $2) order by 1`,
    [READ_SCHEMA, `${name}_b`],
  )
  expect(rows.map((row) => row.name)).toEqual(builds.map(({ table }) => table).toSorted())
  await pool.query(`select from ${qualified(name)}`)
}

const raceThroughLife = async (projection: Projection, observer: pg.Pool): Promise<void> => {
  const resources = tallyResources.map((resource) => ({ ...resource, table: projection.name }))
  const indexOptions = { log: silentLog, concurrency: 2, signal: new AbortController().signal }

  const first = await race(projection, (pool) => ensureBuilds(pool, projection, 2, silentLog))
  expect(first.map((builds) => builds.map(({ build }) => build))).toEqual([[1], [1], [1]])
  const table = `${projection.name}_b1`
  await race(projection, (pool) =>
    prepareIndexes({ projection: projection.name, table }, resources, { ...indexOptions, pool }),
  )
  expect(await race(projection, (pool) => startRebuild(pool, projection, 2))).toHaveLength(3)
  await expectOneServing(observer, projection)

  await complete(observer, projection)
  const switched = await race(projection, (pool) => switchBuild(pool, projection.name, 'cutover', 10))
  expect(switched).toMatchObject([{ from: 1, to: 4 }])
  expect(await race(projection, (pool) => switchBuild(pool, projection.name, 'rollback', 10))).not.toEqual([])
  await expectOneServing(observer, projection)

  await race<unknown>(projection, (pool, process) =>
    process === 0
      ? startRebuild(pool, projection, 2)
      : process === 1
        ? switchBuild(pool, projection.name, 'rollback', 10)
        : discardBuilds(pool, projection.name),
  )
  await expectOneServing(observer, projection)

  await startRebuild(observer, projection, 2)
  expect(await race(projection, (pool) => discardBuilds(pool, projection.name))).toHaveLength(1)
  await expectOneServing(observer, projection)
}

test(
  `${RACES} times, three processes that looked first make, switch and drop builds together`,
  { timeout: 60_000 + RACES * 5_000 },
  async () => {
    const [observer] = pools
    const [tally] = tallyProjections
    if (!observer || !tally) throw new Error('no pool or no projection')
    for (let run = 0; run < RACES; run += 1) {
      const projection = { ...tally, name: `race_${run}` }
      await raceThroughLife(projection, observer)
      for (const { table } of await readBuilds(observer, projection.name))
        await observer.query(`drop table ${qualified(table)} cascade`)
    }
  },
)
