import type { ThreadEvent } from '@hearth/contracts/thread'
import { accept, reject } from '../runtime/decider.ts'
import type { KnownThread } from './thread.state.ts'
import { unknownMessage, unknownThread, type ThreadDecide } from './threadDecide.ts'

type Organizing =
  | 'AssignThread'
  | 'StarThread'
  | 'UnstarThread'
  | 'ArchiveThread'
  | 'UnarchiveThread'
  | 'MarkThreadRead'
  | 'EraseThreadGuest'

/** The place of a message in the thread; -1 for one that it does not have. */
const placeOf = ({ messages }: KnownThread, messageId: string | undefined) =>
  messages.findIndex((message) => message.messageId === messageId)

/** Adds nothing where the thread is already like this. */
const acceptUnless = (isSo: boolean, event: ThreadEvent) => accept(isSo ? [] : [event])

export const decideOrganizing: Pick<ThreadDecide, Organizing> = {
  AssignThread: ({ userId }, state, { id: threadId, facts }) => {
    if (state.status === 'none') return unknownThread
    const { listingId, assignedTo } = state
    if (userId !== null && !facts.isReader)
      return reject('VALIDATION_FAILED', 'Choose someone on the team who can read this conversation.', {
        errors: [
          { pointer: '/userId', detail: 'must be a member of the team who can read the conversation' },
        ],
      })
    const data = { threadId, listingId, userId }
    return acceptUnless(assignedTo === userId, { type: 'ThreadAssigned', data })
  },
  StarThread: (_data, state, { id: threadId }) => {
    if (state.status === 'none') return unknownThread
    const { listingId, starred } = state
    return acceptUnless(starred, { type: 'ThreadStarred', data: { threadId, listingId } })
  },
  UnstarThread: (_data, state, { id: threadId }) => {
    if (state.status === 'none') return unknownThread
    const { listingId, starred } = state
    return acceptUnless(!starred, { type: 'ThreadUnstarred', data: { threadId, listingId } })
  },
  ArchiveThread: (_data, state, { id: threadId }) => {
    if (state.status === 'none') return unknownThread
    const data = { threadId, listingId: state.listingId }
    return accept(state.status === 'archived' ? [] : [{ type: 'ThreadArchived', data }], {
      undo: { command: 'UnarchiveThread', expiresAt: null },
    })
  },
  UnarchiveThread: (_data, state, { id: threadId }) => {
    if (state.status === 'none') return unknownThread
    const data = { threadId, listingId: state.listingId, cause: 'person' } as const
    return acceptUnless(state.status === 'open', { type: 'ThreadUnarchived', data })
  },
  MarkThreadRead: ({ upToMessageId }, state, { id: threadId, actor }) => {
    if (state.status === 'none') return unknownThread
    const place = placeOf(state, upToMessageId)
    if (place < 0) return unknownMessage
    const data = { threadId, listingId: state.listingId, userId: actor.id, upToMessageId }
    const isRead = placeOf(state, state.readUpTo[actor.id]) >= place
    return acceptUnless(isRead, { type: 'ThreadRead', data })
  },
  EraseThreadGuest: ({ erasureId }, state, { id: threadId }) => {
    if (state.status === 'none') return unknownThread
    const { listingId, guestRef, lastErasureId } = state
    const data = { threadId, listingId, guestRef, erasureId }
    return acceptUnless(lastErasureId === erasureId, { type: 'ThreadGuestErased', data })
  },
}
