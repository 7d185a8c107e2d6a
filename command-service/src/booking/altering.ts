import {
  alterationCause,
  bookingMoney,
  priceProblems,
  type AgreedStay,
  type BookingCommand,
  type BookingEvent,
  type BookingPrice,
} from '@hearth/contracts/booking'
import { deriveRefundId } from '@hearth/contracts/kernel/ids'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import type { BookingFacts } from './booking.facts.ts'
import type { Alteration, BookingState, KnownBooking } from './booking.state.ts'
import { requestRefund } from './refunding.ts'
import { listInstants } from './snapshot.ts'

const notFound = reject('NOT_FOUND', 'This booking doesn’t exist.')
const notPossible = (state: KnownBooking) =>
  reject('INVALID_TRANSITION', 'Only a confirmed stay that hasn’t started can be altered.', {
    bookingStatus: state.status,
  })

const findAlteration = ({ alterations }: KnownBooking, requestId: string): Alteration | undefined =>
  alterations[requestId]

export type AlteredTerms = Pick<AgreedStay, 'party' | 'checkIn' | 'checkOut'> &
  Readonly<{ price: BookingPrice }>

/** The stay with other dates, party and price: its policies, times and fee stay as they were agreed. */
export const alterStay = (
  { snapshot }: Pick<AgreedStay, 'snapshot'>,
  { party, checkIn, checkOut, price }: AlteredTerms,
): AgreedStay => ({
  party,
  checkIn,
  checkOut,
  money: bookingMoney(price, snapshot.fee),
  snapshot: { ...snapshot, ...listInstants(snapshot, checkIn, checkOut) },
})

/** Why a stay cannot be altered now. */
export const refuseAltering = (state: KnownBooking, now: string) =>
  state.status !== 'confirmed' || state.sharesNights || now >= state.snapshot.checkInInstant
    ? notPossible(state)
    : null

type Names = 'AlterBooking' | 'RecordAlterationCharge' | 'FailAlteration'

/** The steps of an accepted alteration (docs/domain/booking.md#alterations). */
export const decideAltering: Pick<
  Decider<BookingState, BookingCommand, BookingEvent, BookingFacts>['decide'],
  Names
> = {
  /** It has happened, so it is recorded in every state. */
  RecordAlterationCharge: ({ requestId, amountMinor, providerRef }, state, { id }) => {
    if (state.status === 'none') return notFound
    if (findAlteration(state, requestId) !== undefined) return accept([])
    const data = { bookingId: id, listingId: state.listingId, requestId, amountMinor, providerRef }
    return accept([{ type: 'AlterationCharged', data }])
  },
  AlterBooking: ({ requestId, ...wanted }, state, { id, now, facts }) => {
    if (state.status === 'none') return notFound
    const known = findAlteration(state, requestId)
    if (known?.result === 'altered') return accept([])
    const isElsewhere = known?.result === 'failed' || wanted.listingId !== state.listingId
    const refused = isElsewhere ? notPossible(state) : refuseAltering(state, now)
    if (refused !== null) return refused
    const errors = priceProblems(wanted.price, wanted.checkIn, wanted.checkOut)
    if (errors.length > 0) return reject('VALIDATION_FAILED', 'The new price doesn’t add up.', { errors })
    if (wanted.price.currency !== state.money.currency)
      return reject('CURRENCY_MISMATCH', `This booking’s currency is ${state.money.currency}.`)
    if (!facts.nightsHeld)
      return reject('PRECONDITION_FAILED', 'The nights haven’t been moved yet.', { rule: 'nights_held' })
    const differenceMinor = wanted.price.guestTotalMinor - state.money.guestTotalMinor
    if ((known?.chargedMinor ?? 0) !== Math.max(0, differenceMinor))
      return reject('PRECONDITION_FAILED', 'The guest hasn’t paid the difference.', { rule: 'charged' })
    const { listingId, hostAccountId, code, party, checkIn, checkOut, money, snapshot } = state
    const before = { party, checkIn, checkOut, money, snapshot }
    const altered = { bookingId: id, listingId, requestId, hostAccountId, code }
    return accept([
      { type: 'BookingAltered', data: { ...altered, before, after: alterStay(before, wanted) } },
      ...requestRefund(state, id, alterationCause(requestId), [
        { code: 'alteration', amountMinor: Math.max(0, -differenceMinor) },
      ]),
    ])
  },
  FailAlteration: ({ requestId, reason }, state, { id }) => {
    if (state.status === 'none') return notFound
    const known = findAlteration(state, requestId)
    if (known !== undefined && known.result !== 'pending') return accept([])
    const { listingId, money } = state
    const of = { bookingId: id, listingId }
    const amountMinor = known?.chargedMinor ?? 0
    const cause = alterationCause(requestId)
    const refund = {
      ...of,
      refundId: deriveRefundId(id, cause),
      amountMinor,
      currency: money.currency,
      lines: [{ code: 'alteration', amountMinor }],
      cause,
    }
    return accept([
      { type: 'AlterationFailed', data: { ...of, requestId, reason } },
      ...(amountMinor > 0 ? [{ type: 'RefundRequested', data: refund } as const] : []),
    ])
  },
}
