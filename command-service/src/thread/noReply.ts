import { accept } from '../runtime/decider.ts'
import { followClock } from './clock.ts'
import { requireReply, waiveReply, type KnownThread } from './thread.state.ts'
import { unknownMessage, unknownThread, type ThreadDecide } from './threadDecide.ts'

const hasMessage = ({ messages }: KnownThread, messageId: string) =>
  messages.some((message) => message.messageId === messageId)

/** Adds nothing where no message that waits changes (docs/domain/thread.md#no-reply-needed). */
export const decideNoReply: Pick<ThreadDecide, 'MarkNoReplyNeeded' | 'RequireReply'> = {
  MarkNoReplyNeeded: ({ upToMessageId }, state, ctx) => {
    if (state.status === 'none') return unknownThread
    if (!hasMessage(state, upToMessageId)) return unknownMessage
    const clock = followClock(
      state,
      waiveReply(state.messages, upToMessageId),
      upToMessageId,
      ctx,
      'no_reply_needed',
    )
    if (clock.length === 0) return accept([])
    const data = { threadId: ctx.id, listingId: state.listingId, upToMessageId }
    return accept([{ type: 'NoReplyNeeded', data }, ...clock], {
      undo: { command: 'RequireReply', expiresAt: null },
    })
  },
  RequireReply: ({ upToMessageId }, state, ctx) => {
    if (state.status === 'none') return unknownThread
    if (!state.messages.some(({ waivedWith }) => waivedWith === upToMessageId)) return accept([])
    const data = { threadId: ctx.id, listingId: state.listingId, upToMessageId }
    const messages = requireReply(state.messages, upToMessageId)
    return accept([
      { type: 'ReplyNeeded', data },
      ...followClock(state, messages, upToMessageId, ctx, 'no_reply_needed'),
    ])
  },
}
