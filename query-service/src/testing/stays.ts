import { bookingMoney, type BookingRow } from '@hearth/contracts/booking'
import { addDays, listNights } from '@hearth/contracts/kernel/dates'
import { humanCode, deriveId } from '@hearth/contracts/kernel/ids'
import { confirmedStay, createSnapshot } from '@hearth/contracts/testing'
import { instantOf } from '../runtime/zones.ts'
import type { TestEvent } from './miniProjector.ts'

const pricing = {
  baseNightMinor: 10_000,
  weekendNightMinor: null,
  weekdayOverrides: [],
  dateOverrides: [],
  weeklyDiscountBps: 0,
  monthlyDiscountBps: 0,
  cleaningFeeMinor: 5_000,
  petFeeMinor: 0,
  extraGuest: null,
}
const rules = {
  minNights: 2,
  maxNights: 365,
  advanceNoticeHours: 24,
  bookingWindowDays: 365,
  prepNights: 1,
  closedToArrival: [1],
  closedToDeparture: [],
  annualNightCap: null,
}

type By = Readonly<{ tenantId: string; actorId: string; actorKind: string; at: string }>

export const openAccount = (id: string, displayName: string, by: Omit<By, 'tenantId'>): TestEvent => ({
  ...by,
  tenantId: id,
  stream: `hostAccount-${id}`,
  type: 'AccountOpened',
  data: {
    hostAccountId: id,
    displayName,
    kind: 'company',
    country: 'PT',
    defaultCurrency: 'EUR',
    timezone: 'Europe/Lisbon',
  },
})

export const startListing = (listingId: string, title: string, by: By): readonly TestEvent[] => {
  const common = { ...by, stream: `listing-${listingId}` }
  const id = { listingId, hostAccountId: by.tenantId }
  return [
    {
      ...common,
      type: 'ListingStarted',
      data: {
        ...id,
        title,
        place: 'Lisbon',
        timezone: 'Europe/Lisbon',
        currency: 'EUR',
        maxGuests: 4,
        bedrooms: 1,
        checkInTime: '15:00',
        checkOutTime: '11:00',
        bookingMode: 'instant',
        feeModel: 'self_managed',
        cancellationPolicyCode: 'moderate',
        longTermPolicyCode: 'long_term_firm',
        unitType: null,
        pricing,
        rules,
      },
    },
    { ...common, type: 'ListingPublished', data: id },
  ]
}

export type Stay = Readonly<{
  listingId: string
  guestName: string
  checkIn: string
  nights: number
  source?: BookingRow['source']
  overbooked?: boolean
}>

/** A booking with its nights held and committed. */
export const book = (
  { listingId, guestName, checkIn, nights, source = 'direct', overbooked = false }: Stay,
  by: By,
): Readonly<{ id: string; events: readonly TestEvent[] }> => {
  const id = deriveId('test-booking', listingId, checkIn, guestName)
  const checkOut = addDays(checkIn, nights)
  const days = listNights(checkIn, checkOut)
  const zone = 'Europe/Lisbon'
  const snapshot = {
    ...createSnapshot(instantOf(checkIn, '15:00', zone), nights, 'moderate'),
    timezone: zone,
    checkOutInstant: instantOf(checkOut, '11:00', zone),
    nightInstants: days.map((date) => instantOf(date, '15:00', zone)),
  }
  const hostSubtotal = nights * 10_000 + 5_000
  const tax = Math.round(hostSubtotal / 10)
  const money = bookingMoney(
    {
      currency: 'EUR',
      nightly: days.map((date) => ({ date, amountMinor: 10_000 })),
      cleaningMinor: 5_000,
      petMinor: 0,
      extraGuestMinor: 0,
      discountMinor: 0,
      guestServiceFeeMinor: 0,
      taxes: [
        {
          code: 'city',
          jurisdiction: 'Lisbon',
          kind: 'percent',
          base: 'nights_cleaning',
          bps: 1_000,
          unitMinor: 0,
          amountMinor: tax,
          remitter: 'platform',
        },
      ],
      guestTotalMinor: hostSubtotal + tax,
    },
    snapshot.fee,
  )
  const calendar = { ...by, stream: `calendar-${listingId}` }
  const confirmed = confirmedStay({
    bookingId: id,
    listingId,
    hostAccountId: by.tenantId,
    code: humanCode('HB', id),
    source,
    externalRef: null,
    guestRef: `guest-${id}`,
    guestName,
    checkIn,
    checkOut,
    money,
    snapshot,
  })
  const events: TestEvent[] = overbooked
    ? [
        {
          ...by,
          stream: `booking-${id}`,
          type: 'OverbookingDetected',
          data: { ...confirmed, conflicts: [{ kind: 'booking', start: checkIn, end: checkOut }] },
        },
      ]
    : [
        {
          ...calendar,
          type: 'NightsHeld',
          data: {
            listingId,
            claimId: id,
            kind: 'booking',
            start: checkIn,
            end: checkOut,
            holdExpiresAt: by.at,
          },
        },
        { ...by, stream: `booking-${id}`, type: 'BookingConfirmed', data: confirmed },
        {
          ...calendar,
          type: 'NightsCommitted',
          data: { listingId, claimId: id, start: checkIn, end: checkOut },
        },
      ]
  return { id, events }
}
