import { erased } from '../kernel/erased.ts'
import { addHours, nightsBetween } from '../kernel/dates.ts'
import { idOfStream, type RecordedEvent, formatStream } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { AgreedStay } from './alterationMessages.ts'
import { evidenceUntil } from './disruptionMessages.ts'
import type { BookingEvent } from './messages.ts'
import { keepDisruption } from './rules/keepDisruption.ts'
import { isAlterationRefund } from './rules/alterationRefund.ts'
import { zBookingRow, type BookingRow, type BookingStatus } from './resource.ts'

/** Earnings are payable this long after check-in (docs/domain/ledger.md#earnings). */
const PAYABLE_AFTER_HOURS = 24

/** What the stay is agreed to be. */
const agree = ({ party, checkIn, checkOut, money, snapshot: { fee, ...snapshot } }: AgreedStay) => ({
  party,
  checkIn,
  checkOut,
  money,
  snapshot,
  fee,
  guests: party.adults + party.children,
  nights: nightsBetween(checkIn, checkOut),
  checkInInstant: snapshot.checkInInstant,
  checkOutInstant: snapshot.checkOutInstant,
  currency: money.currency,
  guestTotalMinor: money.guestTotalMinor,
  hostSubtotalMinor: money.hostSubtotalMinor,
  hostPayoutMinor: money.hostPayoutMinor,
  payableAt: addHours(snapshot.checkInInstant, PAYABLE_AFTER_HOURS),
})

type Stay = Extract<BookingEvent, { type: 'BookingConfirmed' }>['data']
type Refund = BookingRow['refunds'][number]

const started = (status: BookingStatus, data: Stay, event: RecordedEvent): BookingRow => {
  const {
    bookingId: id,
    hostAccountId,
    code,
    listingId,
    source,
    externalRef,
    guestRef,
    guestName,
    clock,
  } = data
  return {
    id,
    hostAccountId,
    code,
    listingId,
    source,
    externalRef,
    guestRef,
    guestName,
    guestEmail: null,
    clock,
    ...agree(data),
    status,
    statusBefore: null,
    payment: 'paid',
    confirmedAt: occurredAtOf(event),
    refundedMinor: 0,
    chargedBackMinor: 0,
    outcome: null,
    cancelReason: null,
    cancelMessage: null,
    effectiveAt: null,
    cancelledAt: null,
    disruption: null,
    refunds: [],
    notes: [],
  }
}

const summarizePayment = ({
  guestTotalMinor,
  refundedMinor,
  chargedBackMinor,
}: BookingRow): BookingRow['payment'] => {
  if (chargedBackMinor > 0) return 'charged_back'
  if (refundedMinor === 0) return 'paid'
  return refundedMinor < guestTotalMinor ? 'partially_refunded' : 'refunded'
}

/** What of the present price went back to the guest and what state the payment is in; a failed refund has not gone back. */
const settle = (row: BookingRow): BookingRow => {
  const refundedMinor = row.refunds.reduce(
    (total, refund) =>
      refund.state === 'failed' || isAlterationRefund(refund) ? total : total + refund.amountMinor,
    0,
  )
  return { ...row, refundedMinor, payment: summarizePayment({ ...row, refundedMinor }) }
}

const changeRefund = (row: BookingRow, refundId: string, change: Partial<Refund>) =>
  settle({
    ...row,
    refunds: row.refunds.map((refund) => (refund.refundId === refundId ? { ...refund, ...change } : refund)),
  })

const chargeBack = (row: BookingRow, amountMinor: number): BookingRow =>
  settle({ ...row, chargedBackMinor: row.chargedBackMinor + amountMinor })

export const bookingProjection = defineProjection<BookingRow>({
  name: 'booking',
  version: 5,
  row: zBookingRow,
  personal: ['guestName', 'guestEmail', 'cancelMessage', 'notes'],
  streams: ({ id }) => [formatStream('booking', id)],
  categories: ['booking'],
  keys: ({ stream }) => [idOfStream(stream)],
  fold: foldBy<BookingRow, BookingEvent>({
    BookingConfirmed: (_row, event) => started('confirmed', event.data, event),
    OverbookingDetected: (_row, event) => started('overbooked', event.data, event),
    GuestEmailRecorded: (row, { data }) => row && { ...row, guestEmail: data.email },
    OverbookingResolved: (row) => row && { ...row, status: 'confirmed' },
    BookingAltered: (row, { data }) =>
      row && settle({ ...row, ...agree(data.after), disruption: keepDisruption(row.disruption, data.after) }),
    BookingMoved: (row, { data }) =>
      row && {
        ...row,
        ...agree(data.to),
        listingId: data.listingId,
        status: row.status === 'overbooked' ? 'confirmed' : row.status,
      },
    BookingDisrupted: (row, event) =>
      row && {
        ...row,
        disruption: { ...event.data.disruption, evidenceUntil: evidenceUntil(occurredAtOf(event)) },
      },
    BookingCheckedIn: (row) => row && { ...row, status: 'in_stay' },
    BookingCheckedOut: (row) => row && { ...row, status: 'checked_out' },
    BookingCompleted: (row) => row && { ...row, status: 'completed' },
    BookingCancellationStarted: (row, { data }) =>
      row && {
        ...row,
        status: 'cancelling',
        statusBefore: row.status,
        outcome: data.outcome,
        cancelReason: data.reason,
        cancelMessage: data.message,
        effectiveAt: data.effectiveAt,
      },
    BookingCancellationRevoked: (row) =>
      row && {
        ...row,
        status: row.statusBefore ?? row.status,
        statusBefore: null,
        outcome: null,
        cancelReason: null,
        cancelMessage: null,
        effectiveAt: null,
      },
    BookingCancelled: (row, event) => {
      const { outcome, reason } = event.data
      const hostPayoutMinor = outcome.hostPayoutMinor - outcome.hostFeeMinor
      return (
        row && {
          ...row,
          status: 'cancelled',
          statusBefore: null,
          outcome,
          cancelReason: reason,
          effectiveAt: null,
          cancelledAt: occurredAtOf(event),
          hostPayoutMinor,
        }
      )
    },
    BookingNoShowRecorded: (row, { data }) =>
      row && {
        ...row,
        status: 'no_show',
        outcome: data.outcome,
        hostPayoutMinor: data.outcome.hostPayoutMinor,
      },
    RefundRequested: (row, { data }) =>
      row &&
      settle({
        ...row,
        refunds: [
          ...row.refunds,
          {
            refundId: data.refundId,
            amountMinor: data.amountMinor,
            cause: data.cause,
            state: 'requested',
            providerRef: null,
          },
        ],
      }),
    RefundSettled: (row, { data }) =>
      row && changeRefund(row, data.refundId, { state: 'settled', providerRef: data.providerRef }),
    RefundFailed: (row, { data }) => row && changeRefund(row, data.refundId, { state: 'failed' }),
    ChargebackReceived: (row, { data }) => row && chargeBack(row, data.amountMinor),
    ChargebackReversed: (row, { data }) => row && chargeBack(row, -data.amountMinor),
    BookingNoteAdded: (row, event) => {
      const { noteId, text, visibility, by } = event.data
      // Hosts read this row; notes by staff for staff are in the log only.
      if (visibility === 'staff') return row
      return (
        row && { ...row, notes: [...row.notes, { noteId, text, visibility, by, at: occurredAtOf(event) }] }
      )
    },
    GuestErased: (row) =>
      row && {
        ...row,
        guestName: erased(row.guestName),
        guestEmail: erased(row.guestEmail),
        cancelMessage: erased(row.cancelMessage),
        notes: row.notes.map((note) => ({ ...note, text: erased(note.text) })),
      },
  }),
})
