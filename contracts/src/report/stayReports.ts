import type { ReportCell, ReportContext, ReportDefinition } from '../kernel/report.ts'
import { bookings, type BookingRow } from '../booking/index.ts'
import { bookingProjection } from '../booking/projections.ts'
import { reviews } from '../review/index.ts'
import { reviewProjection } from '../review/projections.ts'
import type { Projection } from '../kernel/projection.ts'
import { amount, count, day, instant, isWithin, money, number, text, words } from './definition.ts'

/** The stay in a difference: its guest, its code and the listing. */
export const nameStay = (
  { guestName, code }: BookingRow,
  listingId: string,
  { sees, titleOf }: ReportContext,
): string =>
  [sees('guestName') ? guestName : '', sees('code') ? code : '', titleOf(listingId)]
    .filter(Boolean)
    .join(', ')

export const bookingReport: ReportDefinition = {
  resource: bookings,
  projections: [bookingProjection] as readonly Projection[],
  source: { of: 'rows', prefix: 'booking', resource: bookings, orderBy: 'checkIn' },
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
  readRecords: ({ rowsOf }, ctx) =>
    rowsOf(bookingProjection).flatMap((row) => {
      if (!isWithin(row.checkIn, ctx)) return []
      const { sees, titleOf } = ctx
      const shown = (field: string, cell: ReportCell): ReportCell => (sees(field) ? cell : '')
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
      const rows = [{ cells, quantity: 1, currency, amountMinor }]
      const { id, listingId } = row
      return [{ key: id, label: nameStay(row, listingId, ctx), listingId, bookingId: id, rows }]
    }),
}

export const reviewReport: ReportDefinition = {
  resource: reviews,
  projections: [reviewProjection] as readonly Projection[],
  source: { of: 'rows', prefix: 'review', resource: reviews, orderBy: 'closesAt' },
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
  readRecords: ({ rowsOf }, ctx) =>
    rowsOf(reviewProjection).flatMap((row) => {
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
}
