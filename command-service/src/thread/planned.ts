import type { ThreadEvent } from '@hearth/contracts/thread'
import { accept } from '../runtime/decider.ts'
import { planDelivery } from './delivery.ts'
import type { ThreadDecide } from './threadDecide.ts'

/** A planned message in its thread, once. It doesn’t stop the response clock, and masks nothing. */
export const decidePlanned: Pick<ThreadDecide, 'DeliverPlannedMessage'> = {
  DeliverPlannedMessage: ({ listingId, bookingId }, state, ctx) => {
    const { id: threadId, tenantId: hostAccountId, actor, now } = ctx
    const { planned } = ctx.facts
    const known = state.status === 'none' ? [] : state.messages
    if (planned === null || known.some(({ messageId }) => messageId === planned.messageId)) return accept([])
    const { messageId, body, guestRef, guestName } = planned
    const of = { threadId, listingId }
    const opened: ThreadEvent = {
      type: 'ThreadOpened',
      data: { ...of, hostAccountId, guestRef, guestName, bookingId },
    }
    const sent: ThreadEvent = {
      type: 'MessageSent',
      data: {
        ...of,
        messageId,
        guestRef,
        author: 'host',
        by: actor.id,
        automated: true,
        body,
        masked: [],
        attachments: [],
      },
    }
    // It can't be retracted, so it goes out immediately.
    const delivery = planDelivery(of, messageId, now, ctx)
    return accept([...(state.status === 'none' ? [opened] : []), sent, ...delivery])
  },
}
