import type { Announcing, ThreadEvent } from '@hearth/contracts/thread'
import { accept, type Context, type Decision } from '../runtime/decider.ts'
import { planDelivery } from './delivery.ts'
import type { ThreadFacts } from './thread.facts.ts'
import type { ThreadState } from './thread.state.ts'
import type { ThreadDecide } from './threadDecide.ts'

/** What was written elsewhere, in its thread, once. It doesn’t stop the response clock, and masks nothing. */
const deliver = (
  { listingId, bookingId }: Readonly<{ listingId: string; bookingId: string }>,
  state: ThreadState,
  ctx: Context<ThreadFacts>,
): Decision<ThreadEvent> => {
  const { id: threadId, tenantId: hostAccountId, actor, now } = ctx
  const { planned } = ctx.facts
  const known = state.status === 'none' ? [] : state.messages
  if (planned === null || known.some(({ messageId }) => messageId === planned.messageId)) return accept([])
  const { messageId, body, guestRef, guestName, author, by } = planned
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
      author,
      by: by ?? actor.id,
      automated: by === null,
      body,
      masked: [],
      attachments: [],
    },
  }
  // It can't be retracted, so it goes out immediately.
  const delivery = planDelivery(of, messageId, now, ctx)
  return accept([...(state.status === 'none' ? [opened] : []), sent, ...delivery])
}

export const decidePlanned: Pick<ThreadDecide, Announcing> = {
  DeliverPlannedMessage: deliver,
  AnnounceMove: deliver,
  AnnounceDisruption: deliver,
  AnnounceReimbursement: deliver,
}
