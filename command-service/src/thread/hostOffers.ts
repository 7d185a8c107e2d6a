import type { ThreadEvent } from '@hearth/contracts/thread'
import { accept } from '../runtime/decider.ts'
import type { ThreadDecide } from './threadDecide.ts'

/** What a host offers is a part of the conversation; the response clock doesn’t follow it. */
export const decideHostOffers: Pick<ThreadDecide, 'RecordHostOffer' | 'RecordHostOfferOutcome'> = {
  RecordHostOffer: ({ listingId, guest, requestId, bookingId, by }, state, ctx) => {
    const { id: threadId, tenantId: hostAccountId } = ctx
    if (state.status !== 'none' && state.offers[requestId] !== undefined) return accept([])
    const of = { threadId, listingId }
    const opened: ThreadEvent = {
      type: 'ThreadOpened',
      data: { ...of, hostAccountId, guestRef: guest.guestRef, guestName: guest.displayName, bookingId },
    }
    return accept([
      ...(state.status === 'none' ? [opened] : []),
      { type: 'HostOfferMade', data: { ...of, requestId, bookingId, by } },
    ])
  },
  RecordHostOfferOutcome: ({ requestId, bookingId, outcome }, state, ctx) => {
    if (state.status === 'none' || state.offers[requestId] !== 'open') return accept([])
    const { listingId } = state
    return accept([
      { type: 'HostOfferEnded', data: { threadId: ctx.id, listingId, requestId, bookingId, outcome } },
    ])
  },
}
