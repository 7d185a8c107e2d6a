import { nightsBetween } from '@hearth/contracts/kernel/dates'
import { groupBy } from '@hearth/contracts/kernel/groupBy'
import { formatAmount, sum, type Currency } from '@hearth/contracts/kernel/money'
import {
  addSums,
  computePeriodFigures,
  countByCheckIn,
  countByNight,
  type CountedStay,
  type FigureCode,
  listMonths,
  markNights,
  MAX_DAYS_SHOWN,
  MAX_OPENED,
  NO_SUMS,
  type Opened,
  type OpenedListing,
  type OpenedQuery,
  type PeriodFigureCode,
  type PeriodSums,
  zOpenedQuery,
} from '@hearth/contracts/performance'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { readStays } from '../ledger/entrySubjects.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { sumPeriod } from './computePerformance.ts'
import { openScope, requirePeriod, type PerformanceScope } from './openScope.ts'
import { endInstant } from './performanceRoute.ts'
import { ANSWER_TABLES, isAnswerCode, openAnswers, seesAnswers, type AnswerCode } from './readAnswers.ts'
import { PERFORMANCE_TABLES, readMonths, type ListingMonth } from './readMonths.ts'
import { readPaid } from './readPaid.ts'

type Of = PerformanceScope & Readonly<{ currency: Currency }>
const MONEY_CODES: readonly FigureCode[] = ['revenue', 'adr', 'revpar', 'adjusted_revpar']
const BY_CHECK_IN: readonly FigureCode[] = ['length_of_stay', 'lead_time']

/** The stays behind the figure, each with what it adds. */
const countStays = async (
  sources: Sources,
  of: Of,
  { figure, by, from, to }: OpenedQuery,
  byListing: ReadonlyMap<string, readonly ListingMonth[]>,
): Promise<ReadonlyMap<string, readonly CountedStay[]>> => {
  const period = { from, to }
  if (figure === 'revenue' && by === 'payout') {
    const paid = await readPaid(sources, of, period)
    const stays = paid.map(({ bookingId, listingId, amountMinor }) => ({
      listingId,
      bookingId,
      checkIn: from,
      checkOut: from,
      nights: 0,
      sharedNights: 0,
      nightsInAll: 0,
      leadDays: 0,
      amountMinor,
    }))
    return groupBy(stays, ({ listingId }) => listingId)
  }
  const count =
    BY_CHECK_IN.includes(figure) || (figure === 'revenue' && by === 'check_in')
      ? countByCheckIn
      : countByNight
  return new Map([...byListing].map(([id, months]) => [id, count(months, period, of.currency)]))
}

/** The stays as the reader may see them; of one that is not known there are only its numbers. */
const describeStays = async (
  sources: Sources,
  principal: Principal,
  stays: readonly CountedStay[],
  seesMoney: boolean,
): Promise<ReadonlyMap<string, OpenedListing['stays'][number]>> => {
  const known = await readStays(
    sources,
    principal,
    stays.map(({ bookingId }) => bookingId),
  )
  return new Map(
    stays.map(
      ({ bookingId, checkIn, checkOut, nights, sharedNights, nightsInAll, leadDays, amountMinor }) => {
        const stay = known.get(bookingId)
        const dates = nightsInAll === 0 && stay ? stay : { checkIn, checkOut }
        return [
          bookingId,
          {
            bookingId,
            code: stay?.code ?? null,
            guestName: stay?.guestName ?? null,
            checkIn: dates.checkIn,
            checkOut: dates.checkOut,
            nights,
            sharedNights,
            nightsInAll: nightsBetween(dates.checkIn, dates.checkOut),
            leadDays,
            amountMinor: seesMoney ? amountMinor : null,
          },
        ]
      },
    ),
  )
}

const sumAmounts = (stays: readonly CountedStay[]) => sum(stays.map(({ amountMinor }) => amountMinor))
const sumNights = (stays: readonly CountedStay[]) => sum(stays.map(({ nights }) => nights))

/** Whether the stays of the listings come to the figure, written out. `paidMinor`: of all stays that were paid. */
const checkParts = (
  { figure, by }: OpenedQuery,
  listings: readonly (readonly CountedStay[])[],
  sums: PeriodSums,
  paidMinor: number,
  { currency, sees }: Of,
): Opened['check'] => {
  if (MONEY_CODES.includes(figure) && sees.money) {
    const parts = listings.map(sumAmounts)
    const expected =
      figure !== 'revenue' || by === 'night'
        ? sums.nightMinor
        : by === 'check_in'
          ? sums.checkInMinor
          : paidMinor
    return write(parts, expected, (amount) => formatAmount(amount, currency))
  }
  return write(
    listings.map(sumNights),
    BY_CHECK_IN.includes(figure) ? sums.stayNights : sums.nights.guest,
    String,
  )
}

const WRITTEN_OUT = 12
const write = (parts: readonly number[], expected: number, format: (part: number) => string) => {
  const written = parts.filter((part) => part !== 0)
  const left =
    written.length > WRITTEN_OUT || written.length === 0 ? '' : `${written.map(format).join(' + ')} = `
  return { text: `${left}${format(expected)}`, holds: sum(parts) === expected }
}

/** The listed stays of a listing, and how many of them are not. */
const takeListed = (
  byListing: readonly (readonly CountedStay[])[],
): Readonly<{ listed: readonly CountedStay[]; rest: readonly CountedStay[] }> => {
  const all = byListing.flat()
  return { listed: all.slice(0, MAX_OPENED), rest: all.slice(MAX_OPENED) }
}

const openNights = async (
  sources: Sources,
  principal: Principal,
  query: OpenedQuery & Readonly<{ figure: PeriodFigureCode }>,
  of: Of,
): Promise<Opened> => {
  const { figure: code, by, from, to } = query
  const period = { from, to }
  const months = await readMonths(sources, of, listMonths(period), { withStays: true })
  const byListing = groupBy(months, ({ listing }) => listing.id)
  const counted = await countStays(sources, of, query, byListing)
  const withNights = of.listings
    .map((listing) => {
      const its = byListing.get(listing.id) ?? []
      return { listing, months: its, sums: sumPeriod(its, period, of.currency) }
    })
    .filter(({ listing, sums }) => sums.nights.total > 0 || (counted.get(listing.id)?.length ?? 0) > 0)
  const stays = withNights.map(({ listing }) => counted.get(listing.id) ?? [])
  const { listed, rest } = takeListed(stays)
  const shown = await describeStays(sources, principal, listed, of.sees.money)
  const showsDays = nightsBetween(from, to) <= MAX_DAYS_SHOWN
  const all = addSums(withNights.map(({ sums }) => sums))
  const countedMinor = sumAmounts([...counted.values()].flat())
  const figures = computePeriodFigures(all, by, countedMinor)
  return {
    ...describeOpened(code, query, of),
    figure: figures[code],
    nights: all.nights,
    listings: withNights.map(({ listing: { id, title, place }, months: its, sums }) => {
      const own = counted.get(id) ?? []
      const ofListing = computePeriodFigures(sums, by, sumAmounts(own))
      return {
        listingId: id,
        title,
        place,
        nights: sums.nights,
        revenueMinor: of.sees.money ? (ofListing.revenue.value ?? 0) : null,
        figure: ofListing[code],
        days: showsDays ? markNights(its, period) : null,
        stays: own.flatMap(({ bookingId }) => shown.get(bookingId) ?? []),
      }
    }),
    rest: {
      count: rest.length,
      nights: sumNights(rest),
      amountMinor: of.sees.money ? sumAmounts(rest) : null,
    },
    check: checkParts(query, stays, all, countedMinor, of),
  }
}

const openRecords = async (
  sources: Sources,
  query: OpenedQuery,
  code: AnswerCode,
  of: Of,
): Promise<Opened> => {
  const at = endInstant(of, query)
  const answersOf = { account: of.account, listingIds: of.answersOf, at }
  const { figure, records, count } = await openAnswers(sources, code, answersOf, MAX_OPENED)
  const hits = records.filter(({ hit }) => hit).length
  return {
    ...describeOpened(code, query, of),
    figure,
    records: [...records],
    rest: { count: count - records.length, nights: 0, amountMinor: null },
    check: {
      text: code === 'rating' ? `${figure.top} ÷ ${figure.bottom}` : `${hits} of ${count}`,
      holds: count > records.length || figure.bottom === count,
    },
  }
}

const describeOpened = (code: FigureCode, { by, from, to }: OpenedQuery, of: Of | undefined): Opened => ({
  code,
  figure: { value: null, top: null, bottom: null },
  currency: of?.currency ?? null,
  timezone: of?.timezone ?? 'UTC',
  period: { from, to },
  by,
  nights: NO_SUMS.nights,
  listings: [],
  records: [],
  rest: { count: 0, nights: 0, amountMinor: null },
  check: { text: '', holds: true },
})

const isPeriodFigure = (query: OpenedQuery): query is OpenedQuery & Readonly<{ figure: PeriodFigureCode }> =>
  !isAnswerCode(query.figure)

const readOpened = async (sources: Sources, principal: Principal, query: OpenedQuery): Promise<Opened> => {
  requirePeriod(query)
  const scope = await openScope(sources, principal, query)
  if (scope === undefined || scope.currency === null) return describeOpened(query.figure, query, undefined)
  const of: Of = { ...scope, currency: scope.currency }
  const { figure: code, by } = query
  const isSeen = isAnswerCode(code)
    ? seesAnswers(code, of.sees)
    : !MONEY_CODES.includes(code) || (of.sees.money && (by !== 'payout' || of.sees.payouts))
  if (!isSeen) throw new AppProblem('FORBIDDEN')
  if (isPeriodFigure(query)) return openNights(sources, principal, query, of)
  return isAnswerCode(code) ? openRecords(sources, query, code, of) : describeOpened(code, query, of)
}

/** `GET /api/performance/opened`: a figure down to its stays or records (docs/domain/performance.md). */
export const openedRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/performance/opened',
    access: { capability: 'booking.read' },
    tenant: 'own',
    rate: 'read',
    query: zOpenedQuery,
    handler: async ({ principal, query, headers, signal }) => {
      const tables = [...PERFORMANCE_TABLES, ...ANSWER_TABLES, 'ledger_entry']
      const position = await waitForToken(sources.positions, tables, headers, signal)
      return { status: 200, headers: position, body: await readOpened(sources, principal, query) }
    },
  })
