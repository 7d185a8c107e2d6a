import { addMonths, earlier, utcDay, type Instant } from '@hearth/contracts/kernel/dates'
import {
  computePeriodFigures,
  listMonths,
  NO_SUMS,
  yearBefore,
  zPerformanceQuery,
  type Performance,
  type PerformanceQuery,
  type Period,
} from '@hearth/contracts/performance'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { toInstant } from '@hearth/platform/zones/localTime'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import {
  asBooked,
  computeLeftOut,
  computeMonths,
  computeSides,
  listChartMonths,
  type ComparedSide,
} from './computePerformance.ts'
import { openScope, requirePeriod, type PerformanceScope } from './openScope.ts'
import { addTotals, ANSWER_TABLES, readAnswerFigures } from './readAnswers.ts'
import { PERFORMANCE_TABLES, readMonths, type ListingMonth } from './readMonths.ts'
import { readPaid, sumByListing } from './readPaid.ts'

/** The instant from which a period’s answers and ratings look back: its end, or the present. */
export const endInstant = ({ timezone, now }: PerformanceScope, { to }: Period, at = now): Instant =>
  earlier(toInstant(to, '00:00', timezone), at)

/** The same time a year before. */
const instantYearBefore = (at: Instant): Instant => `${addMonths(utcDay(at), -12)}${at.slice(10)}`

/** What belongs to one period: its months, what was paid in it, and the answers up to its end. */
const readSide = async (
  sources: Sources,
  of: PerformanceScope,
  { by }: PerformanceQuery,
  { period, months, at }: Readonly<{ period: Period; months: readonly ListingMonth[]; at: Instant }>,
): Promise<ComparedSide> => {
  const wanted = new Set(listMonths(period))
  const [paid, { figures, ratings }] = await Promise.all([
    by === 'payout' && of.sees.payouts ? readPaid(sources, of, period) : [],
    readAnswerFigures(sources, of.sees, { account: of.account, listingIds: of.answersOf, at }),
  ])
  return {
    period,
    months: months.filter(({ month }) => wanted.has(month)),
    paid: sumByListing(paid),
    answers: figures,
    ratings,
  }
}

/** The answer for a reader without any listing. */
const createEmpty = (
  { from, to, by, against, listingId }: PerformanceQuery,
  scope: PerformanceScope | undefined,
  now: Instant,
): Performance => {
  const none = {
    nights: NO_SUMS.nights,
    figures: {
      ...computePeriodFigures(NO_SUMS),
      host_cancellation_rate: null,
      acceptance: null,
      response_rate: null,
      response_time: null,
      rating: null,
    },
  }
  return {
    currency: null,
    currencies: [],
    timezone: scope?.timezone ?? 'UTC',
    asOf: now,
    today: scope?.today ?? utcDay(now),
    period: { from, to },
    by,
    listingId: listingId ?? null,
    against: { kind: against, period: yearBefore({ from, to }), bookedBy: null },
    ...none,
    before: none,
    months: [],
    listings: [],
    leftOut: [],
    rating: null,
  }
}

export const readPerformance = async (
  sources: Sources,
  principal: Principal,
  query: PerformanceQuery,
): Promise<Performance> => {
  const period = { from: query.from, to: query.to }
  requirePeriod(period)
  const scope = await openScope(sources, principal, query)
  const { currency } = scope ?? {}
  if (scope === undefined || currency == null)
    return createEmpty(query, scope, new Date(sources.now()).toISOString())
  const of = { ...scope, currency }
  const before = yearBefore(period)
  const bookedBy = query.against === 'pace' ? instantYearBefore(of.now) : null
  const chart = listChartMonths(period)
  const [all, past] = await Promise.all([
    readMonths(sources, of, [
      ...listMonths(period),
      ...listMonths(before),
      ...chart,
      ...chart.map((month) => addMonths(month, -12)),
    ]),
    bookedBy === null ? null : readMonths(sources, of, listMonths(before), { withStays: true }),
  ])
  const [side, sideBefore] = await Promise.all([
    readSide(sources, of, query, { period, months: all, at: endInstant(of, period) }),
    readSide(sources, of, query, {
      period: before,
      months: bookedBy === null || past === null ? all : asBooked(past, bookedBy),
      at: endInstant(of, before, bookedBy ?? of.now),
    }),
  ])
  const { stars, count } = addTotals(side.ratings)
  return {
    currency,
    currencies: [...of.currencies],
    timezone: of.timezone,
    asOf: of.now,
    today: of.today,
    period,
    by: query.by,
    listingId: query.listingId ?? null,
    against: { kind: query.against, period: before, bookedBy },
    ...computeSides(of, side, sideBefore, query.by),
    months: computeMonths(of, all, period),
    leftOut: computeLeftOut(of, side.months, period),
    rating: of.sees.ratings ? { stars, count } : null,
  }
}

/** `GET /api/performance` (docs/domain/performance.md). */
export const performanceRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/performance',
    access: { capability: 'booking.read' },
    tenant: 'own',
    rate: 'read',
    query: zPerformanceQuery,
    handler: async ({ principal, query, headers, signal }) => {
      const tables = [...PERFORMANCE_TABLES, ...ANSWER_TABLES]
      const position = await waitForToken(sources.positions, tables, headers, signal)
      return { status: 200, headers: position, body: await readPerformance(sources, principal, query) }
    },
  })
