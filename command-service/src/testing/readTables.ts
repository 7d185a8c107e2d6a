import { resources } from '@hearth/contracts'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { createTableSql, describeIndexes, qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'

const FILL: Readonly<Record<string, unknown>> = {
  text: '',
  bigint: 0,
  numeric: 0,
  'double precision': 0,
  boolean: false,
  jsonb: '[]',
  date: '2026-07-01',
  'timestamp with time zone': '2026-01-01T00:00:00.000Z',
}

/** Empty read models with their indexes as the projector creates them, without those for text search. */
export const createReadTables = async (
  pool: pg.Pool,
  wanted: readonly Pick<Resource, 'table' | 'row'>[],
): Promise<void> => {
  await pool.query('create schema if not exists read')
  for (const { table, row } of wanted) {
    await pool.query(createTableSql({ name: table, row }))
    for (const { sql, trigram } of describeIndexes(table, Object.values(resources)))
      if (!trigram) await pool.query(sql)
  }
}

/** A row with the given columns; the others get a default of their type. */
export const insertRow = async (
  pool: pg.Pool,
  { table }: Pick<Resource, 'table'>,
  given: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const { rows } = await pool.query<{ name: string; type: string; needed: boolean }>(
    `
      select column_name as name, data_type as type, is_nullable = 'NO' as needed
      from information_schema.columns
      where table_schema = 'read' and table_name = $1`,
    [table],
  )
  const columns = rows.filter(({ name, needed }) => needed || given[name] !== undefined)
  const chooseValue = ({ name, type }: (typeof columns)[number]) =>
    given[name] === undefined ? FILL[type] : type === 'jsonb' ? JSON.stringify(given[name]) : given[name]
  await pool.query(
    `
      insert into ${qualified(table)} (${columns.map(({ name }) => `"${name}"`).join(', ')})
      values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    columns.map(chooseValue),
  )
}
