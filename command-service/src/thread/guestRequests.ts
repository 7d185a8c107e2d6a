import { isHostAnswer, type ThreadEvent } from '@hearth/contracts/thread'
import { accept } from '../runtime/decider.ts'
import { followClock } from './clock.ts'
import { policiesOf } from './exchange.ts'
import { endRequest, fromRequest } from './thread.state.ts'
import type { ThreadDecide } from './threadDecide.ts'

/** A guest’s request is a part of the conversation (docs/domain/thread.md#requests). */
export const decideGuestRequests: Pick<ThreadDecide, 'RecordGuestRequest' | 'RecordGuestRequestOutcome'> = {
  RecordGuestRequest: ({ listingId, guest, requestId, bookingId }, state, ctx) => {
    const { id: threadId, tenantId: hostAccountId, now, facts } = ctx
    const before = state.status === 'none' ? { listingId, messages: [], clock: null } : state
    if (before.messages.some(({ messageId }) => messageId === requestId)) return accept([])
    const of = { threadId, listingId }
    const opened: ThreadEvent = {
      type: 'ThreadOpened',
      data: { ...of, hostAccountId, guestRef: guest.guestRef, guestName: guest.displayName, bookingId },
    }
    const unarchived: ThreadEvent = { type: 'ThreadUnarchived', data: { ...of, cause: 'guest_request' } }
    const messages = [...before.messages, fromRequest(requestId, 'guest', now)]
    return accept(
      [
        ...(state.status === 'none' ? [opened] : []),
        { type: 'GuestRequestReceived', data: { ...of, requestId, bookingId } },
        ...(state.status === 'archived' ? [unarchived] : []),
        ...followClock(before, messages, requestId, ctx),
      ],
      { policies: policiesOf(facts) },
    )
  },
  RecordGuestRequestOutcome: ({ requestId, bookingId, outcome, by }, state, ctx) => {
    if (state.status === 'none') return accept([])
    const { listingId, messages } = state
    const steps = messages.filter(({ messageId }) => messageId === requestId)
    if (steps.length !== 1 || steps.some(({ retracted }) => retracted)) return accept([])
    const stoppedBy = isHostAnswer(outcome) ? (`request_${outcome}` as const) : 'request_ended'
    return accept([
      { type: 'GuestRequestEnded', data: { threadId: ctx.id, listingId, requestId, bookingId, outcome, by } },
      ...followClock(state, endRequest(messages, requestId, outcome, ctx.now), requestId, ctx, stoppedBy),
    ])
  },
}
