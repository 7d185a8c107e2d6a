import type { ListedBookingRow } from '@hearth/contracts/booking'
import type { ClaimRow } from '@hearth/contracts/calendar'
import {
  addDays,
  addHours,
  addMinutes,
  nightsBetween,
  listNights,
  overlaps,
  weekday,
  type Instant,
  type LocalDate,
} from '@hearth/contracts/kernel/dates'
import { splitByWeight } from '@hearth/contracts/kernel/money'
import type { ListingRow } from '@hearth/contracts/listing'
import type { ListedRequestRow } from '@hearth/contracts/request'

/** The next action of a simulated guest. */
export type SimulatedCommand = Readonly<{
  path: string
  body: unknown
  occurredAt?: Instant
  as: 'gateway' | 'importer'
}>

const NAMES = (
  'Anya K.,Bruno M.,Chloe R.,Diego F.,Erik L.,Fatima A.,Gustav H.,Holly P.,' +
  'Ivan S.,Julia W.,Kenji O.,Lena B.,Mateo R.,Nora D.,Otis G.,Priya N.'
).split(',')

/**
 * A booking of free nights at one listing, or nothing when chance or the calendar decides against it.
 * `random` gives [0, 1).
 */
export const drawBooking = (
  listing: ListingRow,
  claims: readonly ClaimRow[],
  today: LocalDate,
  random: () => number,
): SimulatedCommand | undefined => {
  const checkIn = addDays(today, 1 + Math.floor(random() ** 2 * 90))
  const checkOut = addDays(checkIn, Math.max(listing.rules.minNights, 2 + Math.floor(random() * 5)))
  if (
    claims.some((claim) => claim.state !== 'released' && overlaps(claim, { start: checkIn, end: checkOut }))
  )
    return undefined
  const { pricing, currency } = listing
  if (pricing === null) return undefined
  const nightly = listNights(checkIn, checkOut).map((date) => ({
    date,
    amountMinor:
      weekday(date) >= 5 ? (pricing.weekendNightMinor ?? pricing.baseNightMinor) : pricing.baseNightMinor,
  }))
  const guestTotalMinor = nightly.reduce((sum, night) => sum + night.amountMinor, pricing.cleaningFeeMinor)
  const [adults = 1, children = 0] = splitByWeight(1 + Math.floor(random() * listing.maxGuests), [3, 1])
  return {
    as: 'gateway',
    path: '/api/bookings',
    body: {
      listingId: listing.id,
      source: 'direct',
      guest: {
        guestRef: `sim-${Math.floor(random() * 1e12)}`,
        displayName: NAMES[Math.floor(random() * NAMES.length)],
      },
      party: { adults: Math.max(1, adults), children },
      checkIn,
      checkOut,
      price: { currency, nightly, cleaningMinor: pricing.cleaningFeeMinor, guestTotalMinor },
    },
  }
}

/** One of the stays that have not started. */
export const drawUpcoming = <B extends ListedBookingRow>(
  bookings: readonly B[],
  now: Instant,
  random: () => number,
): B | undefined => {
  const upcoming = bookings.filter(
    (booking) =>
      booking.status === 'confirmed' &&
      booking.checkInInstant > now &&
      nightsBetween(now.slice(0, 10), booking.checkIn) < 120,
  )
  return upcoming[Math.floor(random() * upcoming.length)]
}

/** Its guest wants to arrive or leave on another day. */
export const drawAlteration = (
  { id: bookingId, listingId, checkIn, checkOut }: ListedBookingRow,
  random: () => number,
): SimulatedCommand => {
  const nights = random() < 0.7 || nightsBetween(checkIn, checkOut) < 2 ? 1 : -1
  return {
    as: 'gateway',
    path: '/api/alteration-requests',
    body: {
      listingId,
      bookingId,
      ...(random() < 0.5 ? { checkOut: addDays(checkOut, nights) } : { checkIn: addDays(checkIn, -nights) }),
      message: nights > 0 ? 'Could we stay a day longer?' : 'We would like to stay a day less.',
    },
  }
}

/** One of the guests who left a while ago reviews their stay. */
export const drawReview = (
  bookings: readonly ListedBookingRow[],
  random: () => number,
): SimulatedCommand | undefined => {
  const left = bookings.filter(({ status }) => status === 'checked_out')
  const booking = left[Math.floor(random() * left.length)]
  if (booking === undefined) return undefined
  const stars = () => (random() < 0.75 ? 5 : 4)
  return {
    as: 'gateway',
    path: `/api/reviews/${booking.id}/receive-guest-review`,
    body: {
      overall: stars(),
      cleanliness: stars(),
      accuracy: stars(),
      checkIn: stars(),
      communication: stars(),
      location: stars(),
      value: stars(),
      publicText: 'A lovely place. We would come back.',
    },
  }
}

/** A guest answers a claim about their stay: some agree to a part of it, few to all of it. */
export const answerClaim = (
  { id }: Readonly<{ id: string }>,
  itemIds: readonly string[],
  random: () => number,
): SimulatedCommand => {
  const chance = random()
  const accepted = chance < 0.2 ? itemIds : chance < 0.5 ? itemIds.slice(0, 1) : []
  return {
    as: 'gateway',
    path: `/api/reimbursements/${id}/record-guest-response`,
    body: {
      acceptedItemIds: accepted,
      text: accepted.length > 0 ? 'That was us, sorry.' : 'It was like that when we arrived.',
    },
  }
}

/** A guest thinks about an offer for this long. */
const MINUTES_TO_THINK = 30

/** A guest answers what a host offered a while ago. */
export const drawOfferAnswer = (
  offers: readonly ListedRequestRow[],
  now: Instant,
  random: () => number,
): SimulatedCommand | undefined => {
  const old = offers.filter(({ openedAt }) => openedAt <= addMinutes(now, -MINUTES_TO_THINK))
  const offer = old[Math.floor(random() * old.length)]
  const verb = random() < 0.7 ? 'accept-offer' : 'decline-offer'
  return offer && { as: 'gateway', path: `/api/requests/${offer.id}/${verb}`, body: {} }
}

/** Its guest cancels it. */
export const cancelStay = ({ id }: ListedBookingRow): SimulatedCommand => ({
  as: 'gateway',
  path: `/api/bookings/${id}/cancel-by-guest`,
  body: {},
})

/**
 * Bookings of the demonstration have their own clock: the transitions due by now, at the instant each was due
 * (docs/domain/booking.md#clock).
 */
export const findDueClockCommands = (
  bookings: readonly ListedBookingRow[],
  now: Instant,
): SimulatedCommand[] =>
  bookings
    .filter((booking) => booking.clock === 'caller')
    .flatMap((booking): SimulatedCommand[] => {
      const due = (verb: string, occurredAt: Instant): SimulatedCommand[] =>
        occurredAt <= now
          ? [{ as: 'importer', path: `/api/bookings/${booking.id}/${verb}`, body: {}, occurredAt }]
          : []
      if (booking.status === 'confirmed') return due('check-in', booking.checkInInstant)
      if (booking.status === 'in_stay') return due('check-out', booking.checkOutInstant)
      if (booking.status === 'checked_out') return due('complete', addHours(booking.checkOutInstant, 14 * 24))
      return []
    })
