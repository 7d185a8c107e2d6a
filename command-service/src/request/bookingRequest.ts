import { listPolicies } from '@hearth/contracts/booking'
import { addHours, earlier } from '@hearth/contracts/kernel/dates'
import { humanCode } from '@hearth/contracts/kernel/ids'
import {
  bookingRequestOutcome,
  outcomeHash,
  type DecisionOutcome,
  type RequestDecision,
  type RequestEvent,
} from '@hearth/contracts/request'
import { computeTerms, refuseStay } from '../booking/receiving.ts'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import { byActor, done, ofRequest, withStep, type Data, type Decided, type RequestContext } from './common.ts'
import type { RequestFacts } from './request.facts.ts'
import type { BookingRequestState, RequestState } from './request.state.ts'

const notHeld = reject('PRECONDITION_FAILED', 'The nights aren’t held for this request. Hold them first.', {
  rule: 'nights_held',
})
const tooLate = (closedAt: string) =>
  reject('WINDOW_CLOSED', `This request expired at ${closedAt}.`, { closedAt, rule: 'deadline' })
export const alreadyBooked = reject(
  'ALREADY_DECIDED',
  'This stay has already been booked under the same reference.',
  {
    rule: 'booked',
  },
)
const ofGuest = (state: BookingRequestState, ctx: RequestContext) => ({
  ...ofRequest(state, ctx),
  guestRef: state.stay.guest.guestRef,
})

type Previewed = Readonly<{ ok: true; outcome: DecisionOutcome; policies: readonly string[] }>

/**
 * What the decision does now, or why it is not possible. The preview and the decision both come from here
 * (docs/domain/request.md#previews).
 */
export const previewDecision = (
  { stay, dueAt }: Pick<BookingRequestState, 'stay' | 'dueAt'>,
  decision: RequestDecision,
  now: string,
  { stay: facts, booking }: Pick<RequestFacts, 'stay' | 'booking'>,
): Previewed | Rejected => {
  if (booking === 'exists') return alreadyBooked
  if (now >= dueAt) return tooLate(dueAt)
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

/** The decision must be the one that was previewed, with the same outcome. */
const asPreviewed = (
  state: BookingRequestState,
  decision: RequestDecision,
  ctx: RequestContext,
): (Previewed & Readonly<{ previewHash: string }>) | Rejected => {
  const { preview } = ctx.facts
  if (!preview.ok)
    return preview.reason === 'invalid'
      ? wrongField('/previewToken', 'isn’t a preview from Hearth')
      : reject('QUOTE_STALE', 'The preview has expired. Look at it again.')
  const { payload } = preview
  if (payload.requestId !== ctx.id || payload.decision !== decision)
    return reject('QUOTE_STALE', 'The preview is of a different decision. Look at this one.')
  const now = previewDecision(state, decision, ctx.now, ctx.facts)
  if (!now.ok) return now
  const previewHash = outcomeHash(now.outcome)
  return previewHash === payload.resultHash
    ? { ...now, previewHash }
    : reject('QUOTE_STALE', 'The amounts have changed. Check them again.', { outcome: now.outcome })
}

const kind = 'booking_request'

/** How an open request of an erased guest ends; a booking keeps its nights. */
const endErased = (state: BookingRequestState, ctx: RequestContext): RequestEvent =>
  ctx.facts.booking === 'exists'
    ? { type: 'RequestSuperseded', data: ofGuest(state, ctx) }
    : { type: 'RequestWithdrawn', data: { ...ofRequest(state, ctx), ...byActor(ctx) } }

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
    const { snapshot } = computeTerms(data, stay)
    const requested = {
      ...wanted,
      requestId: ctx.id,
      hostAccountId: stay.listing.hostAccountId,
      code: humanCode('RQ', ctx.id),
      externalRef: externalRef ?? ctx.commandId,
      guestRef: guest.guestRef,
      guestName: guest.displayName,
      dueAt: earlier(addHours(ctx.now, terms.bookingRequestHours), snapshot.checkInInstant),
    }
    return accept([{ type: 'BookingRequested', data: requested }], { policies: [policy] })
  },
  AcceptRequest: withStep(kind, 'AcceptRequest', ({ note }: Data<'AcceptRequest'>, state, ctx) => {
    const previewed = asPreviewed(state, 'accept', ctx)
    if (!previewed.ok) return previewed
    const { previewHash, policies } = previewed
    const accepted = { ...ofGuest(state, ctx), ...byActor(ctx), previewHash, note }
    return accept([{ type: 'RequestAccepted', data: accepted }], { policies })
  }),
  DeclineRequest: withStep(kind, 'DeclineRequest', ({ reason, text }: Data<'DeclineRequest'>, state, ctx) => {
    const previewed = asPreviewed(state, 'decline', ctx)
    if (!previewed.ok) return previewed
    const { previewHash } = previewed
    return done({
      type: 'RequestDeclined',
      data: { ...ofGuest(state, ctx), ...byActor(ctx), previewHash, reason, text },
    })
  }),
  SupersedeRequest: (_: Data<'SupersedeRequest'>, state: RequestState, ctx: RequestContext): Decided => {
    if (state.kind !== kind || state.status !== 'open') return done()
    return ctx.facts.booking === 'exists'
      ? done({ type: 'RequestSuperseded', data: ofGuest(state, ctx) })
      : reject('PRECONDITION_FAILED', 'There is no booking under this reference.', { rule: 'booked' })
  },
  /** By the clock. One that was answered in the meantime stays as it is. */
  ExpireRequest: (_: Data<'ExpireRequest'>, state: RequestState, ctx: RequestContext): Decided => {
    if (state.kind !== kind || state.status !== 'open') return done()
    if (ctx.facts.booking === 'exists') return done({ type: 'RequestSuperseded', data: ofGuest(state, ctx) })
    return ctx.now < state.dueAt
      ? reject('PRECONDITION_FAILED', `This isn’t possible before ${state.dueAt}.`, {
          rule: 'not_due',
          until: state.dueAt,
        })
      : done({ type: 'RequestExpired', data: ofGuest(state, ctx) })
  },
  EraseRequestGuest: (
    { erasureId }: Data<'EraseRequestGuest'>,
    state: RequestState,
    ctx: RequestContext,
  ): Decided => {
    if (state.kind !== kind) return reject('NOT_FOUND', 'This request doesn’t exist.')
    if (state.lastErasureId === erasureId) return done()
    return done(...(state.status === 'open' ? [endErased(state, ctx)] : []), {
      type: 'RequestGuestErased',
      data: { ...ofGuest(state, ctx), erasureId },
    })
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
