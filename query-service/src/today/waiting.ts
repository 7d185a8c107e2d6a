import { bookings } from '@hearth/contracts/booking'
import { calendars, listClashes, zCalendarRow, type CalendarRow } from '@hearth/contracts/calendar'
import { events } from '@hearth/contracts/event'
import type { LocalDate } from '@hearth/contracts/kernel/dates'
import { formatStream } from '@hearth/contracts/kernel/message'
import type { Waiting } from '@hearth/contracts/today'
import type { Principal } from '@hearth/platform/session/principal'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { countWords, rangeWords } from '../event/words.ts'
import { createModel, type ApiRow, type Scope } from '../runtime/model.ts'
import { readWhere } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'
import { scopeSql, tableRef } from '../runtime/sql.ts'
import { readWaitingReimbursements } from './waitingReimbursements.ts'
import { readWaitingRequests } from './waitingRequests.ts'
import { readWaitingReviews } from './waitingReviews.ts'

const bookingModel = createModel(bookings)
const calendarModel = createModel(calendars)
const MAX_ITEMS = 100

const zBooking = z.object({
  id: z.string(),
  listingId: z.string(),
  guestName: z.string(),
  checkIn: z.string(),
  checkOut: z.string(),
  status: z.string(),
  currency: z.string(),
  hostPayoutMinor: z.number(),
  effectiveAt: z.string().nullable(),
  checkOutInstant: z.string(),
  refunds: z.array(z.object({ refundId: z.string(), amountMinor: z.number(), state: z.string() })),
})
type Booking = z.infer<typeof zBooking>
type Item = Omit<Waiting, 'listingTitle' | 'listingId'> & Readonly<{ listingId: string }>

const ofBooking = (booking: Booking) => ({
  bookingId: booking.id,
  listingId: booking.listingId,
  guestName: booking.guestName,
  start: booking.checkIn,
  end: booking.checkOut,
  currency: booking.currency,
  route: `/bookings/${booking.id}`,
})

const listItems = (row: ApiRow, now: string): Item[] => {
  const booking = zBooking.parse(row)
  const common = ofBooking(booking)
  const { id, guestName, status, hostPayoutMinor: amountMinor, effectiveAt } = booking
  const failed = booking.refunds.filter(({ state }) => state === 'failed')
  return [
    ...(status === 'cancelling' && effectiveAt !== null
      ? [
          {
            ...common,
            kind: 'cancellation_running' as const,
            id,
            dueAt: effectiveAt,
            title: `Cancelling ${guestName}`,
            text: `Takes effect on ${effectiveAt}. Until then it can be undone.`,
            amountMinor,
          },
        ]
      : []),
    ...(status === 'overbooked'
      ? [
          {
            ...common,
            kind: 'overbooking' as const,
            id,
            dueAt: null,
            title: `Overbooked: ${guestName}`,
            text: 'A channel sold nights that were already booked.',
            amountMinor,
            route: `/bookings/${id}/overbooking`,
          },
        ]
      : []),
    ...(status === 'in_stay' && booking.checkOutInstant < now
      ? [
          {
            ...common,
            kind: 'late_departure' as const,
            id,
            dueAt: null,
            title: `Late check-out: ${guestName}`,
            text: `Check-out was on ${booking.checkOutInstant}.`,
            amountMinor: null,
            currency: null,
          },
        ]
      : []),
    ...failed.map((refund) => ({
      ...common,
      kind: 'refund_failed' as const,
      id: refund.refundId,
      dueAt: null,
      title: `Refund to ${guestName} failed`,
      text: 'The payment provider couldn’t send it. Hearth is looking into it.',
      amountMinor: refund.amountMinor,
    })),
  ]
}

const listClashItems = ({ listingId, claims }: CalendarRow, today: LocalDate): readonly Item[] =>
  listClashes(claims, today).map(({ start, end, claims: taking }) => ({
    kind: 'clash',
    id: `${listingId}/${start}`,
    dueAt: null,
    title: 'Two entries for the same nights',
    text: `${countWords(taking.length, 'entry', 'entries')} on ${rangeWords(start, end)}.`,
    bookingId: taking.find(({ kind }) => kind === 'booking')?.claimId ?? null,
    listingId,
    guestName: null,
    start,
    end,
    amountMinor: null,
    currency: null,
    route: `/calendar?listing=${listingId}&date=${start}`,
  }))

const zCalendar = z.object(zCalendarRow.shape)

// Failed refunds are rare and their bookings may lie anywhere: the log knows them by type.
const bookingsWithFailedRefunds = async (
  { db }: Sources,
  scope: Scope,
  tenant: readonly RawBuilder<unknown>[],
): Promise<readonly string[]> => {
  const where = sql.join([...scopeSql(events, scope), ...tenant, sql`type = 'RefundFailed'`], sql` and `)
  const { rows } = await sql<{
    stream: string
  }>`select distinct stream from ${tableRef(events.table)} where ${where} limit ${MAX_ITEMS}`.execute(db)
  return rows.map(({ stream }) => stream.slice(formatStream('booking', '').length))
}

type Sees = Readonly<{ money: boolean; details: boolean }>

/** Open decisions, the most urgent first, without amounts or guests for those who may not see them. */
export const readWaiting = async (
  sources: Sources,
  scope: Scope,
  tenant: readonly RawBuilder<unknown>[],
  { now, today, principal }: Readonly<{ now: string; today: LocalDate; principal: Principal }>,
  sees: Sees,
): Promise<readonly Waiting[]> => {
  const { db } = sources
  const due = sql`(
    status = 'cancelling'
    or (status = 'overbooked' and check_out >= cast(${today} as date))
    or (status = 'in_stay' and check_out_instant < cast(${now} as timestamptz))
  )`
  const failed = await bookingsWithFailedRefunds(sources, scope, tenant)
  const inQuestion = [sql`status = any(array['cancelling', 'overbooked', 'in_stay'])`, due]
  const [running, refunds, clashing, requests, reviews, claims] = await Promise.all([
    readWhere(db, bookingModel, scope, [...tenant, ...inQuestion], MAX_ITEMS),
    failed.length === 0
      ? []
      : readWhere(db, bookingModel, scope, [...tenant, sql`id = any(${[...failed]}::text[])`], MAX_ITEMS),
    readWhere(db, calendarModel, scope, [...tenant, sql`clash_until > cast(${today} as date)`], MAX_ITEMS),
    readWaitingRequests(sources, scope, tenant, principal),
    readWaitingReviews(sources, scope, tenant, principal, now),
    readWaitingReimbursements(sources, scope, tenant, principal),
  ])
  const rows = [...new Map([...running, ...refunds].map((row) => [row.id, row])).values()]
  sources.accessLog.note([...rows, ...clashing, ...requests.rows, ...reviews.rows, ...claims.rows])
  const items = [
    ...rows.flatMap((row) =>
      sees.details
        ? listItems(row, now)
        : listItems({ ...row, guestName: 'a guest' }, now).map((item) => ({ ...item, guestName: null })),
    ),
    ...clashing.flatMap((row) => listClashItems(zCalendar.parse(row), today)),
    ...requests.items,
    ...reviews.items,
    ...claims.items,
  ]
  const ids = [...new Set(items.map(({ listingId }) => listingId))]
  const { rows: titles } = await sql<{
    id: string
    title: string
  }>`select id, title from ${tableRef('listing')} where id = any(${ids}::text[])`.execute(db)
  const titleOf = new Map(titles.map(({ id, title }) => [id, title]))
  return items
    .map((item) => ({
      ...item,
      listingTitle: titleOf.get(item.listingId) ?? '',
      ...(sees.money ? {} : { amountMinor: null, currency: null }),
    }))
    .toSorted(
      (a, b) =>
        (a.dueAt ?? '9').localeCompare(b.dueAt ?? '9') ||
        a.start.localeCompare(b.start) ||
        a.id.localeCompare(b.id),
    )
}
