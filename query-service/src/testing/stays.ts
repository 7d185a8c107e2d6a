import { bookingMoney, type BookingRow, type BookingSnapshot } from '@hearth/contracts/booking'
import { addDays, listNights } from '@hearth/contracts/kernel/dates'
import { humanCode, deriveId } from '@hearth/contracts/kernel/ids'
import { confirmedStay, createSnapshot } from '@hearth/contracts/testing'
import { toInstant } from '@hearth/platform/zones/localTime'
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

const ZONE = 'Europe/Lisbon'

const takeSnapshot = (checkIn: string, checkOut: string, days: readonly string[]) => ({
  ...createSnapshot(toInstant(checkIn, '15:00', ZONE), days.length, 'moderate'),
  timezone: ZONE,
  checkOutInstant: toInstant(checkOut, '11:00', ZONE),
  nightInstants: days.map((date) => toInstant(date, '15:00', ZONE)),
})

const computeMoney = (days: readonly string[], fee: BookingSnapshot['fee']) => {
  const hostSubtotal = days.length * 10_000 + 5_000
  const tax = Math.round(hostSubtotal / 10)
  return bookingMoney(
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
    fee,
  )
}

const confirmStay = (
  { listingId, guestName, checkIn, nights, source = 'direct' }: Stay,
  hostAccountId: string,
) => {
  const id = deriveId('test-booking', listingId, checkIn, guestName)
  const checkOut = addDays(checkIn, nights)
  const days = listNights(checkIn, checkOut)
  const snapshot = takeSnapshot(checkIn, checkOut, days)
  return confirmedStay({
    bookingId: id,
    listingId,
    hostAccountId,
    code: humanCode('HB', id),
    source,
    externalRef: null,
    guestRef: `guest-${id}`,
    guestName,
    checkIn,
    checkOut,
    money: computeMoney(days, snapshot.fee),
    snapshot,
  })
}

/** A booking with its nights held and committed. */
export const book = (stay: Stay, by: By): Readonly<{ id: string; events: readonly TestEvent[] }> => {
  const confirmed = confirmStay(stay, by.tenantId)
  const { bookingId: id, listingId, checkIn: start, checkOut: end } = confirmed
  const booking = { ...by, stream: `booking-${id}` }
  const calendar = { ...by, stream: `calendar-${listingId}` }
  const claim = { listingId, claimId: id, start, end }
  if (stay.overbooked) {
    const conflicts = [{ kind: 'booking', start, end }]
    return { id, events: [{ ...booking, type: 'OverbookingDetected', data: { ...confirmed, conflicts } }] }
  }
  return {
    id,
    events: [
      { ...calendar, type: 'NightsHeld', data: { ...claim, kind: 'booking', holdExpiresAt: by.at } },
      { ...booking, type: 'BookingConfirmed', data: confirmed },
      { ...calendar, type: 'NightsCommitted', data: claim },
    ],
  }
}
