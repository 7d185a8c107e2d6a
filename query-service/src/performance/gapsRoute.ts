import { calendars, listTaken, type CalendarRow } from '@hearth/contracts/calendar'
import { addDays, listNights, type LocalDate } from '@hearth/contracts/kernel/dates'
import {
  findGaps,
  findOpenWeekends,
  GAP_DAYS,
  zGapsQuery,
  type Gaps,
  type LiveSpan,
  type OpenNights,
  type OpenRun,
} from '@hearth/contracts/performance'
import { route, type Route } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import { waitForToken } from '../runtime/token.ts'
import { openScope, type ListingOfScope, type PerformanceScope } from './openScope.ts'
import { PERFORMANCE_TABLES, readSpans } from './readMonths.ts'

/** Every night of the listings that something takes, also a hold, from the day before `from`. */
const readTaken = async (
  { db }: Sources,
  { account, listings }: PerformanceScope,
  from: LocalDate,
  to: LocalDate,
): Promise<ReadonlyMap<string, ReadonlySet<LocalDate>>> => {
  const { rows } = await sql<Pick<CalendarRow, 'id' | 'claims'>>`
    select id, claims
    from ${tableRef(calendars.table)}
    where tenant_id = ${account} and id = any(${listings.map(({ id }) => id)}::text[])`.execute(db)
  return new Map(rows.map(({ id, claims }) => [id, listTaken(claims, from, to)]))
}

const isWithin = (spans: readonly LiveSpan[], date: LocalDate) =>
  spans.some(({ from, to }) => from <= date && (to === null || date < to))

const describeRun =
  ({ id, title, place }: ListingOfScope) =>
  (run: OpenRun): OpenNights => ({ listingId: id, title, place, ...run })

const byStart = (one: OpenNights, other: OpenNights) =>
  one.start < other.start ? -1 : one.start > other.start ? 1 : one.title < other.title ? -1 : 1

const readGaps = async (
  sources: Sources,
  principal: Principal,
  query: z.output<typeof zGapsQuery>,
): Promise<Gaps> => {
  const scope = await openScope(sources, principal, query, { allCurrencies: true })
  const asOf = new Date(sources.now()).toISOString()
  if (scope === undefined) return { asOf, gaps: [], weekends: [], openNights: 0 }
  const [taken, spans] = await Promise.all([
    // Zones differ by less than two days.
    readTaken(sources, scope, addDays(scope.today, -2), addDays(scope.today, GAP_DAYS + 3)),
    readSpans(sources, scope),
  ])
  const found = scope.listings.map((listing) => {
    const from = toLocalDate(scope.now, listing.timezone)
    const to = addDays(from, GAP_DAYS)
    const isTaken = (date: LocalDate) => taken.get(listing.id)?.has(date) === true
    const isOpen = (date: LocalDate) => !isTaken(date) && isWithin(spans.get(listing.id) ?? [], date)
    return {
      gaps: findGaps(from, to, isOpen, isTaken).map(describeRun(listing)),
      weekends: findOpenWeekends(from, to, isOpen).map(describeRun(listing)),
      open: listNights(from, to).filter(isOpen).length,
    }
  })
  return {
    asOf,
    gaps: found.flatMap(({ gaps }) => gaps).toSorted(byStart),
    weekends: found.flatMap(({ weekends }) => weekends).toSorted(byStart),
    openNights: found.reduce((all, { open }) => all + open, 0),
  }
}

/** `GET /api/performance/gaps`: open nights ahead that are hard to sell (docs/domain/performance.md#gaps). */
export const gapsRoute = (sources: Sources): Route =>
  route({
    method: 'GET',
    path: '/api/performance/gaps',
    access: { capability: 'calendar.read' },
    tenant: 'own',
    rate: 'read',
    query: zGapsQuery,
    handler: async ({ principal, query, headers, signal }) => {
      const tables = [...PERFORMANCE_TABLES, calendars.table]
      const position = await waitForToken(sources.positions, tables, headers, signal)
      return { status: 200, headers: position, body: await readGaps(sources, principal, query) }
    },
  })
