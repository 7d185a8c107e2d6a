import type { DifferingRow } from '@hearth/contracts/projection'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { z } from 'zod'

const zStored = z.object({
  serving: z.object({ build: z.int() }),
  other: z.object({ build: z.int() }),
  rows: z.array(
    z.object({
      tenantId: z.string(),
      id: z.string(),
      fields: z.array(z.string()),
      only: z.enum(['serving', 'other']).nullable(),
    }),
  ),
})
type Stored = z.infer<typeof zStored>
type Tables = Readonly<{ serving: string; other: string }>
type Value = DifferingRow['fields'][number]['serving']
type Cells = Readonly<Record<string, Value>>

/** A row that was found different: the values of its columns in both tables, as they are now. */
export type DifferentRow = Readonly<{
  tenantId: string
  id: string
  only: DifferingRow['only']
  columns: readonly Readonly<{ column: string; serving: Value; other: Value }>[]
}>
export type Differences = Readonly<{
  serving: number
  other: number
  total: number
  rows: readonly DifferentRow[]
}>

/**
 * The tables of the serving build and of the build that was last compared with it; undefined if there was no
 * comparison, or one of the two is gone.
 */
const findCompared = async (
  pool: pg.Pool,
  projection: string,
): Promise<Readonly<{ stored: Stored; tables: Tables }> | undefined> => {
  const { rows } = await pool.query<{
    difference: unknown
    other: string
    serving: string
    serving_build: number
  }>(
    `
      select o.difference, o.table_name as other, s.table_name as serving, s.build as serving_build
      from
        read.projection p
        join read.build s on s.projection = p.name and s.build = p.serving
        join read.build o on o.projection = p.name and o.build <> p.serving
        and o.status in ('ready', 'standby')
        and o.difference is not null
      where p.name = $1
      order by o.verified_at desc
      limit 1`,
    [projection],
  )
  const [row] = rows
  if (!row) return undefined
  const stored = zStored.parse(row.difference)
  return stored.serving.build === row.serving_build
    ? { stored, tables: { serving: row.serving, other: row.other } }
    : undefined
}

const readCells = async (
  pool: pg.Pool,
  tables: Tables,
  rows: Stored['rows'],
): Promise<ReadonlyMap<string, Readonly<Record<keyof Tables, Cells>>>> => {
  const side = (name: keyof Tables) =>
    `
      select '${name}' as side, tenant_id, id, to_jsonb(t) as cells
      from ${qualified(tables[name])} t
      where (tenant_id, id) in (select * from unnest($1::text[], $2::text[]))`
  const found = await pool.query<{
    side: keyof Tables
    tenant_id: string
    id: string
    cells: Record<string, Value>
  }>(`${side('serving')} union all ${side('other')}`, [
    rows.map(({ tenantId }) => tenantId),
    rows.map(({ id }) => id),
  ])
  const cells = new Map<string, Record<keyof Tables, Cells>>()
  for (const row of found.rows) {
    const key = `${row.tenant_id}\n${row.id}`
    cells.set(key, { ...(cells.get(key) ?? { serving: {}, other: {} }), [row.side]: row.cells })
  }
  return cells
}

/**
 * The rows that the last comparison of a projection found different, at most `limit`, with the current values
 * of both tables.
 */
export const readDifference = async (
  pool: pg.Pool,
  projection: string,
  limit: number,
): Promise<Differences | undefined> => {
  const compared = await findCompared(pool, projection)
  if (!compared) return undefined
  const { stored, tables } = compared
  const shown = stored.rows.slice(0, limit)
  const cells = await readCells(
    pool,
    tables,
    shown.filter(({ only }) => only === null),
  )
  return {
    serving: stored.serving.build,
    other: stored.other.build,
    total: stored.rows.length,
    rows: shown.map(({ tenantId, id, only, fields }) => {
      const both = cells.get(`${tenantId}\n${id}`)
      return {
        tenantId,
        id,
        only,
        columns: fields.map((column) => ({
          column,
          serving: both?.serving[column] ?? null,
          other: both?.other[column] ?? null,
        })),
      }
    }),
  }
}
