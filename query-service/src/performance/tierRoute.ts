import { bookings } from '@hearth/contracts/booking'
import {
  computeTier,
  lastAssessment,
  zTierQuery,
  type Tier,
  type TierFacts,
} from '@hearth/contracts/performance'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { toInstant, toLocalDate } from '@hearth/platform/zones/localTime'
import { sql } from 'kysely'
import { readTimezone } from '../runtime/listSheet.ts'
import { createScope } from '../runtime/model.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'
import {
  addTotals,
  ANSWER_TABLES,
  readClocks,
  readTotals,
  isOf,
  isWithin,
  type AnswersOf,
} from './readAnswers.ts'

const TIER_DAYS = 365
const TABLES = ['account', ...ANSWER_TABLES]

const readCompletedNights = async ({ db }: Sources, of: AnswersOf): Promise<number> => {
  const { rows } = await sql<{ nights: string }>`
    select coalesce(sum(nights), 0) as nights
    from ${tableRef(bookings.table)}
    where
      tenant_id = ${of.account}
      and ${isOf(sql.ref('listing_id'), of)}
      and status in ('checked_out', 'completed')
      and ${isWithin(sql.ref('check_out_instant'), of, TIER_DAYS)}`.execute(db)
  return Number(rows[0]?.nights ?? 0)
}

/** What counts for Gold in the year before the instant. */
const readFacts = async (sources: Sources, of: AnswersOf): Promise<TierFacts> => {
  const [ratings, ended, clocks, nights] = await Promise.all([
    readTotals(sources, 'rating', of),
    readTotals(sources, 'host_cancellation_rate', of),
    readClocks(sources, of, TIER_DAYS),
    readCompletedNights(sources, of),
  ])
  const rating = addTotals(ratings)
  const stays = addTotals(ended)
  return {
    rating: { stars: rating.stars, count: rating.count },
    response: { hits: clocks.filter(({ hit }) => hit).length, count: clocks.length },
    hostCancellation: { hits: stays.hits, count: stays.count },
    completed: { stays: stays.count - stays.hits, nights },
  }
}

/**
 * `GET /api/performance/tier`: where the account stands, or the listings that the reader sees
 * (docs/domain/performance.md#gold). Staff name the account; without one nothing counts.
 */
export const tierRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/performance/tier',
    access: { capability: 'review.read' },
    tenant: 'own',
    rate: 'read',
    query: zTierQuery,
    handler: async ({ principal, query, headers, signal }) => {
      const position = await waitForToken(sources.positions, TABLES, headers, signal)
      const scope = createScope(principal)
      const account = scope.tenantId ?? query.hostAccountId
      if (query.hostAccountId !== undefined && query.hostAccountId !== account)
        throw new AppProblem('NOT_FOUND')
      if (account !== undefined) sources.accessLog.note([{ id: account, tenantId: account }])
      const timezone = await readTimezone(sources.db, account ?? null)
      const now = new Date(sources.now()).toISOString()
      const today = toLocalDate(now, timezone)
      const assessedAt = toInstant(lastAssessment(today), '00:00', timezone)
      const of = { account: account ?? '', listingIds: scope.listingIds }
      const [present, assessed] = await Promise.all([
        readFacts(sources, { ...of, at: now }),
        readFacts(sources, { ...of, at: assessedAt }),
      ])
      const body: Tier = computeTier(today, present, assessed)
      return { status: 200, headers: position, body }
    },
  })
