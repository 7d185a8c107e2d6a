import { bookingMoney, zListedBookingRow, type BookingSnapshot } from '@hearth/contracts/booking'
import { bookingProjection } from '@hearth/contracts/booking/projections'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { confirmedStay } from '@hearth/contracts/testing'
import type { Session } from '../session/session.ts'
import type { Booking, ListedBooking } from '../data/records/records.ts'

const terms = FIRST_POLICIES.cancellation.body['moderate']
if (!terms) throw new Error('the first policies have no moderate')

/** Thu 16 – Sun 19 Jul 2026 at Cedar House, New York time: 3 nights, 120.00 cleaning, 10 % tax. */
const snapshot: BookingSnapshot = {
  timezone: 'America/New_York',
  checkInTime: '15:00',
  checkOutTime: '11:00',
  checkInInstant: '2026-07-16T19:00:00.000Z',
  checkOutInstant: '2026-07-19T15:00:00.000Z',
  nightInstants: ['2026-07-16T19:00:00.000Z', '2026-07-17T19:00:00.000Z', '2026-07-18T19:00:00.000Z'],
  cancellation: { code: 'moderate', version: 1, terms },
  hostCancellation: { version: 1, terms: FIRST_POLICIES.hostCancellation.body },
  fee: { model: 'self_managed', bps: 1550, version: 1 },
}
const money = bookingMoney(
  {
    currency: 'USD',
    nightly: [
      { date: '2026-07-16', amountMinor: 18_000 },
      { date: '2026-07-17', amountMinor: 23_000 },
      { date: '2026-07-18', amountMinor: 23_000 },
    ],
    cleaningMinor: 12_000,
    petMinor: 0,
    extraGuestMinor: 0,
    discountMinor: 0,
    guestServiceFeeMinor: 0,
    taxes: [
      {
        code: 'occupancy',
        jurisdiction: 'NY',
        kind: 'percent',
        base: 'nights_cleaning',
        bps: 1000,
        unitMinor: 0,
        amountMinor: 7600,
        remitter: 'platform',
      },
    ],
    guestTotalMinor: 83_600,
  },
  snapshot.fee,
)

const row = bookingProjection.fold(
  undefined,
  {
    id: 'e1',
    stream: 'booking-b1',
    revision: 0n,
    type: 'BookingConfirmed',
    data: confirmedStay({
      bookingId: 'b1',
      hostAccountId: 'a1',
      code: 'HB-7K2M9QXD',
      listingId: 'l1',
      externalRef: null,
      guestRef: 'g1',
      guestName: 'Daniel W.',
      checkIn: '2026-07-16',
      checkOut: '2026-07-19',
      money,
      snapshot,
    }),
    metadata: {},
    position: { commit: 1n, prepare: 1n },
    recordedAt: '2026-05-01T12:00:00.000Z',
  },
  'b1',
)
if (!row) throw new Error('A confirmed booking has a row')
/** The row that the projection creates for the booking. */
export const booking: Booking = { ...row, tenantId: 'a1', revision: 4 }

const { tenantId, revision } = booking
/** The same row as lists have it. */
export const listedBooking: ListedBooking = {
  ...zListedBookingRow.strip().extend({ snapshot: zListedBookingRow.shape.snapshot.strip() }).parse(booking),
  tenantId,
  revision,
}

export const session: Session = {
  user: { id: 'u1', name: 'Clara Vale', email: 'clara@example.com' },
  role: 'owner',
  account: { id: 'a1', displayName: 'Vale Stays', timezone: 'America/New_York' },
  accounts: [{ id: 'a1', displayName: 'Vale Stays', role: 'owner' }],
  provedAt: '2026-07-16T13:00:00.000Z',
  secondFactor: null,
  impersonation: null,
  impersonationOver: false,
  capabilities: [
    'booking.read',
    'booking.details',
    'booking.money',
    'booking.cancel',
    'booking.revoke-cancellation',
    'booking.note',
    'listing.read',
    'listing.price',
    'calendar.read',
    'block.write',
    'block.manage',
  ],
}
