import { columnsToJson } from '@hearth/platform/read-model/columns'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import { DEFAULT_LIMIT, findDefaultSort, type ListRequest, type Sort } from './listRequest.ts'
import type { ApiRow, Model, Scope, View } from './model.ts'
import { plannedOnce } from './readers.ts'
import { EXACT_UP_TO, estimateTotal, type Total } from './readTotal.ts'
import { orderSql, tableRef, whereSql } from './sql.ts'

export type Record_ = Record<string, unknown>

/** A stored row: the fields that routes use, and the columns of its view, structured ones as JSON text. */
export type Found = Readonly<{ id: string; tenantId: string; revision: number; columns: Record_ }>
export type Page = Readonly<{ found: readonly Found[]; total: Total }>

const toFound = (columns: Record_): Found => ({
  id: String(columns['id']),
  tenantId: String(columns['tenant_id']),
  revision: Number(columns['_revision']),
  columns,
})

const NOTHING: ReadonlySet<string> = new Set()

/** The JSON of the `ApiRow`, of what the view has of it; `hidden` fields are null. */
export const formatJson = ({ columns }: View, row: Found, hidden = NOTHING): string =>
  `{${columnsToJson(columns, row.columns, hidden)},` +
  `"tenantId":${JSON.stringify(row.tenantId)},"revision":${row.revision}}`

export const parseRow = (view: View, row: Found): ApiRow => JSON.parse(formatJson(view, row))

export const toRow = (view: View, record: Record_): ApiRow => parseRow(view, toFound(record))

const isFirst = (
  { resource: { scope, view } }: Model,
  { tenantId, listingIds }: Scope,
  { offset, limit, conditions }: ListRequest,
): boolean =>
  scope === 'tenant' &&
  !view &&
  tenantId !== null &&
  listingIds === null &&
  conditions.length === 0 &&
  offset === 0 &&
  limit === DEFAULT_LIMIT

const shownSql = (model: Model, sort: Sort): RawBuilder<unknown> => sql`
    select counted.total as "~total", ${model.listed.selected}
    from counted left join (page join ${tableRef(model.resource.table)} as r using (tenant_id, id)) on true
    order by ${orderSql(sort, 'r')}`

/**
 * One page with the total, from one statement and so from one moment. The page's keys come from an index
 * first; only then are the wide rows read, so that deep pages cost little more than the first.
 */
export const pageSql = (model: Model, scope: Scope, request: ListRequest): RawBuilder<Record_> => {
  const table = tableRef(model.resource.table)
  const where = whereSql(model, scope, request.conditions)
  // A page in the order of the account's index is read from that index, however large the account is.
  const always = isFirst(model, scope, request) && request.sort.field.field === model.resource.defaultSort[0]
  return sql<Record_>`${always ? plannedOnce : sql``}
    with page as materialized (
      select tenant_id, id from ${table} where ${where} order by ${orderSql(request.sort)}
      limit ${sql.lit(request.limit)} offset ${sql.lit(request.offset)}
    ), counted as materialized (
      select count(*)::int as total
      from (select 1 from ${table} where ${where} limit ${sql.lit(EXACT_UP_TO + 1)}) as first_ones
    )${shownSql(model, request.sort)}`
}

/**
 * The first page of an account whose rows can all be counted: read in the order of its own index, which no
 * other plan can do as well, and sorted. Where there are more rows, the total says so and the page is empty.
 */
const smallPageSql = (
  model: Model,
  scope: Scope,
  { sort, limit }: Pick<ListRequest, 'sort' | 'limit'>,
): RawBuilder<Record_> => sql<Record_>`${plannedOnce}
    with mine as materialized (
      select tenant_id, id, ${sql.ref(sort.field.column)}
      from ${tableRef(model.resource.table)}
      where ${whereSql(model, scope, [])}
      order by ${orderSql(findDefaultSort(model))}
      limit ${sql.lit(EXACT_UP_TO + 1)}
    ), counted as materialized (
      select count(*)::int as total from mine
    ), page as materialized (
      select tenant_id, id
      from mine
      where (select total from counted) <= ${sql.lit(EXACT_UP_TO)}
      order by ${orderSql(sort)}
      limit ${sql.lit(limit)}
    )${shownSql(model, sort)}`

// Accounts that were found to have more rows than are counted, by table; forgotten when they become many.
const large = new LRUCache<string, true>({ max: 1_000 })
const formatKey = ({ resource: { table } }: Model, { tenantId }: Scope) => `${table} ${tenantId}`

/** The statements that a page is read by, in this order, until one has it. */
export const pageStatements = (
  model: Model,
  scope: Scope,
  request: ListRequest,
): readonly RawBuilder<Record_>[] => {
  const isSmall =
    isFirst(model, scope, request) &&
    !['id', model.resource.defaultSort[0]].includes(request.sort.field.field)
  return [
    ...(isSmall && !large.has(formatKey(model, scope)) ? [smallPageSql(model, scope, request)] : []),
    pageSql(model, scope, request),
  ]
}

const rowsOfPage = async (
  db: Kysely<unknown>,
  model: Model,
  scope: Scope,
  request: ListRequest,
): Promise<readonly Record_[]> => {
  const [first, second] = pageStatements(model, scope, request)
  const rows = (await first?.execute(db))?.rows ?? []
  if (!second || Number(rows[0]?.['~total']) <= EXACT_UP_TO) return rows
  large.set(formatKey(model, scope), true)
  return (await second.execute(db)).rows
}

export const readPage = async (
  db: Kysely<unknown>,
  model: Model,
  scope: Scope,
  request: ListRequest,
): Promise<Page> => {
  const rows = await rowsOfPage(db, model, scope, request)
  const counted = Number(rows[0]?.['~total'] ?? 0)
  return {
    found: rows.filter((record) => record['id'] !== null).map(toFound),
    total:
      counted > EXACT_UP_TO
        ? await estimateTotal(db, model, scope, request)
        : { count: counted, estimated: false },
  }
}

/** The row, or undefined if it does not exist or lies outside the scope: callers cannot tell which. */
export const findOne = async (
  db: Kysely<unknown>,
  model: Model,
  scope: Scope,
  id: string,
): Promise<Found | undefined> => {
  const { rows } = await sql<Record_>`${model.resource.view ? sql`` : plannedOnce}
    select ${model.whole.selected}
    from ${tableRef(model.resource.table)} as r
    where r.id = ${id} and ${whereSql(model, scope, [])}
    limit 1`.execute(db)
  return rows[0] && toFound(rows[0])
}

export const readOne = async (
  db: Kysely<unknown>,
  model: Model,
  scope: Scope,
  id: string,
): Promise<ApiRow | undefined> => {
  const found = await findOne(db, model, scope, id)
  return found && parseRow(model.whole, found)
}

/** Rows that fulfil conditions beyond those of filters, in no particular order. */
export const readWhere = async (
  db: Kysely<unknown>,
  model: Model,
  scope: Scope,
  conditions: readonly RawBuilder<unknown>[],
  limit: number,
): Promise<readonly ApiRow[]> => {
  const { rows } = await sql<Record_>`
    select ${model.whole.selected}
    from ${tableRef(model.resource.table)} as r
    where ${whereSql(model, scope, [], conditions)}
    limit ${limit}`.execute(db)
  return rows.map((record) => toRow(model.whole, record))
}
