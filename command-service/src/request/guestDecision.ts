import {
  isUnanswered,
  outcomeHash,
  type RequestDecision,
  type RequestEvent,
  type RequestKind,
} from '@hearth/contracts/request'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { bookingCancelled, previewAlteration } from './alteration.ts'
import { alreadyBooked, previewBookingRequest } from './bookingRequest.ts'
import {
  byActor,
  done,
  ofRequest,
  refusePreview,
  withStep,
  type Data,
  type Decided,
  type Previewed,
  type RequestContext,
} from './common.ts'
import type { RequestFacts } from './request.facts.ts'
import { previewRefundWaiver } from './refundWaiver.ts'
import type {
  AlterationState,
  BookingRequestState,
  RefundWaiverState,
  RequestState,
} from './request.state.ts'

export type GuestRequest = BookingRequestState | AlterationState | RefundWaiverState
const ACCEPTED = ['booking_request', 'alteration'] as const satisfies readonly RequestKind[]
const KINDS = [...ACCEPTED, 'refund_waiver'] as const

export const isOfGuest = (state: RequestState): state is GuestRequest =>
  KINDS.some((kind) => kind === state.kind)

const ofGuest = (state: GuestRequest, ctx: RequestContext) => ({
  ...ofRequest(state, ctx),
  guestRef: state.kind === 'booking_request' ? state.stay.guest.guestRef : state.guestRef,
})

/** Why there is nothing left to answer: the channel has sold the stay, or the booking was cancelled. */
export const refuseMoot = (
  state: GuestRequest,
  { booking, alteration }: Pick<RequestFacts, 'booking' | 'alteration'>,
): Rejected | null => {
  if (state.kind === 'alteration') return alteration?.booking.status === 'cancelled' ? bookingCancelled : null
  return state.kind === 'booking_request' && booking === 'exists' ? alreadyBooked : null
}

/** What the decision does now, or why it is not possible. The preview and the decision both come from here. */
export const previewDecision = (
  state: GuestRequest,
  decision: RequestDecision,
  now: string,
  facts: Pick<RequestFacts, 'stay' | 'booking' | 'alteration' | 'refunded'>,
  /** Of a refund: how much of it is granted. */
  amountMinor?: number,
): Previewed | Rejected => {
  if (state.kind === 'refund_waiver')
    return previewRefundWaiver(state, decision, now, facts.refunded, amountMinor)
  return state.kind === 'alteration'
    ? previewAlteration(state, decision, now, facts.alteration)
    : previewBookingRequest(state, decision, now, facts)
}

/** The decision must be the one that was previewed, with the same outcome. */
const asPreviewed = (
  state: GuestRequest,
  decision: RequestDecision,
  ctx: RequestContext,
  amountMinor?: number,
): (Previewed & Readonly<{ previewHash: string }>) | Rejected => {
  const { preview } = ctx.facts
  const refused = refusePreview(preview, ctx.id, decision)
  if (refused !== null) return refused
  const now = previewDecision(state, decision, ctx.now, ctx.facts, amountMinor)
  if (!now.ok) return now
  const previewHash = outcomeHash(now.outcome)
  return preview.ok && previewHash === preview.payload.resultHash
    ? { ...now, previewHash }
    : reject('QUOTE_STALE', 'The amounts have changed. Check them again.', { outcome: now.outcome })
}

/** How an open request of an erased guest ends; a booking keeps its nights. */
const endErased = (state: GuestRequest, ctx: RequestContext): RequestEvent =>
  refuseMoot(state, ctx.facts) === null
    ? { type: 'RequestWithdrawn', data: { ...ofRequest(state, ctx), ...byActor(ctx) } }
    : { type: 'RequestSuperseded', data: ofGuest(state, ctx) }

/** The answers to a guest, and how a question of a guest ends without one. */
export const decideForGuest = {
  AcceptRequest: withStep(ACCEPTED, 'AcceptRequest', ({ note }: Data<'AcceptRequest'>, state, ctx) => {
    const previewed = asPreviewed(state, 'accept', ctx)
    if (!previewed.ok) return previewed
    const { previewHash, policies } = previewed
    const accepted = { ...ofGuest(state, ctx), ...byActor(ctx), previewHash, note }
    return accept([{ type: 'RequestAccepted', data: accepted }], { policies })
  }),
  GrantRefundWaiver: withStep(
    'refund_waiver',
    'GrantRefundWaiver',
    ({ amountMinor, note }: Data<'GrantRefundWaiver'>, state, ctx) => {
      const previewed = asPreviewed(state, 'accept', ctx, amountMinor)
      if (!previewed.ok) return previewed
      const { previewHash } = previewed
      const { currency } = state
      return done({
        type: 'RefundWaiverGranted',
        data: { ...ofGuest(state, ctx), ...byActor(ctx), previewHash, amountMinor, currency, note },
      })
    },
  ),
  DeclineRequest: withStep(
    KINDS,
    'DeclineRequest',
    ({ reason, text }: Data<'DeclineRequest'>, state, ctx) => {
      const previewed = asPreviewed(state, 'decline', ctx)
      if (!previewed.ok) return previewed
      const { previewHash } = previewed
      return done({
        type: 'RequestDeclined',
        data: { ...ofGuest(state, ctx), ...byActor(ctx), previewHash, reason, text },
      })
    },
  ),
  SupersedeRequest: (_: Data<'SupersedeRequest'>, state: RequestState, ctx: RequestContext): Decided => {
    if (!isOfGuest(state) || !isUnanswered(state.status)) return done()
    if (refuseMoot(state, ctx.facts) !== null)
      return done({ type: 'RequestSuperseded', data: ofGuest(state, ctx) })
    return state.kind !== 'booking_request'
      ? reject('PRECONDITION_FAILED', 'The booking wasn’t cancelled.', { rule: 'booking_cancelled' })
      : reject('PRECONDITION_FAILED', 'There is no booking under this reference.', { rule: 'booked' })
  },
  /** By the clock. One that was answered in the meantime stays as it is. */
  ExpireRequest: (_: Data<'ExpireRequest'>, state: RequestState, ctx: RequestContext): Decided => {
    if (!isOfGuest(state) || !isUnanswered(state.status)) return done()
    if (refuseMoot(state, ctx.facts) !== null)
      return done({ type: 'RequestSuperseded', data: ofGuest(state, ctx) })
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
    if (!isOfGuest(state)) return reject('NOT_FOUND', 'This request doesn’t exist.')
    if (state.lastErasureId === erasureId) return done()
    return done(...(isUnanswered(state.status) ? [endErased(state, ctx)] : []), {
      type: 'RequestGuestErased',
      data: { ...ofGuest(state, ctx), erasureId },
    })
  },
}
