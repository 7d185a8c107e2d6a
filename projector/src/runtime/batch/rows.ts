import { createHash } from 'node:crypto'
import type { Projection, Row } from '@hearth/contracts/kernel/projection'
import { inOnePacket } from '@hearth/platform/postgres/pool'
import { nullableTextArray } from '@hearth/platform/postgres/binaryArray'
import { cellsToRow, describeColumns, type Column } from '@hearth/platform/read-model/columns'
import { qualified } from '@hearth/platform/read-model/tables'
import { escapeIdentifier as quote, type PoolClient } from 'pg'
import { formatRowName, type Change, type RowKey } from './foldBatch.ts'

// Among jsonb values in text: null keeps what the row has, the empty text stands for SQL null.
const KEEP = null
const SQL_NULL = ''
const MAX_UPDATE_STATEMENTS = 64

type Cell = (change: Change) => string | null
/**
 * How a column gets its value from `u`, where all are text: in binary form that costs the least on both
 * sides.
 */
type WrittenColumn = Readonly<{ column: string; field?: string; insert: string; update: string; cell: Cell }>

const frame = (column: string, sqlType: string, cell: Cell): WrittenColumn => {
  const value = `u.${quote(column)}${sqlType === 'text' ? '' : `::${sqlType}`}`
  return { column, cell, insert: value, update: value }
}

const plain = ({ field, column, sqlType }: Column): WrittenColumn => ({
  ...frame(column, sqlType, ({ row }) => {
    const value = row?.[field] ?? null
    return value === null || typeof value === 'string' ? value : String(value)
  }),
  field,
})

// Large values rarely change. Folds pass on what they do not change, so comparing identity is enough, and the
// value is neither serialized nor sent to Postgres again.
const json = ({ field, column }: Column): WrittenColumn => ({
  column,
  field,
  insert: `nullif(u.${quote(column)}, '')::jsonb`,
  update: `
    case
      when u.${quote(column)} is null then t.${quote(column)}
      else nullif(u.${quote(column)}, '')::jsonb
    end`,
  cell: ({ before, row }) => {
    const value = row?.[field]
    if (before && before[field] === value) return KEEP
    return value === undefined || value === null ? SQL_NULL : JSON.stringify(value)
  },
})

// A connection outlives this runner: a name must never stand for two texts.
const statement = (verb: string, text: string) => ({
  name: `${verb} ${createHash('sha256').update(text).digest('base64url').slice(0, 16)}`,
  text,
})

const keyArrays = (keys: readonly RowKey[]) => [
  nullableTextArray(keys.map(({ tenantId }) => tenantId)),
  nullableTextArray(keys.map(({ id }) => id)),
]

const listWrittenColumns = (columns: readonly Column[]): readonly WrittenColumn[] => [
  frame('tenant_id', 'text', ({ tenantId }) => tenantId),
  frame('id', 'text', ({ id }) => id),
  ...columns
    .filter(({ field }) => field !== 'id')
    .map((column) => (column.jsonb ? json(column) : plain(column))),
  {
    ...frame('_revision', 'bigint', ({ revision }) => (revision === undefined ? KEEP : String(revision))),
    update: 'coalesce(u._revision::bigint, t._revision)',
  },
  frame('_commit', 'numeric', ({ commit }) => String(commit)),
  frame('_at', 'timestamptz', ({ at }) => at),
]

const quoteNames = (list: readonly WrittenColumn[]) => list.map(({ column }) => quote(column)).join(', ')
const unnestColumns = (list: readonly WrittenColumn[]) =>
  `unnest(${list.map((_, index) => `$${index + 1}::text[]`).join(', ')}) as u (${quoteNames(list)})`
const encodeValues = (list: readonly WrittenColumn[], changes: readonly Change[]) =>
  list.map(({ cell }) => nullableTextArray(changes.map(cell)))

/**
 * The row of each key. On an empty table every plan costs the same, and the one that is made then is kept: written
 * as the first row at or after the key, only the primary key has the order, and nothing else can be chosen.
 */
const findRows = (table: string) => `
      cross join lateral (
        select r.*, r.ctid as _place
        from ${table} r
        where (r.tenant_id, r.id) >= (u.tenant_id, u.id)
        order by r.tenant_id, r.id
        limit 1
      ) f`
const FOUND = `f.tenant_id = u.tenant_id and f.id = u.id`
const findPlaces = (table: string) => `${findRows(table)} where t.ctid = f._place and ${FOUND}`

/** Updates rows; the statements of each set of columns are kept. */
const createUpdate = (table: string, written: readonly WrittenColumn[]) => {
  // An event changes a few fields of a row: only the columns that differ somewhere in the batch are written.
  // Their sets are few and recur.
  const changedColumns = (updates: readonly Change[]) =>
    written.filter(
      ({ field }) =>
        field === undefined || updates.some(({ before, row }) => before?.[field] !== row?.[field]),
    )
  const updateStatements = new Map<string, Readonly<{ name: string; text: string }>>()
  const updateRows = (list: readonly WrittenColumn[]) => {
    const names = quoteNames(list)
    const known = updateStatements.get(names)
    if (known) return known
    const created = statement(
      'update',
      `update ${table} t set ${list
        .slice(2)
        .map(({ column, update }) => `${quote(column)} = ${update}`)
        .join(', ')} from ${unnestColumns(list)} ${findPlaces(table)}`,
    )
    updateStatements.set(names, created)
    return created
  }
  return async (transaction: PoolClient, updates: readonly Change[]): Promise<void> => {
    const changed = changedColumns(updates)
    const list =
      updateStatements.size < MAX_UPDATE_STATEMENTS || updateStatements.has(quoteNames(changed))
        ? changed
        : written
    const { rowCount } = await transaction.query({ ...updateRows(list), values: encodeValues(list, updates) })
    if (rowCount !== updates.length)
      throw new Error(`${updates.length - (rowCount ?? 0)} rows of ${table} have disappeared`)
  }
}

/**
 * One projection's rows in a table, in whole batches: one statement whatever the number of rows, its plan
 * kept by name.
 */
export const createRows = (projection: Projection, tableName: string) => {
  const columns = describeColumns(projection.row)
  const table = qualified(tableName)
  const keys = `unnest($1::text[], $2::text[]) as u (tenant_id, id)`

  const written = listWrittenColumns(columns)
  const update = createUpdate(table, written)
  const selectRows = statement(
    'select',
    `
      select f.tenant_id, ${columns.map(({ column }) => `f.${quote(column)}`).join(', ')}
      from ${keys} ${findRows(table)} where ${FOUND}`,
  )
  const insertRows = statement(
    'insert',
    `
      insert into ${table} (${quoteNames(written)})
      select ${written.map(({ insert }) => insert).join(', ')}
      from ${unnestColumns(written)}`,
  )
  const deleteRows = statement('delete', `delete from ${table} t using ${keys} ${findPlaces(table)}`)

  return {
    /** The rows that exist, by `formatRowName` of their key. */
    load: async (transaction: PoolClient, wanted: readonly RowKey[]): Promise<Map<string, Row>> => {
      const { rows } = await transaction.query<unknown[]>({
        ...selectRows,
        values: keyArrays(wanted),
        rowMode: 'array',
      })
      return new Map(
        rows.map(([tenantId, ...cells]) => {
          const row = cellsToRow(columns, cells)
          return [formatRowName({ tenantId: String(tenantId), id: String(row['id']) }), row]
        }),
      )
    },

    /**
     * Writes a batch's changes, sorted by key. Behind the fence no other process inserts or deletes: the rows
     * are still as they were read.
     */
    save: async (transaction: PoolClient, changes: readonly Change[]): Promise<void> => {
      const inserts = changes.filter(({ before, row }) => !before && row)
      const updates = changes.filter(({ before, row }) => before && row)
      const deletes = changes.filter(({ before, row }) => before && !row)
      await inOnePacket(transaction, () =>
        Promise.all([
          inserts.length > 0 && transaction.query({ ...insertRows, values: encodeValues(written, inserts) }),
          updates.length > 0 && update(transaction, updates),
          deletes.length > 0 && transaction.query({ ...deleteRows, values: keyArrays(deletes) }),
        ]),
      )
    },
  }
}
export type Rows = ReturnType<typeof createRows>
