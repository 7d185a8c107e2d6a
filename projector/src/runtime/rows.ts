import type { Projection, Row } from '@hearth/contracts/kernel/projection'
import { columnsOf, columnsToRow, type Column } from '@hearth/platform/read-model/columns'
import { qualified } from '@hearth/platform/read-model/tables'
import { escapeIdentifier as quote, type PoolClient } from 'pg'
import { nameOf, type Change, type RowKey } from './foldBatch.ts'
import { shapeOf } from './tables.ts'

// Among jsonb values in text: null keeps what the row has, the empty text stands for SQL null.
const KEEP = null
const SQL_NULL = ''

type Cell = (change: Change) => unknown
type WrittenColumn = Readonly<{ column: string; parameter: string; json: boolean; insert: string; update: string; cell: Cell }>

const plain = (column: string, sqlType: string, cell: Cell): WrittenColumn => ({
  column, cell, json: false, parameter: `${sqlType}[]`, insert: `u.${quote(column)}`, update: `u.${quote(column)}`,
})

// Large values rarely change. Folds hand on what they leave alone, so identity tells, and neither JSON nor Postgres has to look at them again.
const json = ({ field, column }: Column): WrittenColumn => ({
  column,
  json: true,
  parameter: 'text[]',
  insert: `nullif(u.${quote(column)}, '')::jsonb`,
  update: `case when u.${quote(column)} is null then t.${quote(column)} else nullif(u.${quote(column)}, '')::jsonb end`,
  cell: ({ before, row }) => {
    const value = row?.[field]
    if (before && before[field] === value) return KEEP
    return value === undefined || value === null ? SQL_NULL : JSON.stringify(value)
  },
})

/**
 * A Postgres array literal of JSON texts. Escapes as JSON does, which is the same for `"` and `\` and many times faster than by pattern; control characters
 * do not occur, they are escaped in JSON already.
 */
const jsonArray = (values: readonly unknown[]) => `{${values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : 'NULL')).join(',')}}`

const keyArrays = (keys: readonly RowKey[]) => [keys.map(({ tenantId }) => tenantId), keys.map(({ id }) => id)]

/** One projection's rows in Postgres, in whole batches: one statement whatever the number of rows, its plan kept by name. */
export const makeRows = (projection: Projection) => {
  const columns = columnsOf(projection.row)
  const table = qualified(projection.name)
  const statement = (verb: string, text: string) => ({ name: `${verb} ${projection.name} ${shapeOf(projection)}`, text })
  const sameKey = `t.tenant_id = u.tenant_id and t.id = u.id`
  const keys = `unnest($1::text[], $2::text[]) as u (tenant_id, id)`

  const written: readonly WrittenColumn[] = [
    plain('tenant_id', 'text', ({ tenantId }) => tenantId),
    plain('id', 'text', ({ id }) => id),
    ...columns.filter(({ field }) => field !== 'id').map((column) => (column.jsonb ? json(column) : plain(column.column, column.sqlType, ({ row }) => row?.[column.field] ?? null))),
    plain('_revision', 'bigint', ({ revision }) => revision),
    plain('_commit', 'numeric', ({ commit }) => commit),
    plain('_at', 'timestamptz', ({ at }) => at),
  ]
  const names = written.map(({ column }) => quote(column)).join(', ')
  const given = `unnest(${written.map(({ parameter }, index) => `$${index + 1}::${parameter}`).join(', ')}) as u (${names})`

  const selectRows = statement('select', `select t.tenant_id, ${columns.map(({ column }) => `t.${quote(column)}`).join(', ')} from ${keys} join ${table} t on ${sameKey}`)
  const insertRows = statement('insert', `insert into ${table} (${names}) select ${written.map(({ insert }) => insert).join(', ')} from ${given}`)
  const updateRows = statement('update', `update ${table} t set ${written.slice(2).map(({ column, update }) => `${quote(column)} = ${update}`).join(', ')} from ${given} where ${sameKey}`)
  const deleteRows = statement('delete', `delete from ${table} t using ${keys} where ${sameKey}`)

  const valuesOf = (changes: readonly Change[]) =>
    written.map((column) => (column.json ? jsonArray(changes.map(column.cell)) : changes.map(column.cell)))

  return {
    /** The rows that exist, by `nameOf` their key. */
    load: async (transaction: PoolClient, wanted: readonly RowKey[]): Promise<Map<string, Row>> => {
      const { rows } = await transaction.query<Record<string, unknown>>({ ...selectRows, values: keyArrays(wanted) })
      return new Map(rows.map((record) => [nameOf({ tenantId: String(record['tenant_id']), id: String(record['id']) }), columnsToRow(columns, record)]))
    },

    /** Writes a batch's changes, sorted by key. Behind the fence nobody else inserts or deletes: what was read is what is there. */
    save: async (transaction: PoolClient, changes: readonly Change[]): Promise<void> => {
      const inserts = changes.filter(({ before, row }) => !before && row)
      const updates = changes.filter(({ before, row }) => before && row)
      const deletes = changes.filter(({ before, row }) => before && !row)
      if (inserts.length > 0) await transaction.query({ ...insertRows, values: valuesOf(inserts) })
      if (updates.length > 0) await transaction.query({ ...updateRows, values: valuesOf(updates) })
      if (deletes.length > 0) await transaction.query({ ...deleteRows, values: keyArrays(deletes) })
    },
  }
}
export type Rows = ReturnType<typeof makeRows>
