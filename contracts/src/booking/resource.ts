import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'
import { defineResource, type Waiting } from '../kernel/resource.ts'
import { zBookingSource } from './messages.ts'
import { zDisruption } from './disruptionMessages.ts'
import { zParty } from './party.ts'
import { zBookingMoney, zBookingSnapshot, zCancellationOutcome } from './money.ts'

/**
 * `received` never shows: a booking is confirmed or overbooked from its first event
 * (docs/domain/booking.md#states).
 */
export const zBookingStatus = z.enum([
  'confirmed',
  'overbooked',
  'in_stay',
  'checked_out',
  'completed',
  'cancelling',
  'cancelled',
  'no_show',
])
export type BookingStatus = z.infer<typeof zBookingStatus>
export const zPaymentState = z.enum(['paid', 'partially_refunded', 'refunded', 'charged_back'])

const refund = z.strictObject({
  refundId: z.string(),
  amountMinor: z.int(),
  cause: z.string(),
  state: z.enum(['requested', 'settled', 'failed']),
  providerRef: z.string().nullable(),
})
const note = z.strictObject({
  noteId: z.string(),
  text: z.string(),
  visibility: z.enum(['host', 'staff']),
  by: z.string(),
  at: zInstant,
})

/** A booking as its page shows it. Amounts in minor units of `currency`. */
export const zBookingRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  code: z.string(),
  listingId: z.string(),
  source: zBookingSource,
  externalRef: z.string().nullable(),
  guestRef: z.string(),
  guestName: z.string(),
  /** Null where none is known. */
  guestEmail: z.string().nullable(),
  party: zParty,
  guests: z.int(),
  checkIn: zLocalDate,
  checkOut: zLocalDate,
  nights: z.int(),
  status: zBookingStatus,
  /** Where a revoked cancellation returns to. */
  statusBefore: zBookingStatus.nullable(),
  payment: zPaymentState,
  confirmedAt: zInstant,
  checkInInstant: zInstant,
  checkOutInstant: zInstant,
  clock: z.enum(['scheduler', 'caller']),
  currency: zCurrency,
  guestTotalMinor: z.int(),
  hostSubtotalMinor: z.int(),
  /**
   * What the host receives in the current state: the payout agreed, or what a cancellation leaves, less its
   * fee.
   */
  hostPayoutMinor: z.int(),
  refundedMinor: z.int(),
  chargedBackMinor: z.int(),
  /** Payable 24 h after check-in (docs/domain/ledger.md#earnings). */
  payableAt: zInstant,
  money: zBookingMoney,
  snapshot: zBookingSnapshot.omit({ fee: true }),
  /** Hearth's share as agreed at confirmation; it belongs to the snapshot, and to those who see amounts. */
  fee: zBookingSnapshot.shape.fee,
  outcome: zCancellationOutcome.nullable(),
  cancelReason: z.string().nullable(),
  cancelMessage: z.string().nullable(),
  /** When a running cancellation takes effect; null otherwise. */
  effectiveAt: zInstant.nullable(),
  cancelledAt: zInstant.nullable(),
  /** The declared event that covers the stay, and until when its host can send evidence. */
  disruption: zDisruption.extend({ evidenceUntil: zInstant }).nullable(),
  refunds: z.array(refund),
  notes: z.array(note),
})
export type BookingRow = z.infer<typeof zBookingRow>

/** A booking in lists: less than a third of its size, without what only its own page shows. */
export const zListedBookingRow = zBookingRow
  .pick({
    id: true,
    hostAccountId: true,
    code: true,
    listingId: true,
    source: true,
    externalRef: true,
    guestRef: true,
    guestName: true,
    guests: true,
    checkIn: true,
    checkOut: true,
    nights: true,
    status: true,
    statusBefore: true,
    payment: true,
    confirmedAt: true,
    checkInInstant: true,
    checkOutInstant: true,
    clock: true,
    currency: true,
    guestTotalMinor: true,
    hostPayoutMinor: true,
    payableAt: true,
    snapshot: true,
    effectiveAt: true,
    cancelledAt: true,
    disruption: true,
  })
  .extend({ snapshot: zBookingSnapshot.pick({ timezone: true }) })
export type ListedBookingRow = z.infer<typeof zListedBookingRow>

/** What the clock does with bookings, and what it has to put right (docs/domain/processes.md#timers). */
export const waitingBookings = {
  cancelling: { at: 'effectiveAt', where: { status: 'cancelling' } },
  arriving: { at: 'checkInInstant', where: { status: 'confirmed', clock: 'scheduler' } },
  inStay: { at: 'checkOutInstant', where: { status: 'in_stay', clock: 'scheduler' } },
  checkedOut: { at: 'checkOutInstant', where: { status: 'checked_out', clock: 'scheduler' } },
  cancelled: { at: 'cancelledAt', where: { status: 'cancelled' } },
  refunding: { at: 'confirmedAt', where: {}, contains: { refunds: [{ state: 'requested' }] } },
} as const satisfies Readonly<Record<string, Waiting>>

export const bookings = defineResource({
  name: 'bookings',
  table: 'booking',
  row: zBookingRow,
  listRow: zListedBookingRow,
  capability: 'booking.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    code: 'booking.details',
    listingId: 'open',
    source: 'open',
    externalRef: 'booking.details',
    guestRef: 'booking.details',
    guestName: 'booking.details',
    guestEmail: 'thread.read',
    party: 'booking.details',
    guests: 'booking.details',
    checkIn: 'open',
    checkOut: 'open',
    nights: 'open',
    status: 'open',
    statusBefore: 'open',
    payment: 'open',
    confirmedAt: 'open',
    checkInInstant: 'open',
    checkOutInstant: 'open',
    clock: 'open',
    currency: 'open',
    guestTotalMinor: 'booking.money',
    hostSubtotalMinor: 'booking.money',
    hostPayoutMinor: 'booking.money',
    refundedMinor: 'booking.money',
    chargedBackMinor: 'booking.money',
    payableAt: 'open',
    money: 'booking.money',
    snapshot: 'open',
    fee: 'booking.money',
    outcome: 'booking.money',
    cancelReason: 'booking.details',
    cancelMessage: 'booking.details',
    effectiveAt: 'open',
    cancelledAt: 'open',
    disruption: 'open',
    refunds: 'booking.money',
    notes: 'booking.details',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: [
    'checkIn',
    'checkOut',
    'confirmedAt',
    'guestName',
    'code',
    'status',
    'nights',
    'hostPayoutMinor',
    'guestTotalMinor',
    'payableAt',
  ],
  defaultSort: ['checkIn', 'ASC'],
  filter: {
    status: 'equals',
    listingId: 'equals',
    hostAccountId: 'equals',
    source: 'equals',
    currency: 'equals',
    externalRef: 'equals',
    checkIn: 'range',
    checkOut: 'range',
    confirmedAt: 'range',
    payableAt: 'range',
    stay: { overlap: ['checkIn', 'checkOut'] },
    q: { search: ['guestName', 'code'] },
  },
  screens: {
    sorts: 'Bookings of a host with 50,000',
    orders: { checkIn: 'Bookings of all accounts' },
    finds: {
      listingId: 'Bookings of a listing, threads of its guests',
      externalRef: 'Lookup by the channel’s reference',
      stay: 'Bookings of the next 30 days',
      q: 'Search',
    },
    queues: {
      status: {
        values: ['overbooked', 'cancelling', 'in_stay'],
        screen: 'In house, needs attention, staff queue',
      },
    },
  },
  waiting: waitingBookings,
  export: {
    code: 'Code',
    guestName: 'Guest',
    listingId: 'Listing',
    source: 'Source',
    checkIn: 'Check-in',
    checkOut: 'Check-out',
    nights: 'Nights',
    status: 'Status',
    currency: 'Currency',
    guestTotalMinor: 'Guest total',
    hostPayoutMinor: 'You receive',
    confirmedAt: 'Confirmed',
    payableAt: 'Payable from',
  },
})
