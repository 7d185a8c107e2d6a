import { humanCode } from '@hearth/contracts/kernel/ids'
import type { RequestTerms } from '@hearth/contracts/policy'
import {
  alterationOutcome,
  deriveAlterationId,
  outcomeHash,
  type DecisionOutcome,
  type Offer,
  type OfferedStay,
} from '@hearth/contracts/request'
import { refuseAltering } from '../booking/altering.ts'
import { accept, reject, type Rejected } from '../runtime/decider.ts'
import { refuseFields } from '../runtime/refusals.ts'
import { alreadyOpen, bookingCancelled, describeStay, planStay, refuseNights } from './alteration.ts'
import type { AlterationFacts } from './alteration.facts.ts'
import {
  byActor,
  done,
  ofRequest,
  refuseLate,
  refusePreview,
  withStep,
  type Data,
  type Decided,
  type RequestContext,
} from './common.ts'
import type { AlterationState, RequestState } from './request.state.ts'

const noBooking = reject('NOT_FOUND', 'This booking doesn’t exist.')

type Planned = Readonly<{ ok: true; outcome: DecisionOutcome; offered: OfferedStay }>

/**
 * What the offer does once the guest accepts it, or why the host cannot make it. The preview and the offer both
 * come from here (docs/domain/request.md#offers).
 */
export const previewOffer = (
  offer: Offer,
  facts: AlterationFacts | null,
  now: string,
  terms: RequestTerms,
): Planned | Rejected => {
  if (facts === null) return noBooking
  const { booking } = facts
  if (booking.status === 'cancelled') return bookingCancelled
  const planned = planStay(offer, facts, now, terms)
  if (!planned.ok) return planned
  const { stay, price, dueAt } = planned
  return {
    ok: true,
    outcome: alterationOutcome('offer', { before: booking, asked: stay }),
    offered: { before: describeStay(booking), after: describeStay(stay), price, dueAt },
  }
}

/** The offer must be the one that was previewed. `about`: the guest's request, or the booking. */
const planAsPreviewed = (offer: Offer, about: string, { now, facts }: RequestContext): Planned | Rejected => {
  const refused = refusePreview(facts.preview, about, 'offer')
  if (refused !== null) return refused
  const planned = previewOffer(offer, facts.alteration, now, facts.terms)
  if (!planned.ok) return planned
  return facts.preview.ok && outcomeHash(planned.outcome) === facts.preview.payload.resultHash
    ? planned
    : reject('QUOTE_STALE', 'The amounts have changed. Check them again.', { outcome: planned.outcome })
}

/** What the stream of an offer begins with. */
const openOffer = (
  { bookingId, booking, listing }: AlterationFacts,
  {
    by,
    message,
    counteredId,
    ...offered
  }: OfferedStay & Readonly<{ by: string; message: string; counteredId: string | null }>,
  { id, facts }: RequestContext,
): Decided => {
  const opened = {
    requestId: id,
    listingId: booking.listingId,
    guestRef: booking.guestRef,
    hostAccountId: listing.hostAccountId,
    code: humanCode('RQ', id),
    bookingId,
    guestName: booking.guestName,
    message,
    ...offered,
    by,
    counteredId,
  }
  return accept([{ type: 'AlterationOffered', data: opened }], { policies: [facts.policy] })
}

/** Why the guest can no longer accept an offer. */
const refuseAcceptance = (
  { asked, dueAt }: AlterationState,
  { now, facts: { alteration } }: RequestContext,
): Rejected | null => {
  if (alteration === null) return noBooking
  if (alteration.booking.status === 'cancelled') return bookingCancelled
  if (now >= dueAt) return refuseLate(dueAt)
  return refuseAltering(alteration.booking, now) ?? refuseNights(alteration, asked)
}

/** A stay that a host offers to a guest who has booked (docs/domain/request.md#offers). */
export const decideOffer = {
  OfferAlteration: (data: Data<'OfferAlteration'>, state: RequestState, ctx: RequestContext): Decided => {
    const { alteration, unknown } = ctx.facts
    const wrong = refuseFields(unknown)
    if (wrong !== null) return wrong
    if (alteration === null) return noBooking
    if (state.kind !== 'none' || alteration.previous === 'open') return alreadyOpen
    const planned = planAsPreviewed(data, data.bookingId, ctx)
    if (!planned.ok) return planned
    const { message } = data
    return openOffer(alteration, { ...planned.offered, ...byActor(ctx), message, counteredId: null }, ctx)
  },
  CounterRequest: withStep('alteration', 'CounterRequest', (data: Data<'CounterRequest'>, state, ctx) => {
    const { alteration } = ctx.facts
    if (alteration === null) return noBooking
    if (ctx.now >= state.dueAt) return refuseLate(state.dueAt)
    const planned = planAsPreviewed(data, ctx.id, ctx)
    if (!planned.ok) return planned
    const countered = {
      ...ofRequest(state, ctx),
      guestRef: state.guestRef,
      ...planned.offered,
      ...byActor(ctx),
      previewHash: outcomeHash(planned.outcome),
      offerId: deriveAlterationId(alteration.listing.hostAccountId, state.bookingId, ctx.id),
      message: data.message,
    }
    return accept([{ type: 'RequestCountered', data: countered }], { policies: [ctx.facts.policy] })
  }),
  /** As it was decided with the countered request, so nothing is checked again: the guest's answer is. */
  OpenCounterOffer: (
    { after }: Data<'OpenCounterOffer'>,
    state: RequestState,
    ctx: RequestContext,
  ): Decided => {
    const { alteration, countered } = ctx.facts
    if (state.kind !== 'none') return done()
    if (alteration === null || countered === null) return noBooking
    return openOffer(alteration, { ...countered, counteredId: after }, ctx)
  },
  AcceptOffer: withStep('alteration', 'AcceptOffer', (_: Data<'AcceptOffer'>, state, ctx) => {
    const refused = refuseAcceptance(state, ctx)
    if (refused !== null) return refused
    const of = { ...ofRequest(state, ctx), guestRef: state.guestRef }
    return done({ type: 'OfferAccepted', data: of })
  }),
  DeclineOffer: withStep('alteration', 'DeclineOffer', (_: Data<'DeclineOffer'>, state, ctx) => {
    if (ctx.facts.alteration?.booking.status === 'cancelled') return bookingCancelled
    if (ctx.now >= state.dueAt) return refuseLate(state.dueAt)
    const of = { ...ofRequest(state, ctx), guestRef: state.guestRef }
    return done({ type: 'OfferDeclined', data: of })
  }),
}
