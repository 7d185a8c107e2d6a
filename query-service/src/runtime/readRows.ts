import { columnsToJson } from '@hearth/platform/read-model/columns'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { chooseReading, type Reading } from './chooseReading.ts'
import { DEFAULT_LIMIT, type ListRequest, type Sort } from './listRequest.ts'
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

/** Statements with few different texts, whose best plan is the same for all accounts. */
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
 * One page with the total, from one statement and so from one moment. The page's keys are found first, and
 * only then are its wide rows read. `walk` reads them in the order of an index up to the page, or sorts those
 * of an account's index; `collect` first reads all rows that fulfil the conditions.
 */
export const pageSql = (
  model: Model,
  scope: Scope,
  request: ListRequest,
  reading: Reading,
): RawBuilder<Record_> => {
  const { sort, limit, offset, conditions } = request
  const table = tableRef(model.resource.table)
  const where = whereSql(model, scope, conditions)
  const planned = isFirst(model, scope, request) ? plannedOnce : sql``
  const part = sql`order by ${orderSql(sort)} limit ${sql.lit(limit)} offset ${sql.lit(offset)}`
  const keys = new Set(['tenant_id', 'id', sort.field.column])
  if (reading === 'collect')
    return sql<Record_>`${planned}
    with found as materialized (
      select ${sql.join([...keys].map((key) => sql.ref(key)))} from ${table} where ${where}
    ), counted as materialized (
      select count(*)::int as total from found
    ), page as materialized (
      select tenant_id, id from found ${part}
    )${shownSql(model, sort)}`
  // Where no index finds the rows of the conditions, counting would read them all.
  const counted =
    scope.tenantId === null
      ? sql`select null::int as total`
      : sql`
      select count(*)::int as total
      from (select 1 from ${table} where ${where} limit ${sql.lit(EXACT_UP_TO + 1)}) as first_ones`
  return sql<Record_>`${planned}
    with page as materialized (
      select tenant_id, id from ${table} where ${where} ${part}
    ), counted as materialized (${counted}
    )${shownSql(model, sort)}`
}

const totalOf = (
  db: Kysely<unknown>,
  model: Model,
  scope: Scope,
  request: ListRequest,
  { counted, shown, reading }: Readonly<{ counted: number | null; shown: number; reading: Reading }>,
): Total | Promise<Total> => {
  const { offset, limit } = request
  if (counted !== null && (reading === 'collect' || counted <= EXACT_UP_TO))
    return { count: counted, estimated: false }
  if (counted !== null) return estimateTotal(db, model, scope, request, counted)
  const isLast = shown < limit && (shown > 0 || offset === 0)
  return isLast
    ? { count: offset + shown, estimated: false }
    : estimateTotal(db, model, scope, request, offset + shown)
}

/** A list that would read a large table is refused with 422 NARROW_FIRST. */
export const readPage = async (
  db: Kysely<unknown>,
  model: Model,
  scope: Scope,
  request: ListRequest,
): Promise<Page> => {
  const reading = await chooseReading(db, model, scope, request)
  const { rows } = await pageSql(model, scope, request, reading).execute(db)
  const total = rows[0]?.['~total'] ?? null
  const found = rows.filter((record) => record['id'] !== null).map(toFound)
  const counted = total === null ? null : Number(total)
  return {
    found,
    total: await totalOf(db, model, scope, request, { counted, shown: found.length, reading }),
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
