import type { Projection, Row } from '@hearth/contracts/kernel/projection'
import { columnsOf, columnsToRow, rowToColumns } from '@hearth/platform/read-model/columns'
import { qualified } from '@hearth/platform/read-model/tables'
import { escapeIdentifier as quote, type PoolClient } from 'pg'
import { nameOf, type Change, type RowKey } from './foldBatch.ts'
import { shapeOf } from './tables.ts'

const keyArrays = (keys: readonly RowKey[]) => [keys.map(({ tenantId }) => tenantId), keys.map(({ id }) => id)]

/** One projection's rows in Postgres, in whole batches: one statement whatever the number of rows, its plan kept by name. */
export const makeRows = (projection: Projection) => {
  const columns = columnsOf(projection.row)
  const table = qualified(projection.name)
  const statement = (verb: string, text: string) => ({ name: `${verb} ${projection.name} ${shapeOf(projection)}`, text })

  const selectRows = statement(
    'select',
    `select t.tenant_id, ${columns.map(({ column }) => `t.${quote(column)}`).join(', ')}
     from unnest($1::text[], $2::text[]) as k (tenant_id, id) join ${table} t on t.tenant_id = k.tenant_id and t.id = k.id`,
  )

  const written = [
    { column: 'tenant_id', sqlType: 'text' },
    ...columns,
    { column: '_revision', sqlType: 'bigint' },
    { column: '_commit', sqlType: 'numeric' },
    { column: '_at', sqlType: 'timestamptz' },
  ]
  const names = written.map(({ column }) => quote(column)).join(', ')
  const upsertRows = statement(
    'upsert',
    `insert into ${table} (${names})
     select ${names} from unnest(${written.map(({ sqlType }, index) => `$${index + 1}::${sqlType}[]`).join(', ')}) as u (${names})
     on conflict (tenant_id, id) do update set ${written
       .filter(({ column }) => column !== 'tenant_id' && column !== 'id')
       .map(({ column }) => `${quote(column)} = excluded.${quote(column)}`)
       .join(', ')}`,
  )

  const deleteRows = statement(
    'delete',
    `delete from ${table} t using unnest($1::text[], $2::text[]) as k (tenant_id, id) where t.tenant_id = k.tenant_id and t.id = k.id`,
  )

  return {
    /** The rows that exist, by `nameOf` their key. */
    load: async (transaction: PoolClient, keys: readonly RowKey[]): Promise<Map<string, Row>> => {
      const { rows } = await transaction.query<Record<string, unknown>>({ ...selectRows, values: keyArrays(keys) })
      return new Map(rows.map((record) => [nameOf({ tenantId: String(record['tenant_id']), id: String(record['id']) }), columnsToRow(columns, record)]))
    },

    /** Writes a batch's changes, sorted by key. */
    save: async (transaction: PoolClient, changes: readonly Change[]): Promise<void> => {
      const values: unknown[][] = written.map(() => [])
      for (const { tenantId, row, revision, commit, at } of changes) {
        if (!row) continue
        const cells = [tenantId, ...rowToColumns(columns, row), revision, commit, at]
        values.forEach((list, index) => list.push(cells[index]))
      }
      if (values[0] && values[0].length > 0) await transaction.query({ ...upsertRows, values })
      const gone = changes.filter(({ row, existed }) => !row && existed)
      if (gone.length > 0) await transaction.query({ ...deleteRows, values: keyArrays(gone) })
    },
  }
}
export type Rows = ReturnType<typeof makeRows>
