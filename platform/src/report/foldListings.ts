import { bookingProjection } from '@hearth/contracts/booking/projections'
import { endOfMonth, startOfMonth, type PerformanceMonthRow } from '@hearth/contracts/performance'
import {
  listChangesOfStays,
  monthAsOf,
  performanceMonthProjection,
} from '@hearth/contracts/performance/projections'
import type { Instant } from '@hearth/contracts/kernel/dates'
import { formatStream, idOfStream } from '@hearth/contracts/kernel/message'
import type { Row } from '@hearth/contracts/kernel/projection'
import type { ReportSource } from '@hearth/contracts/kernel/report'
import { sql } from 'kysely'
import {
  foldStreams,
  toUnits,
  type Between,
  type FoldedRows,
  type FoldedTwice,
  type FoldOptions,
  type RowsTwice,
} from './foldStreams.ts'
import { readRows, readTable } from './readRows.ts'

const listListings = async ({ sources: { db }, account }: FoldOptions): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id
    from ${readTable('listing')}
    where tenant_id = ${account}
    order by title, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The months of a listing in the period, as they are now. */
const readMonths = ({ sources, account, period: { from, to } }: FoldOptions, listingId: string) =>
  readRows(
    sources,
    performanceMonthProjection,
    sql`
      tenant_id = ${account}
      and id >= ${`${startOfMonth(from)}/`}
      and id < ${`${endOfMonth(startOfMonth(to))}/`}
      and listing_id = ${listingId}`,
  )

type Change = Readonly<{ stream: string; type: string; at: Instant }>

/** What happened to stays between the instants, and when the calendar released nights, in the order of each stream. */
const readChanges = async (
  { sources: { db }, account, instants: [first, second] }: FoldOptions,
  listingId: string,
  bookingIds: readonly string[],
): Promise<readonly Change[]> => {
  if (first === second) return []
  const streams = bookingIds.map((id) => formatStream('booking', id))
  const { rows } = await sql<Change>`
    select stream, type, occurred_at as at
    from ${readTable('event_log')}
    where
      tenant_id = ${account}
      and (
        stream = any(${streams}::text[])
        or (stream = ${formatStream('calendar', listingId)} and type = 'NightsReleased')
      )
      and occurred_at > cast(${first} as timestamptz)
      and occurred_at <= cast(${second} as timestamptz)
    order by stream, stream_revision`.execute(db)
  return rows
}

/** What changed last in each stay and each month: of a month, what the calendar or one of its stays says. */
const joinChanges = (
  calendar: Between,
  months: readonly PerformanceMonthRow[],
  changes: readonly Change[],
): Between => {
  const between = new Map(calendar)
  for (const { stream, type, at } of changes) between.set(idOfStream(stream), { type, at })
  for (const { id, stays } of months)
    for (const { type, at } of listChangesOfStays(stays, changes))
      if (at >= (between.get(id)?.at ?? '')) between.set(id, { type, at })
  return between
}

/** The blocks of the months as the calendar has them, with the stays that had their nights then. */
const addStays = (
  calendar: FoldedRows,
  months: readonly PerformanceMonthRow[],
  bookings: ReadonlyMap<string, Row>,
  at: Instant,
): FoldedRows => {
  const { name } = performanceMonthProjection
  const known = new Map(months.map((month) => [month.id, month.stays]))
  const blocks = calendar.get(name) as ReadonlyMap<string, PerformanceMonthRow> | undefined
  const rows = [...new Set([...(blocks?.keys() ?? []), ...known.keys()])].flatMap((key) => {
    const row = monthAsOf(key, blocks?.get(key)?.blocks ?? [], known.get(key) ?? [], at)
    return row === undefined ? [] : [[key, row] as const]
  })
  return new Map([...calendar, [name, new Map(rows)], [bookingProjection.name, bookings]])
}

const withStays = async (
  options: FoldOptions,
  listingId: string,
  calendar: RowsTwice,
): Promise<RowsTwice> => {
  const { sources, account, instants, definition } = options
  const months = await readMonths(options, listingId)
  const bookingIds = [...new Set(months.flatMap(({ stays }) => stays.map((stay) => stay.bookingId)))]
  const namesStays = definition.projections.some(({ name }) => name === bookingProjection.name)
  const bookings = namesStays
    ? await readRows(
        sources,
        bookingProjection,
        sql`tenant_id = ${account} and id = any(${bookingIds}::text[])`,
      )
    : []
  const byId = new Map(bookings.map((row) => [row.id, row]))
  return {
    first: addStays(calendar.first, months, byId, instants[0]),
    second: addStays(calendar.second, months, byId, instants[1]),
    between: joinChanges(calendar.between, months, await readChanges(options, listingId, bookingIds)),
  }
}

const createRows = ({ definition: { projections } }: FoldOptions): FoldedRows =>
  new Map(projections.map(({ name }) => [name, new Map()]))

/**
 * Listings, each from its own stream and its calendar. A month's stays say themselves from when until when they
 * had their nights, so the months of today have those of any instant, and no stream of a stay is read. What a
 * stay is called never changes, so its booking is the one of today.
 */
export const foldListings = async function* (
  options: FoldOptions,
  { types }: Extract<ReportSource, { of: 'listings' }>,
): AsyncGenerator<FoldedTwice> {
  const hasMonths = options.definition.projections.some(
    ({ name }) => name === performanceMonthProjection.name,
  )
  for (const id of await listListings(options)) {
    const streams = [formatStream('listing', id), formatStream('calendar', id)]
    let rows: RowsTwice = { first: createRows(options), second: createRows(options), between: new Map() }
    for await (const folded of foldStreams(options, [{ id, streams }], types)) rows = folded.rows
    yield toUnits(id, hasMonths ? await withStays(options, id, rows) : rows)
  }
}
