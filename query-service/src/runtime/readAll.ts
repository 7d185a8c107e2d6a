import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { ListRequest } from './listRequest.ts'
import type { ApiRow, Model, Scope } from './model.ts'
import { toRow, type Record_ } from './readRows.ts'
import { afterSql, orderSql, tableRef, whereSql } from './sql.ts'

const EXPORT_PAGE = 500

type Last = Readonly<{ value: unknown; id: string }>

/** The rows after the last one read; found in one index before the wide rows are read, as in lists. */
export const nextPageSql = (
  model: Model,
  scope: Scope,
  { sort, conditions }: Pick<ListRequest, 'conditions' | 'sort'>,
  last: Last | undefined,
): RawBuilder<Record_> => {
  const table = tableRef(model.resource.table)
  return sql<Record_>`
    with
      page as materialized (
        select tenant_id, id
        from ${table}
        where ${whereSql(model, scope, conditions, last ? [afterSql(sort, last)] : [])}
        order by ${orderSql(sort)}
        limit ${EXPORT_PAGE}
      )
    select ${model.exported.selected}
    from page join ${table} as r using (tenant_id, id)
    order by ${orderSql(sort, 'r')}`
}

/**
 * All rows in order as exports need them, page by page from the last one read: memory stays flat and no page
 * is slower than the first.
 */
export const readAll = async function* (
  db: Kysely<unknown>,
  model: Model,
  scope: Scope,
  request: Pick<ListRequest, 'conditions' | 'sort'>,
  signal: AbortSignal,
): AsyncGenerator<readonly ApiRow[]> {
  let last: Last | undefined
  for (;;) {
    signal.throwIfAborted()
    const { rows }: { rows: Record_[] } = await nextPageSql(model, scope, request, last).execute(db)
    if (rows.length > 0) yield rows.map((record) => toRow(model.exported, record))
    const final = rows.at(-1)
    if (!final || rows.length < EXPORT_PAGE) return
    last = { value: final[request.sort.field.column] ?? null, id: String(final['id']) }
  }
}
