import { sql, type Kysely, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ListRequest } from './listRequest.ts'
import type { Model, Scope } from './model.ts'
import { tableRef, whereSql } from './sql.ts'

/** Totals are exact up to here, estimated beyond (docs/domain/commands.md#lists). */
export const EXACT_UP_TO = 10_000

export type Total = Readonly<{ count: number; estimated: boolean }>

// A planner's guess does not change by the second, and costs as much as a small page.
const ESTIMATE_TRUST_MS = 30_000
const estimates = new LRUCache<string, number>({ max: 1_000, ttl: ESTIMATE_TRUST_MS })

/** The planner's guess of how many rows of the table fulfil the condition. */
export const estimateRows = async (
  db: Kysely<unknown>,
  { resource: { table } }: Model,
  where: RawBuilder<unknown>,
): Promise<number> => {
  const query = sql<{ 'QUERY PLAN': readonly Readonly<{ Plan: Readonly<{ 'Plan Rows': number }> }>[] }>`
    explain (format json)
    select 1 from ${tableRef(table)}
    where ${where}`
  const { sql: text, parameters } = query.compile(db)
  const key = JSON.stringify([text, parameters])
  const known = estimates.get(key)
  if (known !== undefined) return known
  const { rows } = await query.execute(db)
  const count = rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
  estimates.set(key, count)
  return count
}

/** The planner's guess of how many rows fulfil the conditions, of which there are at least so many. */
export const estimateTotal = async (
  db: Kysely<unknown>,
  model: Model,
  scope: Scope,
  { conditions }: Pick<ListRequest, 'conditions'>,
  atLeast = 0,
): Promise<Total> => ({
  count: Math.max(atLeast, await estimateRows(db, model, whereSql(model, scope, conditions))),
  estimated: true,
})

/** How many rows fulfil the conditions. */
export const readTotal = async (
  db: Kysely<unknown>,
  model: Model,
  scope: Scope,
  request: Pick<ListRequest, 'conditions'>,
): Promise<Total> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from
      (
        select 1
        from ${tableRef(model.resource.table)}
        where ${whereSql(model, scope, request.conditions)}
        limit ${EXACT_UP_TO + 1}
      ) as first_ones`.execute(db)
  const counted = rows[0]?.total ?? 0
  return counted > EXACT_UP_TO
    ? estimateTotal(db, model, scope, request, counted)
    : { count: counted, estimated: false }
}
