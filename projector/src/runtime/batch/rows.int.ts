import { openPool } from '@hearth/platform/postgres/pool'
import { createTableSql, describeIndexes, READ_SCHEMA } from '@hearth/platform/read-model/tables'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestPostgres } from '@hearth/platform/testing/postgres'
import { escapeIdentifier, type PoolClient } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { registeredDomain } from '../../testing/workplace.ts'
import { batchConnectionString } from './batchConnection.ts'
import { createRows } from './rows.ts'

const { projections, resources } = registeredDomain
const postgres = await startTestPostgres()
const pool = openPool({
  connectionString: batchConnectionString(postgres.databaseUrl),
  max: 1,
  name: 'test',
  log: silentLog,
  limits: 'long',
})
afterAll(async () => {
  await pool.end()
  await postgres.stop()
})

type Prepared = { name: string; parameters: number }

/** The plans of all statements that a connection has prepared, by name; an unused one has none. */
const readPlans = async (client: PoolClient): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await client.query<Prepared>(
    `select name, cardinality(parameter_types) as parameters from pg_prepared_statements where name <> ''`,
  )
  const plans = new Map<string, string>()
  for (const { name, parameters } of rows) {
    const values = Array.from({ length: parameters }, () => `'{}'`).join(', ')
    const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (costs off) execute ${escapeIdentifier(name)}(${values})`,
    )
    plans.set(name, lines.map((line) => line['QUERY PLAN']).join('\n'))
  }
  return plans
}

test('finds rows of every read model by primary key, with plans of the empty table', async () => {
  await pool.query(`create schema ${READ_SCHEMA}`)
  const key = { tenantId: 'tenant', id: 'id', revision: 1n, commit: 1n, at: '2026-05-01T10:00:00Z' }
  for (const projection of projections) {
    const { name } = projection
    await pool.query(createTableSql(projection))
    for (const { sql, trigram } of describeIndexes(name, resources)) if (!trigram) await pool.query(sql)
    const client = await pool.connect()
    await client.query('deallocate all')
    const rows = createRows(projection, name)
    const before = { id: key.id }
    // Of a change every field differs, so that the statement writes all of them.
    const row = Object.fromEntries(Object.keys(projection.row.shape).map((field) => [field, null]))
    await rows.load(client, [key])
    await expect(rows.save(client, [{ ...key, before, row: { ...row, id: key.id } }])).rejects.toThrow(
      'have disappeared',
    )
    await rows.save(client, [{ ...key, before, row: undefined }])
    const plans = await readPlans(client)
    client.release(true)
    expect(plans.size, name).toBe(3)
    for (const plan of plans.values())
      expect([...plan.matchAll(/ using (\S+) on/g)].map(([, index]) => index)).toEqual([`${name}_pkey`])
  }
})
