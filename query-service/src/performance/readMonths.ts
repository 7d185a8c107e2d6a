import type { LocalDate } from '@hearth/contracts/kernel/dates'
import {
  EMPTY_MONTH,
  endOfMonth,
  liveNightsOf,
  type LiveSpan,
  type MonthAggregates,
  type MonthStay,
  type NightSet,
  readLiveSpans,
  zPerformanceListingRow,
} from '@hearth/contracts/performance'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import { sql, type RawBuilder } from 'kysely'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'
import type { ListingOfScope, PerformanceScope } from './openScope.ts'

export const PERFORMANCE_TABLES = ['performance_month', 'performance_listing', 'account', 'listing'] as const

/** One listing in one month; without nights where nothing happened. */
export type ListingMonth = Readonly<{
  listing: ListingOfScope
  month: LocalDate
  live: NightSet
  row: MonthAggregates & Readonly<{ stays: readonly MonthStay[] }>
}>

const EMPTY = { ...EMPTY_MONTH, stays: [] }

/** Months that follow each other, as ranges of the key. */
const findRanges = (months: readonly LocalDate[]): readonly RawBuilder<unknown>[] => {
  const sorted = [...new Set(months)].toSorted()
  const ranges: Readonly<{ first: LocalDate; last: LocalDate }>[] = []
  for (const month of sorted) {
    const previous = ranges.at(-1)
    if (previous && endOfMonth(previous.last) === month) ranges.splice(-1, 1, { ...previous, last: month })
    else ranges.push({ first: month, last: month })
  }
  return ranges.map(({ first, last }) => sql`(id >= ${`${first}/`} and id < ${`${endOfMonth(last)}/`})`)
}

/** The rows of the account’s listings in these months, by their key: one range of one index for each run of months. */
const readRows = async (
  { db }: Sources,
  { account, listings }: PerformanceScope,
  months: readonly LocalDate[],
  withStays: boolean,
): Promise<ReadonlyMap<string, ListingMonth['row']>> => {
  if (months.length === 0 || listings.length === 0) return new Map()
  const { rows } = await sql<MonthAggregates & Readonly<{ id: string; stays?: readonly MonthStay[] }>>`
    select
      id,
      guest::int as guest,
      owner::int as owner,
      blocked::int as blocked,
      revenue,
      arrivals
      ${withStays ? sql`, stays` : sql``}
    from ${tableRef('performance_month')}
    where
      tenant_id = ${account}
      and (${sql.join(findRanges(months), sql` or `)})
      and listing_id = any(${listings.map(({ id }) => id)}::text[])`.execute(db)
  // The projector wrote them by the same schema, so thousands of rows need no second check.
  return new Map(rows.map(({ id, stays = [], ...row }) => [id, { ...row, stays }]))
}

/** The days on which each listing of the scope is live. */
export const readSpans = async (
  { db }: Sources,
  { account, listings }: PerformanceScope,
): Promise<ReadonlyMap<string, readonly LiveSpan[]>> => {
  const { rows } = await sql<{ id: string; changes: unknown }>`
    select id, changes
    from ${tableRef('performance_listing')}
    where tenant_id = ${account}`.execute(db)
  const changes = new Map(
    rows.map((row) => [row.id, zPerformanceListingRow.shape.changes.parse(row.changes)]),
  )
  return new Map(
    listings.map(({ id, timezone }) => [
      id,
      readLiveSpans(changes.get(id) ?? [], (at) => toLocalDate(at, timezone)),
    ]),
  )
}

/** Each listing of the scope in each of these months. */
export const readMonths = async (
  sources: Sources,
  of: PerformanceScope,
  months: readonly LocalDate[],
  { withStays = false }: Readonly<{ withStays?: boolean }> = {},
): Promise<readonly ListingMonth[]> => {
  const wanted = [...new Set(months)]
  const [rows, spans] = await Promise.all([readRows(sources, of, wanted, withStays), readSpans(sources, of)])
  return of.listings.flatMap((listing) =>
    wanted.map((month) => ({
      listing,
      month,
      live: liveNightsOf(month, spans.get(listing.id) ?? []),
      row: rows.get(`${month}/${listing.id}`) ?? EMPTY,
    })),
  )
}
