import type { AgreedStay, BookingCommand, BookingEvent } from '@hearth/contracts/booking'
import { accept, reject, type Decider, type Rejected } from '../runtime/decider.ts'
import type { StartedListing } from '../listing/listing.state.ts'
import type { BookingFacts } from './booking.facts.ts'
import type { BookingState, KnownBooking } from './booking.state.ts'
import { refuseParty } from './receiving.ts'
import { listInstants } from './snapshot.ts'

const noBooking = reject('NOT_FOUND', 'This booking doesn’t exist.')
const noListing = reject('NOT_FOUND', 'This listing doesn’t exist.')

/** Why the stay can’t move anywhere now. */
export const refuseMoving = (
  { status, snapshot }: Pick<KnownBooking, 'status' | 'snapshot'>,
  now: string,
): Rejected | null =>
  (status !== 'confirmed' && status !== 'overbooked') || now >= snapshot.checkInInstant
    ? reject('INVALID_TRANSITION', 'Only a stay that hasn’t started can move to another listing.', {
        bookingStatus: status,
      })
    : null

/** Why this home doesn’t fit the stay; whether its nights are free is for its calendar to say. */
export const refuseHome = (
  { hostAccountId, party, money }: Pick<KnownBooking, 'hostAccountId' | 'party' | 'money'>,
  listing: StartedListing,
): Rejected | null => {
  if (listing.hostAccountId !== hostAccountId) return noListing
  if (listing.status !== 'live')
    return reject('INVALID_TRANSITION', 'This listing isn’t live.', { rule: 'not_live' })
  if (listing.currency !== money.currency)
    return reject('CURRENCY_MISMATCH', `This booking’s currency is ${money.currency}.`)
  return refuseParty(party, listing)
}

/** The stay in the other home: its price, policies and fee stay as agreed, the times are those of the home. */
export const moveStay = (
  { party, checkIn, checkOut, money, snapshot }: AgreedStay,
  { timezone, checkInTime, checkOutTime }: StartedListing,
): AgreedStay => {
  const times = { timezone, checkInTime, checkOutTime }
  return {
    party,
    checkIn,
    checkOut,
    money,
    snapshot: { ...snapshot, ...times, ...listInstants(times, checkIn, checkOut) },
  }
}

/** A stay gets another home of its account (docs/domain/booking.md#moves). */
export const decideMoving: Pick<
  Decider<BookingState, BookingCommand, BookingEvent, BookingFacts>['decide'],
  'MoveBooking'
> = {
  MoveBooking: ({ toListingId, message }, state, { id, now, idFor, facts: { move } }) => {
    if (state.status === 'none') return noBooking
    if (state.listingId === toListingId) return accept([])
    const refused = refuseMoving(state, now)
    if (refused !== null) return refused
    if (move === null) return noListing
    const unfit = refuseHome(state, move.listing)
    if (unfit !== null) return unfit
    if (move.alterationOpen)
      return reject(
        'INVALID_TRANSITION',
        'A change of this stay is still open. Answer or withdraw it first.',
        {
          rule: 'open_alteration',
        },
      )
    if (!move.nightsHeld) return reject('NIGHTS_UNAVAILABLE', 'These nights aren’t available.')
    const { listingId, hostAccountId, code, guestRef, party, checkIn, checkOut, money, snapshot, clock } =
      state
    const stay = { party, checkIn, checkOut, money, snapshot }
    const to = moveStay(stay, move.listing)
    if (now >= to.snapshot.checkInInstant)
      return reject('INVALID_TRANSITION', 'Check-in of this listing has passed.', { rule: 'started' })
    return accept([
      {
        type: 'BookingMoved',
        data: {
          bookingId: id,
          listingId: toListingId,
          hostAccountId,
          code,
          guestRef,
          moveId: idFor('move'),
          from: { listingId, stay },
          to,
          clock,
          message,
        },
      },
    ])
  },
}
