import { bookings, spreadNights, type BookingRow } from '@hearth/contracts/booking'
import { bookingProjection } from '@hearth/contracts/booking/projections'
import { claims, type ClaimRow } from '@hearth/contracts/calendar'
import { claimProjection } from '@hearth/contracts/calendar/projections'
import { addDays, addHours, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import { humanCode } from '@hearth/contracts/kernel/ids'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { ledgerEntries, ledgerKindOf, STAY_KINDS, type LedgerEntryRow } from '@hearth/contracts/ledger'
import { ledgerEntryProjection } from '@hearth/contracts/ledger/projections'
import { listings } from '@hearth/contracts/listing'
import { payouts, type PayoutRow } from '@hearth/contracts/payout'
import { payoutProjection } from '@hearth/contracts/payout/projections'
import { reimbursements, type ReimbursementRow } from '@hearth/contracts/reimbursement'
import { reimbursementProjection } from '@hearth/contracts/reimbursement/projections'
import type { ReportType } from '@hearth/contracts/report'
import { reviews, type ReviewRow } from '@hearth/contracts/review'
import { reviewProjection } from '@hearth/contracts/review/projections'
import { readCell, type Cell, type SheetColumn } from '@hearth/platform/spreadsheet/cells'
import { createModel } from '../runtime/model.ts'
import { toLocalDate } from '../runtime/zones.ts'
import type { StreamSource } from './foldRecords.ts'

/** A row of a report; `quantity` is what it counts. */
export type ReportRow = Readonly<{
  cells: readonly Cell[]
  quantity: number
  currency: Currency | null
  amountMinor: number
}>

/** What becomes rows together, and is compared as one. */
export type ReportRecord = Readonly<{
  key: string
  label: string
  listingId: string | null
  bookingId: string | null
  rows: readonly ReportRow[]
}>

export type ReportContext = Readonly<{
  from: LocalDate
  to: LocalDate
  timezone: string
  titleOf: (listingId: string | null) => string
  /** Whether the reader may see this field of the report's resource. */
  sees: (field: string) => boolean
}>

export type ReportDefinition = Readonly<{
  resource: Resource
  projection: Projection
  source: StreamSource
  columns: readonly SheetColumn[]
  /** The records of one stream's rows that lie in the period; `stream` names the stream. */
  readRecords: (rows: readonly unknown[], ctx: ReportContext, stream: string) => readonly ReportRecord[]
}>

const isWithin = (day: LocalDate | null, { from, to }: ReportContext): boolean =>
  day !== null && day >= from && day <= to
const number = (value: number): Cell => ({ number: String(value) })
const money = (amountMinor: number | null, currency: Currency): Cell =>
  readCell({ amountMinor, currency }, 'amountMinor')
const text = (title: string): SheetColumn => ({ title, kind: 'text' })
const amount = (title: string): SheetColumn => ({ title, kind: 'amount' })
const count = (title: string): SheetColumn => ({ title, kind: 'number' })
const day = (title: string): SheetColumn => ({ title, kind: 'date' })
const instant = (title: string): SheetColumn => ({ title, kind: 'instant' })

/** Whether a stay counts as sold: the guest came, comes or is expected. */
const isSold = ({ status }: BookingRow): boolean => status !== 'cancelled' && status !== 'no_show'
const nameStay = (row: BookingRow, { sees, titleOf }: ReportContext): string =>
  [sees('guestName') ? row.guestName : '', sees('code') ? row.code : '', titleOf(row.listingId)]
    .filter(Boolean)
    .join(', ')

const bookingSource: StreamSource = { of: createModel(bookings), orderBy: 'checkIn', prefix: 'booking' }
const ofBooking = (
  row: BookingRow,
  ctx: ReportContext,
  rows: readonly ReportRow[],
): readonly ReportRecord[] =>
  rows.length === 0
    ? []
    : [{ key: row.id, label: nameStay(row, ctx), listingId: row.listingId, bookingId: row.id, rows }]

const bookingReport: ReportDefinition = {
  resource: bookings,
  projection: bookingProjection as unknown as Projection,
  source: bookingSource,
  columns: [
    text('Booking'),
    text('Guest'),
    text('Listing'),
    text('Status'),
    text('Source'),
    day('Check-in'),
    day('Check-out'),
    count('Nights'),
    count('Guests'),
    text('Currency'),
    amount('Guest total'),
    amount('Host payout'),
    amount('Refunded'),
    instant('Confirmed'),
  ],
  readRecords: (all, ctx) =>
    (all as readonly BookingRow[]).flatMap((row) => {
      if (!isWithin(row.checkIn, ctx)) return []
      const { sees, titleOf } = ctx
      const shown = (field: string, cell: Cell): Cell => (sees(field) ? cell : '')
      const amountMinor = sees('hostPayoutMinor') ? row.hostPayoutMinor : 0
      const { currency } = row
      const cells = [
        shown('code', row.code),
        shown('guestName', row.guestName),
        titleOf(row.listingId),
        row.status,
        row.source,
        row.checkIn,
        row.checkOut,
        number(row.nights),
        number(row.guests),
        currency,
        shown('guestTotalMinor', money(row.guestTotalMinor, currency)),
        shown('hostPayoutMinor', money(row.hostPayoutMinor, currency)),
        shown('refundedMinor', money(row.refundedMinor, currency)),
        row.confirmedAt,
      ]
      return ofBooking(row, ctx, [{ cells, quantity: 1, currency, amountMinor }])
    }),
}

const nightReport: ReportDefinition = {
  resource: bookings,
  projection: bookingProjection as unknown as Projection,
  source: bookingSource,
  columns: [
    day('Night'),
    text('Booking'),
    text('Guest'),
    text('Listing'),
    text('Currency'),
    amount('Price after discounts'),
  ],
  readRecords: (all, ctx) =>
    (all as readonly BookingRow[]).flatMap((row) => {
      if (!isSold(row) || !ctx.sees('money')) return []
      const net = spreadNights(row.money)
      const { currency } = row
      const rows = row.money.nightly.flatMap(({ date }, index): readonly ReportRow[] => {
        const amountMinor = net[index] ?? 0
        if (!isWithin(date, ctx)) return []
        const cells = [
          date,
          ctx.sees('code') ? row.code : '',
          ctx.sees('guestName') ? row.guestName : '',
          ctx.titleOf(row.listingId),
          currency,
          money(amountMinor, currency),
        ]
        return [{ cells, quantity: 1, currency, amountMinor }]
      })
      return ofBooking(row, ctx, rows)
    }),
}

const payoutReport: ReportDefinition = {
  resource: payouts,
  projection: payoutProjection as unknown as Projection,
  source: { of: createModel(payouts), orderBy: 'scheduledFor', prefix: 'payout' },
  columns: [
    text('Payout'),
    text('State'),
    instant('Scheduled'),
    day('Paid'),
    text('Currency'),
    amount('Amount'),
    count('Entries'),
    text('Bank reference'),
    day('Returned'),
  ],
  readRecords: (all, ctx) =>
    (all as readonly PayoutRow[]).flatMap((row) => {
      if (!isWithin(row.paidOn ?? toLocalDate(row.scheduledFor, ctx.timezone), ctx)) return []
      const { currency } = row
      // What was not paid, or came back, is listed and counts for nothing.
      const amountMinor = row.state === 'paid' ? row.amountMinor : 0
      const cells = [
        row.code,
        row.state,
        row.scheduledFor,
        row.paidOn ?? '',
        currency,
        money(row.amountMinor, currency),
        number(row.entryIds.length),
        ctx.sees('providerRef') ? (row.providerRef ?? '') : '',
        row.returnedOn ?? '',
      ]
      const rows = [{ cells, quantity: 1, currency, amountMinor }]
      return [{ key: row.id, label: row.code, listingId: null, bookingId: null, rows }]
    }),
}

/** A stay's earnings count on the day of its first night (docs/domain/ledger.md#breakdown). */
const earnedAt = ({ kind, availableAt }: LedgerEntryRow): Instant =>
  kind === STAY_KINDS[0] || kind === STAY_KINDS[1] ? addHours(availableAt, -24) : availableAt

const ledgerReport: ReportDefinition = {
  resource: ledgerEntries,
  projection: ledgerEntryProjection as unknown as Projection,
  source: { of: 'account', prefix: 'hostLedger' },
  columns: [
    text('Entry'),
    day('Day'),
    text('Kind'),
    text('Booking'),
    text('Listing'),
    text('Currency'),
    amount('Amount'),
    instant('Available'),
    text('State'),
    day('Paid'),
    text('Cause'),
  ],
  readRecords: (all, ctx) =>
    (all as readonly LedgerEntryRow[]).flatMap((row) => {
      const earnedOn = toLocalDate(earnedAt(row), ctx.timezone)
      if (!isWithin(earnedOn, ctx)) return []
      const { currency, amountMinor, bookingId, listingId } = row
      const code = bookingId === null ? '' : humanCode('HB', bookingId)
      const kind = ledgerKindOf(row.kind).title
      const cells = [
        row.id,
        earnedOn,
        kind,
        code,
        ctx.titleOf(listingId),
        currency,
        money(amountMinor, currency),
        row.availableAt,
        row.state,
        row.settledOn ?? '',
        row.source.stream,
      ]
      const label = [kind, code].filter(Boolean).join(', ')
      return [
        { key: row.id, label, listingId, bookingId, rows: [{ cells, quantity: 1, currency, amountMinor }] },
      ]
    }),
}

const reviewReport: ReportDefinition = {
  resource: reviews,
  projection: reviewProjection as unknown as Projection,
  source: { of: createModel(reviews), orderBy: 'closesAt', prefix: 'review' },
  columns: [
    text('Booking'),
    text('Guest'),
    text('Listing'),
    day('Check-out'),
    text('State'),
    count('Stars'),
    instant('Revealed'),
    instant('Replied'),
    text('Dispute'),
  ],
  readRecords: (all, ctx) =>
    (all as readonly ReviewRow[]).flatMap((row) => {
      if (!isWithin(row.checkOut, ctx)) return []
      const { id: bookingId, listingId, overall } = row
      const guest = ctx.sees('guestName') ? row.guestName : ''
      const cells = [
        row.bookingCode,
        guest,
        ctx.titleOf(listingId),
        row.checkOut,
        row.state,
        overall === null ? '' : number(overall),
        row.revealedAt ?? '',
        row.reply?.at ?? '',
        row.dispute === null ? '' : (row.dispute.decision ?? 'open'),
      ]
      const label = [guest, row.bookingCode, ctx.titleOf(listingId)].filter(Boolean).join(', ')
      const rows = [{ cells, quantity: overall === null ? 0 : 1, currency: null, amountMinor: 0 }]
      return [{ key: bookingId, label, listingId, bookingId, rows }]
    }),
}

const claimReport: ReportDefinition = {
  resource: reimbursements,
  projection: reimbursementProjection as unknown as Projection,
  source: { of: createModel(reimbursements), orderBy: 'openedAt', prefix: 'reimbursement' },
  columns: [
    text('Claim'),
    text('Booking'),
    text('Listing'),
    text('Status'),
    instant('Opened'),
    instant('Decided'),
    text('Currency'),
    amount('Claimed'),
    amount('Approved'),
    amount('Paid'),
  ],
  readRecords: (all, ctx) =>
    (all as readonly ReimbursementRow[]).flatMap((row) => {
      if (!isWithin(toLocalDate(row.openedAt, ctx.timezone), ctx)) return []
      const { listingId, bookingId, currency } = row
      const cells = [
        row.code,
        row.bookingCode ?? '',
        ctx.titleOf(listingId),
        row.status,
        row.openedAt,
        row.decidedAt ?? '',
        currency,
        money(row.claimedMinor, currency),
        money(row.approvedMinor, currency),
        money(row.paidMinor, currency),
      ]
      const rows = [{ cells, quantity: 1, currency, amountMinor: row.paidMinor }]
      return [{ key: row.id, label: row.code, listingId, bookingId, rows }]
    }),
}

const calendarSource: StreamSource = { of: createModel(listings), orderBy: 'title', prefix: 'calendar' }
const isTaken = ({ state, shared }: ClaimRow): boolean => state === 'committed' && !shared

/** The nights of a claim that lie in the period. */
const listNightsWithin = ({ start, end }: ClaimRow, ctx: ReportContext): readonly LocalDate[] => {
  const nights: LocalDate[] = []
  const last = addDays(ctx.to, 1)
  for (
    let night = start > ctx.from ? start : ctx.from;
    night < end && night < last;
    night = addDays(night, 1)
  )
    nights.push(night)
  return nights
}

const ownerStayReport: ReportDefinition = {
  resource: claims,
  projection: claimProjection as unknown as Projection,
  source: calendarSource,
  columns: [
    text('Listing'),
    day('From'),
    day('To'),
    count('Nights in the period'),
    count('Guests'),
    text('Cleaning'),
  ],
  readRecords: (all, ctx) =>
    (all as readonly ClaimRow[]).flatMap((row) => {
      const nights = listNightsWithin(row, ctx).length
      if (row.kind !== 'owner_stay' || !isTaken(row) || nights === 0) return []
      const title = ctx.titleOf(row.listingId)
      const cells = [
        title,
        row.start,
        row.end,
        number(nights),
        number(row.ownerStay?.guests ?? 0),
        row.ownerStay?.cleaningRequested === true ? 'requested' : '',
      ]
      const rows = [{ cells, quantity: nights, currency: null, amountMinor: 0 }]
      const label = `${title}, ${row.start} to ${row.end}`
      return [{ key: row.id, label, listingId: row.listingId, bookingId: null, rows }]
    }),
}

const monthsWithin = ({ from, to }: ReportContext): readonly string[] => {
  const months: string[] = []
  for (let date = `${from.slice(0, 7)}-01`; date <= to; date = addDays(date, 32).slice(0, 8) + '01')
    months.push(date.slice(0, 7))
  return months
}
const daysOf = (month: string, { from, to }: ReportContext): number => {
  let days = 0
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1))
    if (date >= from && date <= to) days += 1
  return days
}

const occupancyReport: ReportDefinition = {
  resource: claims,
  projection: claimProjection as unknown as Projection,
  source: calendarSource,
  columns: [
    text('Listing'),
    text('Month'),
    count('Nights'),
    count('Sold'),
    count('Yours'),
    count('Blocked'),
    count('Open'),
    count('Occupancy, %'),
  ],
  readRecords: (all, ctx, stream) => {
    const taken = new Map<LocalDate, 'sold' | 'yours' | 'blocked'>()
    for (const row of (all as readonly ClaimRow[]).filter(isTaken)) {
      const use = row.kind === 'booking' ? 'sold' : row.kind === 'owner_stay' ? 'yours' : 'blocked'
      for (const night of listNightsWithin(row, ctx)) if (taken.get(night) !== 'sold') taken.set(night, use)
    }
    const listingId = stream.slice('calendar-'.length)
    const title = ctx.titleOf(listingId)
    const rows = monthsWithin(ctx).map((month): ReportRow => {
      const uses = [...taken].flatMap(([night, use]) => (night.startsWith(month) ? [use] : []))
      const countOf = (wanted: string) => uses.filter((use) => use === wanted).length
      const [nights, sold, yours, blocked] = [
        daysOf(month, ctx),
        countOf('sold'),
        countOf('yours'),
        countOf('blocked'),
      ]
      const open = nights - sold - yours - blocked
      const share = { number: ((100 * sold) / nights).toFixed(1) }
      const cells = [
        title,
        month,
        number(nights),
        number(sold),
        number(yours),
        number(blocked),
        number(open),
        share,
      ]
      return { cells, quantity: sold, currency: null, amountMinor: 0 }
    })
    return [{ key: listingId, label: title, listingId, bookingId: null, rows }]
  },
}

/** How each report of the catalogue is made (docs/domain/report.md#catalogue). */
export const REPORTS: Readonly<Record<ReportType, ReportDefinition>> = {
  bookings: bookingReport,
  nights: nightReport,
  payouts: payoutReport,
  ledger: ledgerReport,
  occupancy: occupancyReport,
  reviews: reviewReport,
  claims: claimReport,
  'owner-stays': ownerStayReport,
}
