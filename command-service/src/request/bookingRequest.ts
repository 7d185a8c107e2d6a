import { listPolicies } from '@hearth/contracts/booking'
import { addHours, earlier } from '@hearth/contracts/kernel/dates'
import { humanCode } from '@hearth/contracts/kernel/ids'
import { bookingRequestOutcome, type RequestDecision } from '@hearth/contracts/request'
import { computeTerms, refuseStay } from '../booking/receiving.ts'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { done, refuseLate, type Data, type Decided, type Previewed, type RequestContext } from './common.ts'
import type { RequestFacts } from './request.facts.ts'
import type { BookingRequestState, RequestState } from './request.state.ts'

const notHeld = reject('PRECONDITION_FAILED', 'The nights aren’t held for this request. Hold them first.', {
  rule: 'nights_held',
})
export const alreadyBooked = reject(
  'ALREADY_DECIDED',
  'This stay has already been booked under the same reference.',
  {
    rule: 'booked',
  },
)

/**
 * What the decision does now, or why it is not possible. The preview and the decision both come from here
 * (docs/domain/request.md#previews).
 */
export const previewBookingRequest = (
  { stay, dueAt }: Pick<BookingRequestState, 'stay' | 'dueAt'>,
  decision: RequestDecision,
  now: string,
  { stay: facts, booking }: Pick<RequestFacts, 'stay' | 'booking'>,
): Previewed | Rejected => {
  if (booking === 'exists') return alreadyBooked
  if (now >= dueAt) return refuseLate(dueAt)
  if (facts === null) return reject('NOT_FOUND', 'This listing doesn’t exist.')
  const { money, snapshot } = computeTerms(stay, facts)
  const outcome = bookingRequestOutcome(decision, { ...stay, money })
  if (decision === 'decline') return { ok: true, outcome, policies: [] }
  const unfit = refuseStay(stay, facts)
  if (unfit !== null) return unfit
  return facts.hold.held
    ? { ok: true, outcome, policies: listPolicies({ snapshot }) }
    : reject('NIGHTS_UNAVAILABLE', 'These nights aren’t available.', { conflicts: facts.hold.conflicts })
}

/** A guest who wants to book (docs/domain/request.md#booking-requests). */
export const decideBookingRequest = {
  /** Nights come first: `HoldNights` under the request's id must have been tried. */
  RequestBooking: (data: Data<'RequestBooking'>, state: RequestState, ctx: RequestContext): Decided => {
    const { stay, terms, policy, booking } = ctx.facts
    if (state.kind !== 'none' || booking === 'exists')
      return reject('DUPLICATE', 'This request already exists.')
    if (stay === null) return reject('NOT_FOUND', 'This listing doesn’t exist.')
    const unfit = refuseStay(data, stay)
    if (unfit !== null) return unfit
    if (!stay.hold.held)
      return stay.hold.conflicts.length === 0
        ? notHeld
        : reject('NIGHTS_UNAVAILABLE', 'These nights aren’t available.', { conflicts: stay.hold.conflicts })
    const { guest, externalRef, ...wanted } = data
    const { snapshot, money } = computeTerms(data, stay)
    const requested = {
      ...wanted,
      requestId: ctx.id,
      hostAccountId: stay.listing.hostAccountId,
      code: humanCode('RQ', ctx.id),
      externalRef: externalRef ?? ctx.commandId,
      guestRef: guest.guestRef,
      guestName: guest.displayName,
      guestEmail: guest.email,
      hostPayoutMinor: money.hostPayoutMinor,
      dueAt: earlier(addHours(ctx.now, terms.bookingRequestHours), snapshot.checkInInstant),
      reminderHoursLeft: terms.reminderHoursLeft.bookingRequest,
    }
    return accept([{ type: 'BookingRequested', data: requested }], { policies: [policy] })
  },
  /**
   * Adds an event each time, so that a late opening fails on the revision. Nights of another listing are left
   * over from an attempt before.
   */
  AbandonRequestHold: (
    { listingId }: Data<'AbandonRequestHold'>,
    state: RequestState,
    { id }: RequestContext,
  ): Decided =>
    state.kind !== 'none' && state.listingId === listingId
      ? done()
      : done({ type: 'RequestHoldAbandoned', data: { requestId: id, listingId } }),
}
