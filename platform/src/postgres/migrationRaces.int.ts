import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { silentLog } from '../testing/log.ts'
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts'
import { migrate, migrationsUpToDate, type Migration } from './migrate.ts'
import { openPool } from './pool.ts'

/** `RACES=1000` for all of them. */
const RACES = Number(process.env['RACES'] ?? 20)
const CONNECTIONS = 2

const migrations: readonly Migration[] = [
  { name: '0001-one', sql: 'create table one (id int); create index one_id on one (id)' },
  { name: '0002-two', sql: 'create table two (id int); alter table one add column two int' },
]

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
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await postgres?.stop()
})

/** Leaves "it is not there" in the catalogue cache of every connection. */
const lookOnEveryConnection = async (pool: pg.Pool, schema: string): Promise<void> => {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
  try {
    for (const client of clients)
      expect((await client.query(`select to_regclass($1) as found`, [`${schema}.migration`])).rows).toEqual([
        { found: null },
      ])
  } finally {
    for (const client of clients) client.release()
  }
  expect(await migrationsUpToDate(pool, schema, migrations)).toBe(false)
}

test(
  `${RACES} times, three processes that looked first apply each migration once`,
  { timeout: 60_000 + RACES * 1_000 },
  async () => {
    for (let race = 0; race < RACES; race += 1) {
      const schema = `race_${race}`
      await Promise.all(pools.map((pool) => lookOnEveryConnection(pool, schema)))
      const names = await Promise.all(pools.map((pool) => migrate(pool, schema, migrations)))
      expect(names.flat().toSorted()).toEqual(migrations.map(({ name }) => name))
      for (const pool of pools) expect(await migrationsUpToDate(pool, schema, migrations)).toBe(true)
      await pools[0]?.query(`drop schema ${schema} cascade`)
    }
  },
)
