import {
  bookingMoney,
  CHANNEL_SOURCES,
  DIRECT_SOURCES,
  listPolicies,
  priceProblems,
  skipsRules,
  type BookingCommand,
  type BookingEvent,
} from '@hearth/contracts/booking'
import { hoursBetween } from '@hearth/contracts/kernel/dates'
import { humanCode } from '@hearth/contracts/kernel/ids'
import type { OfType } from '@hearth/contracts/kernel/message'
import type { FieldError } from '@hearth/contracts/kernel/problem'
import { accept, reject, type Context, type Decider, type Rejected } from '../runtime/decider.ts'
import type { BookingFacts, ReceiveFacts } from './booking.facts.ts'
import type { BookingState } from './booking.state.ts'
import { resolved } from './overbooking.ts'
import { buildSnapshot } from './snapshot.ts'

type Receive = OfType<BookingCommand, 'ReceiveBooking'>['data']

/** A booking that is reported this late is timed by its caller (docs/domain/booking.md#clock). */
const TOLD_LATE_HOURS = 1

const wrongFields = ({
  source,
  guest,
  price,
  cancellationPolicyCode,
  checkIn,
  checkOut,
}: Receive): FieldError[] => [
  ...priceProblems(price, checkIn, checkOut),
  ...(cancellationPolicyCode !== null && !skipsRules(source)
    ? [
        {
          pointer: '/cancellationPolicyCode',
          detail: 'only imported and channel bookings have their own; this listing already has one',
        },
      ]
    : []),
  ...(guest.email && !DIRECT_SOURCES.includes(source)
    ? [{ pointer: '/guest/email', detail: 'only guests of direct bookings have one' }]
    : []),
]

/** Why the home is too small for the party. */
export const refuseParty = (
  { adults, children }: Receive['party'],
  { maxGuests }: Pick<ReceiveFacts['listing'], 'maxGuests'>,
): Rejected | null =>
  adults + children > maxGuests
    ? reject('LIMIT_EXCEEDED', `This listing allows up to ${maxGuests} guests.`, {
        rule: 'capacity',
        limit: maxGuests,
      })
    : null

/** Why the stay does not fit its listing, or its price does not add up. */
export const refuseStay = (data: Receive, { listing }: Pick<ReceiveFacts, 'listing'>): Rejected | null => {
  if (data.price.currency !== listing.currency)
    return reject('CURRENCY_MISMATCH', `This listing’s currency is ${listing.currency}.`)
  const tooMany = refuseParty(data.party, listing)
  if (tooMany !== null) return tooMany
  const errors = wrongFields(data)
  return errors.length === 0
    ? null
    : reject('VALIDATION_FAILED', 'The booking can’t be accepted because some of its details are wrong.', {
        errors,
      })
}

/** The money of the stay, and what binds it. */
export const computeTerms = (
  { checkIn, checkOut, price, cancellationPolicyCode }: Receive,
  { listing, policies }: Pick<ReceiveFacts, 'listing' | 'policies'>,
) => {
  const snapshot = buildSnapshot(listing, checkIn, checkOut, policies, cancellationPolicyCode)
  return { money: bookingMoney(price, snapshot.fee), snapshot }
}

const stay = (
  data: Receive,
  { id, now, recordedAt }: Context<BookingFacts>,
  { listing, policies }: ReceiveFacts,
) => {
  const { listingId, source, externalRef, guest, party, checkIn, checkOut } = data
  const { money, snapshot } = computeTerms(data, { listing, policies })
  return {
    bookingId: id,
    listingId,
    hostAccountId: listing.hostAccountId,
    code: humanCode('HB', id),
    source,
    externalRef,
    guestRef: guest.guestRef,
    guestName: guest.displayName,
    party,
    checkIn,
    checkOut,
    money,
    snapshot,
    clock: hoursBetween(now, recordedAt) > TOLD_LATE_HOURS ? ('caller' as const) : ('scheduler' as const),
  }
}

export const emailRecorded = (
  { bookingId, listingId, guestRef }: Readonly<{ bookingId: string; listingId: string; guestRef: string }>,
  email: string,
): OfType<BookingEvent, 'GuestEmailRecorded'> => ({
  type: 'GuestEmailRecorded',
  data: { bookingId, listingId, guestRef, email },
})

export const decideReceiving: Pick<
  Decider<BookingState, BookingCommand, BookingEvent, BookingFacts>['decide'],
  'ReceiveBooking' | 'AbandonBookingHold'
> = {
  /**
   * Nights come first: `HoldNights` under the booking's id must have been tried
   * (docs/domain/booking.md#receiving). A channel's booking is accepted without them.
   */
  ReceiveBooking: (data, state, ctx) => {
    const facts = ctx.facts.receive
    if (state.status !== 'none') return reject('DUPLICATE', 'This booking already exists.')
    if (facts === null) return reject('NOT_FOUND', 'This listing doesn’t exist.')
    const refused = refuseStay(data, facts)
    if (refused !== null) return refused
    const { held, conflicts } = facts.hold
    if (!held && conflicts.length === 0)
      return reject('PRECONDITION_FAILED', 'The nights aren’t held for this booking. Hold them first.', {
        rule: 'nights_held',
      })
    if (!held && !CHANNEL_SOURCES.includes(data.source))
      return reject('NIGHTS_UNAVAILABLE', 'These nights aren’t available.', { conflicts })
    const known = stay(data, ctx, facts)
    const policies = listPolicies(known)
    const address = data.guest.email ? [emailRecorded(known, data.guest.email)] : []
    return held
      ? accept([{ type: 'BookingConfirmed', data: known }, ...address], { policies })
      : accept([{ type: 'OverbookingDetected', data: { ...known, conflicts: [...conflicts] } }, ...address], {
          policies,
        })
  },
  /**
   * Always adds an event, so that a late confirmation fails on the revision. An overbooked stay whose request
   * died after holding its nights keeps them.
   */
  AbandonBookingHold: ({ listingId, start, end }, state, { id }) => {
    if (state.status === 'none')
      return accept([{ type: 'BookingHoldAbandoned', data: { bookingId: id, listingId, start, end } }])
    // It was to move there, and has not.
    if (state.listingId !== listingId)
      return accept([{ type: 'BookingHoldAbandoned', data: { bookingId: id, listingId, start, end } }])
    return state.status === 'overbooked'
      ? accept([resolved(state, id, null)])
      : reject('ALREADY_DECIDED', 'The booking exists; its nights are to be committed.')
  },
}
