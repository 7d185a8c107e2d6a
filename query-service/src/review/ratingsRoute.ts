import { zId } from '@hearth/contracts/kernel/ids'
import { ratedSince, reviews, type Ratings } from '@hearth/contracts/review'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { sql } from 'kysely'
import { z } from 'zod'
import { createScope, type Scope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { scopeSql, tableRef } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'

const zRow = z.object({
  tenantId: z.string(),
  listingId: z.string(),
  count: z.coerce.number(),
  stars: z.coerce.number(),
})

/** As `computeRating`, for each listing that the reader sees; of all accounts where none is named. */
const readRatings = async ({ db }: Sources, scope: Scope, account: string | undefined, now: string) => {
  const where = [
    ...scopeSql(reviews, scope),
    ...(account === undefined ? [] : [sql`tenant_id = ${account}`]),
    sql`overall is not null`,
    sql`guest_reviewed_at > cast(${ratedSince(now)} as timestamptz)`,
  ]
  const { rows } = await sql<Record<string, unknown>>`
    select tenant_id as "tenantId", listing_id as "listingId", count(*) as count, sum(overall) as stars
    from ${tableRef(reviews.table)}
    where ${sql.join(where, sql` and `)}
    group by tenant_id, listing_id
    order by tenant_id, listing_id`.execute(db)
  return rows.map((row) => zRow.parse(row))
}

/**
 * `GET /api/ratings`: what guests gave in the last year, by listing and together. Staff see all accounts, or one by
 * `?hostAccountId=` (docs/domain/review.md#rating).
 */
export const ratingsRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/ratings',
    access: { capability: 'review.read' },
    tenant: 'own',
    rate: 'read',
    query: z.strictObject({ hostAccountId: zId.optional() }),
    handler: async ({ principal, query, headers, signal }) => {
      const position = await waitForToken(sources.positions, [reviews.table], headers, signal)
      const scope = createScope(principal)
      const account = scope.tenantId ?? query.hostAccountId
      if (query.hostAccountId !== undefined && query.hostAccountId !== account)
        throw new AppProblem('NOT_FOUND')
      const now = new Date(sources.now()).toISOString()
      const rated = await readRatings(sources, scope, account, now)
      const accounts = new Set([
        ...(account === undefined ? [] : [account]),
        ...rated.map((row) => row.tenantId),
      ])
      sources.accessLog.note([...accounts].map((id) => ({ id, tenantId: id })))
      const listings = rated.map(({ tenantId: _account, ...rating }) => rating)
      const all = listings.reduce(
        (sum, { count, stars }) => ({ count: sum.count + count, stars: sum.stars + stars }),
        { count: 0, stars: 0 },
      )
      const body: Ratings = { all, listings }
      return { status: 200, headers: position, body }
    },
  })
