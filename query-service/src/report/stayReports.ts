import { bookings, spreadNights, type BookingRow } from '@hearth/contracts/booking'
import { bookingProjection } from '@hearth/contracts/booking/projections'
import { reviews } from '@hearth/contracts/review'
import { reviewProjection } from '@hearth/contracts/review/projections'
import type { Cell } from '@hearth/platform/spreadsheet/cells'
import { createModel } from '../runtime/model.ts'
import type { StreamSource } from './foldRecords.ts'
import {
  amount,
  count,
  day,
  defineReport,
  instant,
  isWithin,
  money,
  number,
  text,
  words,
  type ReportContext,
  type ReportRecord,
  type ReportRow,
} from './definition.ts'

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

export const bookingReport = defineReport({
  resource: bookings,
  projection: bookingProjection,
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
    all.flatMap((row) => {
      if (!isWithin(row.checkIn, ctx)) return []
      const { sees, titleOf } = ctx
      const shown = (field: string, cell: Cell): Cell => (sees(field) ? cell : '')
      const amountMinor = sees('hostPayoutMinor') ? row.hostPayoutMinor : 0
      const { currency } = row
      const cells = [
        shown('code', row.code),
        shown('guestName', row.guestName),
        titleOf(row.listingId),
        words(row.status),
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
})

export const nightReport = defineReport({
  resource: bookings,
  projection: bookingProjection,
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
    all.flatMap((row) => {
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
})

export const reviewReport = defineReport({
  resource: reviews,
  projection: reviewProjection,
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
    all.flatMap((row) => {
      if (!isWithin(row.checkOut, ctx)) return []
      const { id: bookingId, listingId, overall } = row
      const guest = ctx.sees('guestName') ? row.guestName : ''
      const cells = [
        row.bookingCode,
        guest,
        ctx.titleOf(listingId),
        row.checkOut,
        words(row.state),
        overall === null ? '' : number(overall),
        row.revealedAt ?? '',
        row.reply?.at ?? '',
        row.dispute === null ? '' : (row.dispute.decision ?? 'open'),
      ]
      const label = [guest, row.bookingCode, ctx.titleOf(listingId)].filter(Boolean).join(', ')
      const rows = [{ cells, quantity: overall === null ? 0 : 1, currency: null, amountMinor: 0 }]
      return [{ key: bookingId, label, listingId, bookingId, rows }]
    }),
})
