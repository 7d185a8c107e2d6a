import type { Instant } from '@hearth/contracts/kernel/dates'
import {
  isHostAnswer,
  type Attachment,
  type Channel,
  type DeliveryFailure,
  type ExchangedMessage,
  type GuestRequestOutcome,
  type ThreadEvent,
} from '@hearth/contracts/thread'
import type { Fold } from '../runtime/decider.ts'

/** `by`: the person who wrote it; null for guests, and for requests to book. */
export type KnownMessage = ExchangedMessage & Readonly<{ by: string | null; isRequest: boolean }>

const NEW = { automated: false, retracted: false, waivedWith: null, isRequest: false } as const
export const fromGuest = (messageId: string, at: Instant): KnownMessage => ({
  ...NEW,
  messageId,
  from: 'guest',
  by: null,
  at,
})
export const fromTeam = (
  messageId: string,
  { from, by }: Pick<KnownMessage, 'from' | 'by'>,
  at: Instant,
): KnownMessage => ({ ...NEW, messageId, from, by, at })
/** A request to book, or the host’s answer to it. */
export const fromRequest = (requestId: string, from: 'guest' | 'host', at: Instant): KnownMessage => ({
  ...NEW,
  messageId: requestId,
  from,
  by: null,
  isRequest: true,
  at,
})

/** The way of a message to the guest (docs/domain/thread.md#delivery). */
export type KnownDelivery = Readonly<{
  status: 'planned' | 'retracted' | 'started' | 'handed_over' | 'delivered' | 'read' | 'failed'
  channel: Channel
  dueAt: Instant
  /** Of the last try; null while the channel was never called. */
  startedAt: Instant | null
  givenUpAt: Instant | null
  failure: DeliveryFailure | null
}>

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
  /** Those that a host began, by their id. */
  offers: Readonly<Record<string, 'open' | 'over'>>
  /** In the order in which they arrived and were sent. */
  messages: readonly KnownMessage[]
  /** Of all messages, also of those that were retracted. */
  fileIds: readonly string[]
  /** By the id of the message. */
  deliveries: Readonly<Record<string, KnownDelivery>>
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

/** Moves a delivery on; a failure is of the last step only. */
const moveDelivery = (state: ThreadState, messageId: string, to: Partial<KnownDelivery>): ThreadState =>
  change(state, ({ deliveries }) => {
    const delivery = deliveries[messageId]
    return delivery === undefined
      ? {}
      : { deliveries: { ...deliveries, [messageId]: { ...delivery, failure: null, ...to } } }
  })

const addFiles = (fileIds: readonly string[], attachments: readonly Attachment[]) =>
  attachments.length === 0 ? fileIds : [...fileIds, ...attachments.map(({ fileId }) => fileId)]

const evolve: Fold<ThreadState, ThreadEvent>['evolve'] = {
  ThreadOpened: (_state, { listingId, hostAccountId, guestRef, bookingId }) => ({
    status: 'open',
    listingId,
    hostAccountId,
    guestRef,
    bookingIds: bookingId === null ? [] : [bookingId],
    offers: {},
    messages: [],
    fileIds: [],
    deliveries: {},
    assignedTo: null,
    starred: false,
    readUpTo: {},
    clock: null,
    lastErasureId: null,
  }),
  GuestMessageReceived: (state, { messageId, bookingId, attachments }, at) =>
    change(state, ({ messages, fileIds, bookingIds }) => ({
      messages: [...messages, fromGuest(messageId, at)],
      fileIds: addFiles(fileIds, attachments),
      bookingIds:
        bookingId === null || bookingIds.includes(bookingId) ? bookingIds : [...bookingIds, bookingId],
    })),
  MessageSent: (state, { messageId, author, by, automated, attachments }, at) =>
    change(state, ({ messages, fileIds }) => ({
      messages: [...messages, { ...fromTeam(messageId, { from: author, by }, at), automated }],
      fileIds: addFiles(fileIds, attachments),
    })),
  MessageRetracted: (state, { messageId }) =>
    change(moveDelivery(state, messageId, { status: 'retracted' }), ({ messages }) => ({
      messages: retract(messages, messageId),
    })),
  MessageDeliveryPlanned: (state, { messageId, channel, dueAt }) =>
    change(state, ({ deliveries }) => {
      const { startedAt = null, givenUpAt = null } = deliveries[messageId] ?? {}
      const planned = { status: 'planned', channel, dueAt, startedAt, givenUpAt, failure: null } as const
      return { deliveries: { ...deliveries, [messageId]: planned } }
    }),
  MessageDeliveryStarted: (state, { messageId, startedAt, givenUpAt }) =>
    moveDelivery(state, messageId, { status: 'started', startedAt, givenUpAt }),
  MessageHandedOver: (state, { messageId }) => moveDelivery(state, messageId, { status: 'handed_over' }),
  MessageDelivered: (state, { messageId }) => moveDelivery(state, messageId, { status: 'delivered' }),
  MessageReadByGuest: (state, { messageId }) => moveDelivery(state, messageId, { status: 'read' }),
  MessageDeliveryFailed: (state, { messageId, reason }) =>
    moveDelivery(state, messageId, { status: 'failed', failure: reason }),
  GuestRequestReceived: (state, { requestId }, at) =>
    change(state, ({ messages }) => ({ messages: [...messages, fromRequest(requestId, 'guest', at)] })),
  GuestRequestEnded: (state, { requestId, outcome }, at) =>
    change(state, ({ messages }) => ({ messages: endRequest(messages, requestId, outcome, at) })),
  HostOfferMade: (state, { requestId }) =>
    change(state, ({ offers }) => ({ offers: { ...offers, [requestId]: 'open' } })),
  HostOfferEnded: (state, { requestId }) =>
    change(state, ({ offers }) => ({ offers: { ...offers, [requestId]: 'over' } })),
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

/** An answer of the host is a part of the exchange; without one the request waits no longer. */
export const endRequest = (
  messages: Messages,
  requestId: string,
  outcome: GuestRequestOutcome,
  at: Instant,
): Messages =>
  isHostAnswer(outcome) ? [...messages, fromRequest(requestId, 'host', at)] : retract(messages, requestId)

/** The messages, where those of the guest up to this one need no reply. A request is answered, not waived. */
export const waiveReply = (messages: Messages, upToMessageId: string): Messages => {
  const last = messages.findIndex(({ messageId }) => messageId === upToMessageId)
  return messages.map((message, index) =>
    message.from === 'guest' && !message.isRequest && index <= last && message.waivedWith === null
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
