import {
  addDays,
  addHours,
  addMinutes,
  listNights,
  weekday,
  type Instant,
  type LocalDate,
} from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import { applyBps } from '@hearth/contracts/kernel/money'
import { toInstant } from '@hearth/platform/zones/localTime'
import type { Conversation, Stay } from './conversations.ts'
import type { ListingHistory, Step } from './history.ts'
import { requireId } from './requireId.ts'
import { listReviewSteps } from './reviews.ts'
import type { DemoBlock, DemoStay } from './stays.ts'
import { listMessageSteps, type Writer } from './threads.ts'
import { demoKey, type DemoListing } from './world.ts'

/** The price of a demo stay, as the gateway states it. Minor units. */
export const computePrice = (listing: DemoListing, checkIn: LocalDate, checkOut: LocalDate) => {
  const nightly = listNights(checkIn, checkOut).map((date) => ({
    date,
    amountMinor: weekday(date) >= 5 ? listing.weekendNightMinor : listing.baseNightMinor,
  }))
  const subtotal = nightly.reduce((sum, night) => sum + night.amountMinor, listing.cleaningFeeMinor)
  const { tax } = listing
  const amountMinor =
    tax.kind === 'percent'
      ? applyBps(subtotal, tax.bps)
      : tax.kind === 'per_night'
        ? tax.unitMinor * nightly.length
        : 0
  const line = {
    code: 'lodging',
    jurisdiction: listing.place,
    kind: tax.kind,
    base: 'all',
    bps: tax.kind === 'percent' ? tax.bps : 0,
    unitMinor: tax.kind === 'per_night' ? tax.unitMinor : 0,
    amountMinor,
    remitter: 'platform',
  }
  return {
    currency: listing.currency,
    nightly,
    cleaningMinor: listing.cleaningFeeMinor,
    taxes: tax.kind === 'none' ? [] : [line],
    guestTotalMinor: subtotal + amountMinor,
  }
}

const confirm = (
  { listing, listingId, command, send }: ListingHistory,
  stay: DemoStay,
  at: Instant,
  onConfirmed: (id: Id) => void,
): Step => ({
  at,
  partition: listing.name,
  send: async () => {
    const body = {
      listingId,
      source: stay.source,
      externalRef: stay.source === 'direct' ? null : demoKey('external', stay.name).slice(0, 13),
      guest: { guestRef: demoKey('guest', stay.name), displayName: stay.guest },
      party: { adults: stay.adults, children: stay.children },
      checkIn: stay.checkIn,
      checkOut: stay.checkOut,
      price: computePrice(listing, stay.checkIn, stay.checkOut),
    }
    const result = await send(command('book', stay.name, '/api/bookings', body, at))
    // Two stays of one seed may meet where a block lies; the calendar decides, as it does for guests.
    if (!result.ok && result.code !== 'NIGHTS_UNAVAILABLE') requireId(result)
    if (result.ok) onConfirmed(result.id)
  },
})

/** When a stay was booked, begins and ends; `local`: an hour of a day at the listing. */
const findTimes = ({ timezone }: DemoListing, stay: DemoStay) => {
  const local = (date: LocalDate, hour: number): Instant =>
    toInstant(date, `${String(hour).padStart(2, '0')}:00`, timezone)
  const booked = local(addDays(stay.checkIn, -stay.bookedDaysBefore), 10)
  return { booked, checkIn: local(stay.checkIn, 15), checkOut: local(stay.checkOut, 11), local }
}

const formatDay = (date: LocalDate): string =>
  new Date(`${date}T00:00:00.000Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })

/** The stay as its guest writes about it. */
export const describeStay = (
  { listing, now }: Pick<ListingHistory, 'listing' | 'now'>,
  stay: DemoStay,
): Stay => {
  const { booked, checkIn, checkOut } = findTimes(listing, stay)
  const [arrival, departure] = [formatDay(stay.checkIn), formatDay(stay.checkOut)]
  return { guest: stay.guest, arrival, departure, booked, checkIn, checkOut, now }
}

/** The guest of the stay, under the reference that the booking has. */
export const writerOf = ({ name }: DemoStay, bookingId: Writer['bookingId']): Writer => ({
  key: name,
  guestRef: demoKey('guest', name),
  bookingId,
})

/** A stay from its booking to its end, as far as it has happened, and what its guest and the host write. */
export const listStaySteps = (
  history: ListingHistory,
  stay: DemoStay,
  conversation?: Conversation,
): readonly Step[] => {
  const { listing, now, command, send } = history
  const { booked, checkIn, checkOut, local } = findTimes(listing, stay)
  let id: Id | undefined
  const act = (verb: string, at: Instant): Step => ({
    at,
    partition: listing.name,
    send: async () => {
      if (id !== undefined)
        requireId(await send(command(verb, stay.name, `/api/bookings/${id}/${verb}`, {}, at)))
    },
  })
  const ends = {
    kept: () => [
      act('check-in', checkIn),
      act('check-out', checkOut),
      act('complete', addHours(checkOut, 14 * 24)),
      ...listReviewSteps(history, stay.name, checkOut, () => id),
    ],
    cancelled: () => [act('cancel-by-guest', local(addDays(stay.checkIn, -stay.cancelledDaysBefore), 12))],
    no_show: () => [act('check-in', checkIn), act('mark-no-show', addHours(checkIn, 7))],
  }
  const first = confirm(history, stay, booked, (confirmed) => {
    id = confirmed
  })
  const written =
    conversation === undefined
      ? []
      : listMessageSteps(
          history,
          conversation,
          describeStay(history, stay),
          writerOf(stay, () => id),
        )
  return [first, ...ends[stay.outcome](), ...written].filter((step) => step.at <= now)
}

/** A booking of another channel for nights that `taken` already holds. */
export const overbook = (
  { listing, listingId, command, send }: ListingHistory,
  taken: DemoStay,
  at: Instant,
): Step => ({
  at,
  partition: listing.name,
  send: async () => {
    const { checkIn, checkOut } = taken
    const body = {
      listingId,
      source: 'vrbo',
      externalRef: 'VR-83015',
      guest: { guestRef: demoKey('guest', 'overbooked'), displayName: 'Renata C.' },
      party: { adults: 2 },
      checkIn,
      checkOut,
      price: computePrice(listing, checkIn, checkOut),
    }
    requireId(await send(command('overbook', taken.name, '/api/bookings', body, at)))
  },
})

export const addBlock = (
  { listing, listingId, now, command, send }: ListingHistory,
  { name, kind, start, end, note }: DemoBlock,
): Step => {
  const planned: Instant = `${addDays(start, -20)}T09:00:00.000Z`
  const at = planned < now ? planned : addMinutes(now, -30)
  const ownerStay =
    kind === 'owner_stay' ? { ownerStay: { guests: 2, cleaningRequested: true, forFriends: false } } : {}
  return {
    at,
    partition: listing.name,
    send: async () => {
      const body = { listingId, kind, start, end, note, ...ownerStay }
      const result = await send(command('block', name, '/api/blocks', body, at))
      if (!result.ok && result.code !== 'NIGHTS_UNAVAILABLE') requireId(result)
    },
  }
}
