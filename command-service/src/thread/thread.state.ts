import type { Instant } from '@hearth/contracts/kernel/dates'
import type { ExchangedMessage, ThreadEvent } from '@hearth/contracts/thread'
import type { Fold } from '../runtime/decider.ts'

/** `by`: the person who wrote it; null for guests. */
export type KnownMessage = ExchangedMessage & Readonly<{ by: string | null }>

/** The clock that runs, or the last one that did. */
export type KnownClock = Readonly<{
  running: boolean
  messageId: string
  startedAt: Instant
  dueAt: Instant
  /** Hours of the reminders that were recorded. */
  reminded: readonly number[]
  overdue: boolean
}>

export type KnownThread = Readonly<{
  status: 'open' | 'archived'
  listingId: string
  hostAccountId: string
  guestRef: string
  bookingIds: readonly string[]
  /** In the order in which they arrived and were sent. */
  messages: readonly KnownMessage[]
  assignedTo: string | null
  starred: boolean
  /** The last message that each person has read. */
  readUpTo: Readonly<Record<string, string>>
  clock: KnownClock | null
  lastErasureId: string | null
}>
export type ThreadState = Readonly<{ status: 'none' }> | KnownThread

const change = (state: ThreadState, part: (thread: KnownThread) => Partial<KnownThread>): ThreadState =>
  state.status === 'none' ? state : { ...state, ...part(state) }

const changeClock = (
  state: ThreadState,
  startedAt: Instant,
  part: (clock: KnownClock) => Partial<KnownClock>,
): ThreadState =>
  change(state, ({ clock }) =>
    clock === null || clock.startedAt !== startedAt ? {} : { clock: { ...clock, ...part(clock) } },
  )

const evolve: Fold<ThreadState, ThreadEvent>['evolve'] = {
  ThreadOpened: (_state, { listingId, hostAccountId, guestRef, bookingId }) => ({
    status: 'open',
    listingId,
    hostAccountId,
    guestRef,
    bookingIds: bookingId === null ? [] : [bookingId],
    messages: [],
    assignedTo: null,
    starred: false,
    readUpTo: {},
    clock: null,
    lastErasureId: null,
  }),
  GuestMessageReceived: (state, { messageId, bookingId }, at) =>
    change(state, ({ messages, bookingIds }) => ({
      messages: [
        ...messages,
        { messageId, from: 'guest', by: null, automated: false, retracted: false, waivedWith: null, at },
      ],
      bookingIds:
        bookingId === null || bookingIds.includes(bookingId) ? bookingIds : [...bookingIds, bookingId],
    })),
  MessageSent: (state, { messageId, author, by, automated }, at) =>
    change(state, ({ messages }) => ({
      messages: [
        ...messages,
        { messageId, from: author, by, automated, retracted: false, waivedWith: null, at },
      ],
    })),
  MessageRetracted: (state, { messageId }) =>
    change(state, ({ messages }) => ({ messages: retract(messages, messageId) })),
  NoReplyNeeded: (state, { upToMessageId }) =>
    change(state, ({ messages }) => ({ messages: waiveReply(messages, upToMessageId) })),
  ReplyNeeded: (state, { upToMessageId }) =>
    change(state, ({ messages }) => ({ messages: requireReply(messages, upToMessageId) })),
  ThreadAssigned: (state, { userId }) => change(state, () => ({ assignedTo: userId })),
  ThreadStarred: (state) => change(state, () => ({ starred: true })),
  ThreadUnstarred: (state) => change(state, () => ({ starred: false })),
  ThreadArchived: (state) => change(state, () => ({ status: 'archived' })),
  ThreadUnarchived: (state) => change(state, () => ({ status: 'open' })),
  ThreadRead: (state, { userId, upToMessageId }) =>
    change(state, ({ readUpTo }) => ({ readUpTo: { ...readUpTo, [userId]: upToMessageId } })),
  ResponseClockStarted: (state, { messageId, startedAt, dueAt }) =>
    change(state, ({ clock }) => {
      const { reminded, overdue } = clock?.startedAt === startedAt ? clock : { reminded: [], overdue: false }
      return { clock: { running: true, messageId, startedAt, dueAt, reminded, overdue } }
    }),
  ResponseClockStopped: (state, { startedAt }) => changeClock(state, startedAt, () => ({ running: false })),
  ResponseReminderDue: (state, { startedAt, hours }) =>
    changeClock(state, startedAt, ({ reminded }) => ({ reminded: [...reminded, hours] })),
  ResponseOverdue: (state, { startedAt }) => changeClock(state, startedAt, () => ({ overdue: true })),
  ThreadGuestErased: (state, { erasureId }) => change(state, () => ({ lastErasureId: erasureId })),
}

/** The messages without the one that was retracted; it keeps its place. */
export const retract = (messages: readonly KnownMessage[], messageId: string): readonly KnownMessage[] =>
  messages.map((message) => (message.messageId === messageId ? { ...message, retracted: true } : message))

type Messages = readonly KnownMessage[]

/** The messages, where those of the guest up to this one need no reply. */
export const waiveReply = (messages: Messages, upToMessageId: string): Messages => {
  const last = messages.findIndex(({ messageId }) => messageId === upToMessageId)
  return messages.map((message, index) =>
    message.from === 'guest' && index <= last && message.waivedWith === null
      ? { ...message, waivedWith: upToMessageId }
      : message,
  )
}

/** Takes that back. */
export const requireReply = (messages: Messages, upToMessageId: string): Messages =>
  messages.map((message) =>
    message.waivedWith === upToMessageId ? { ...message, waivedWith: null } : message,
  )

export const threadFold: Fold<ThreadState, ThreadEvent> = {
  category: 'thread',
  initial: { status: 'none' },
  evolve,
}
