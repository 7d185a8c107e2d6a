import { openPool } from '@hearth/platform/postgres/pool'
import { qualified } from '@hearth/platform/read-model/tables'
import { createMemoryLog, silentLog } from '@hearth/platform/testing/log'
import { startTestServer } from '@hearth/platform/testing/postgres'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTableVacuum } from './vacuumTables.ts'

const TABLE = 'tidied_b1'
const ROWS = 2_000

// A server of its own without autovacuum, whose workers would lock the table or hold back what a vacuum may mark.
const postgres = await startTestServer()
const pool = openPool({
  connectionString: postgres.databaseUrl,
  max: 2,
  name: 'tidy',
  log: silentLog,
  limits: 'long',
})
await pool.query('alter system set autovacuum = off')
await pool.query('select pg_reload_conf()')
afterAll(async () => {
  await pool.end()
  await postgres.stop()
})

beforeEach(async () => {
  await pool.query(`create schema if not exists read; drop table if exists ${qualified(TABLE)}`)
  await pool.query(
    `
      create table ${qualified(TABLE)} (id int primary key, n int)
      with (fillfactor = 50);
      insert into ${qualified(TABLE)}
      select n, 0
      from generate_series(1, ${ROWS}) n`,
  )
  await pool.query(`vacuum (analyze) ${qualified(TABLE)}`)
})

/** Rows that a count in the index had to read from the table. */
const fetched = async (): Promise<number> => {
  const client = await pool.connect()
  try {
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off')
    const { rows } = await client.query<{
      'QUERY PLAN': readonly [{ Plan: { Plans: readonly [{ 'Node Type': string; 'Heap Fetches': number }] } }]
    }>(`explain (analyze, format json) select count(*) from ${qualified(TABLE)} where id > 0`)
    const scan = rows[0]?.['QUERY PLAN'][0].Plan.Plans[0]
    expect(scan?.['Node Type']).toBe('Index Only Scan')
    return scan?.['Heap Fetches'] ?? Number.NaN
  } finally {
    client.release(true)
  }
}
const change = () => pool.query(`update ${qualified(TABLE)} set n = n + 1`)

test('lets the index alone answer a count again after changes in place', async () => {
  const tidy = createTableVacuum({ pool, log: silentLog, changes: ROWS })
  expect(await fetched()).toBe(0)
  await change()
  await tidy(TABLE, ROWS - 1)
  expect(await fetched()).toBeGreaterThanOrEqual(ROWS)
  await tidy(TABLE, 1)
  expect(await fetched()).toBe(0)
})

test('pauses between two runs for each table, however much changes', async () => {
  const tidy = createTableVacuum({ pool, log: silentLog, changes: 1, restMs: 3_600_000 })
  await tidy('another', 1)
  await change()
  await tidy(TABLE, 1)
  expect(await fetched()).toBe(0)
  await change()
  await tidy(TABLE, ROWS)
  expect(await fetched()).toBeGreaterThanOrEqual(ROWS)
})

test('vacuums one table after the other, and a skipped table at its next change', async () => {
  const tidy = createTableVacuum({ pool, log: silentLog, changes: ROWS })
  await change()
  const other = tidy('another', ROWS)
  await tidy(TABLE, ROWS)
  expect(await fetched()).toBeGreaterThanOrEqual(ROWS)
  await other
  await tidy(TABLE, 1)
  expect(await fetched()).toBe(0)
})

test('logs a missing table and continues', async () => {
  const { log, lines } = createMemoryLog()
  await createTableVacuum({ pool, log, changes: 1 })('gone', 1)
  expect(lines).toMatchObject([[{ table: 'gone' }, 'projection: a table was not tidied']])
  expect((await pool.query<{ statement_timeout: string }>('show statement_timeout')).rows).toEqual([
    { statement_timeout: '0' },
  ])
})
