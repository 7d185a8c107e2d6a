import { erased } from '../kernel/erased.ts'
import { humanCode } from '../kernel/ids.ts'
import { formatStream, idOfStream, textIn, type RecordedEvent } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import { deliveryEvents } from './delivery.ts'
import { guestRequestEvents, isHostAnswer } from './guestRequests.ts'
import { hostOfferEvents } from './hostOffers.ts'
import type { ThreadEvent } from './messages.ts'
import { zMessageRow, zThreadRow, type MessageRow, type ThreadRow } from './resource.ts'

/** The part of a message that lists show. Code points. */
const PREVIEW_LENGTH = 160
/** What a list shows of a message: the beginning of its text, or the names of its files. */
const preview = ({ body, attachments }: Pick<Sent['data'], 'body' | 'attachments'>) =>
  [...(body === '' ? attachments.map(({ name }) => name).join(', ') : body)].slice(0, PREVIEW_LENGTH).join('')

/** Later than every deadline in milliseconds: threads that do not wait follow those that do. */
const AFTER_ALL_DEADLINES = 10_000_000_000_000

const computePlace = ({ dueAt, lastMessageAt }: Pick<ThreadRow, 'dueAt' | 'lastMessageAt'>): number =>
  dueAt === null ? 2 * AFTER_ALL_DEADLINES - Date.parse(lastMessageAt) : Date.parse(dueAt)

const change = (row: ThreadRow | undefined, values: Partial<ThreadRow>): ThreadRow | undefined =>
  row && { ...row, ...values, place: computePlace({ ...row, ...values }) }

const addReader = (row: ThreadRow, userId: string): ThreadRow['readBy'] =>
  row.readBy === null || row.readBy.includes(userId) ? row.readBy : [...row.readBy, userId].toSorted()

const nameBooking = (bookingId: string | null): Pick<ThreadRow, 'bookingId' | 'bookingCode'> => ({
  bookingId,
  bookingCode: bookingId === null ? null : humanCode('HB', bookingId),
})

/** One row for each thread: what the inbox lists. */
export const threadProjection = defineProjection<ThreadRow>({
  name: 'thread',
  version: 4,
  row: zThreadRow,
  personal: ['guestName', 'lastText'],
  streams: ({ id }) => [formatStream('thread', id)],
  categories: ['thread'],
  keys: ({ stream }) => [idOfStream(stream)],
  fold: foldBy<ThreadRow, ThreadEvent>({
    ThreadOpened: (_row, event) => {
      const { threadId: id, hostAccountId, listingId, guestRef, guestName, bookingId } = event.data
      const lastMessageAt = occurredAtOf(event)
      return {
        id,
        hostAccountId,
        listingId,
        guestRef,
        guestName,
        ...nameBooking(bookingId),
        lastMessageId: null,
        lastAuthor: null,
        lastAuthorId: null,
        lastText: null,
        lastMessageAt,
        lastGuestMessageId: null,
        openRequestId: null,
        readBy: null,
        awaiting: false,
        awaitingSince: null,
        dueAt: null,
        closeAt: null,
        answeredAfterS: null,
        answeredOnTime: null,
        noReplyNeeded: false,
        place: computePlace({ dueAt: null, lastMessageAt }),
        starred: false,
        archived: false,
        assignedTo: null,
      }
    },
    GuestMessageReceived: (row, event) => {
      const { messageId, bookingId } = event.data
      return change(row, {
        ...(bookingId !== null && nameBooking(bookingId)),
        lastMessageId: messageId,
        lastAuthor: 'guest',
        lastAuthorId: null,
        lastText: preview(event.data),
        lastMessageAt: occurredAtOf(event),
        lastGuestMessageId: messageId,
        noReplyNeeded: false,
        readBy: [],
      })
    },
    MessageSent: (row, event) => {
      const { messageId, author, by, automated } = event.data
      return (
        row &&
        change(row, {
          lastMessageId: messageId,
          lastAuthor: author,
          lastAuthorId: by,
          lastText: preview(event.data),
          lastMessageAt: occurredAtOf(event),
          ...(!automated && { readBy: addReader(row, by), noReplyNeeded: false }),
        })
      )
    },
    MessageRetracted: (row, { data: { messageId } }) =>
      row && (row.lastMessageId === messageId ? { ...row, lastText: null } : row),
    GuestRequestReceived: (row, { data: { requestId, bookingId } }) =>
      row && { ...row, ...(bookingId !== null && nameBooking(bookingId)), openRequestId: requestId },
    GuestRequestEnded: (row, { data: { requestId, bookingId } }) =>
      row && {
        ...row,
        ...(bookingId !== null && nameBooking(bookingId)),
        ...(row.openRequestId === requestId && { openRequestId: null }),
      },
    ThreadAssigned: (row, { data: { userId } }) => row && { ...row, assignedTo: userId },
    ThreadStarred: (row) => row && { ...row, starred: true },
    ThreadUnstarred: (row) => row && { ...row, starred: false },
    ThreadArchived: (row) => row && { ...row, archived: true },
    ThreadUnarchived: (row) => row && { ...row, archived: false },
    ThreadRead: (row, { data: { userId, upToMessageId } }) =>
      row &&
      ([row.lastGuestMessageId, row.lastMessageId].includes(upToMessageId)
        ? { ...row, readBy: addReader(row, userId) }
        : row),
    NoReplyNeeded: (row, { data: { upToMessageId } }) =>
      row && { ...row, noReplyNeeded: row.lastGuestMessageId === upToMessageId },
    ReplyNeeded: (row) => row && { ...row, noReplyNeeded: false },
    ResponseClockStarted: (row, { data: { startedAt, dueAt, reminders } }) =>
      change(row, {
        awaiting: true,
        awaitingSince: startedAt,
        dueAt,
        closeAt: reminders.at(-1)?.at ?? null,
      }),
    ResponseClockStopped: (row, { data: { by, elapsedS, onTime } }) => {
      const answered = by !== 'no_reply_needed' && by !== 'request_ended'
      return change(row, {
        awaiting: false,
        awaitingSince: null,
        dueAt: null,
        closeAt: null,
        answeredAfterS: answered ? elapsedS : null,
        answeredOnTime: answered ? onTime : null,
      })
    },
    ThreadGuestErased: (row) =>
      row && { ...row, guestName: erased(row.guestName), lastText: erased(row.lastText) },
  }),
})

type Sent = RecordedEvent<
  string,
  Extract<ThreadEvent, { type: 'MessageSent' | 'GuestMessageReceived' }>['data']
>

const toMessage = (
  { data, stream, revision }: Sent,
  from: Pick<MessageRow, 'author' | 'authorId' | 'automated' | 'sentAt'>,
): MessageRow => ({
  id: data.messageId,
  threadId: idOfStream(stream),
  listingId: data.listingId,
  number: Number(revision),
  ...from,
  text: data.body,
  masked: [...new Set(data.masked.map(({ kind }) => kind))],
  attachments: data.attachments,
  retractedAt: null,
  delivery: null,
  channel: null,
  deliveryAt: null,
  deliveryFailure: null,
  requestId: null,
  request: null,
})

const OF_REQUEST: ReadonlySet<string> = new Set([
  ...Object.keys(guestRequestEvents),
  ...Object.keys(hostOfferEvents),
])
const OF_MESSAGE: ReadonlySet<string> = new Set([
  'GuestMessageReceived',
  'MessageSent',
  'MessageRetracted',
  ...Object.keys(deliveryEvents),
])

const move = (
  row: MessageRow | undefined,
  delivery: NonNullable<MessageRow['delivery']>,
  deliveryAt: MessageRow['deliveryAt'],
  deliveryFailure: MessageRow['deliveryFailure'] = null,
): MessageRow | undefined => row && { ...row, delivery, deliveryAt, deliveryFailure }

type OfRequest = RecordedEvent<string, Readonly<{ listingId: string; requestId: string }>>

/** What happened to a request, between the messages. */
const toRequestLine = (
  event: OfRequest,
  request: MessageRow['request'],
  from: Pick<MessageRow, 'author' | 'authorId'>,
): MessageRow => ({
  id: event.id,
  threadId: idOfStream(event.stream),
  listingId: event.data.listingId,
  number: Number(event.revision),
  ...from,
  automated: false,
  text: null,
  masked: [],
  attachments: [],
  sentAt: occurredAtOf(event),
  retractedAt: null,
  delivery: null,
  channel: null,
  deliveryAt: null,
  deliveryFailure: null,
  requestId: event.data.requestId,
  request,
})

/** One row for each message and each step of a request. A message’s text stays sealed, so that it ends with the guest's key. */
export const messageProjection = defineProjection<MessageRow>({
  name: 'message',
  version: 5,
  row: zMessageRow,
  // The query service opens the texts and the names of files.
  sealed: ['GuestMessageReceived', 'MessageSent'],
  personal: ['attachments', 'text'],
  streams: ({ threadId }) => (typeof threadId === 'string' ? [formatStream('thread', threadId)] : []),
  categories: ['thread'],
  keys: ({ id, type, data }) => {
    if (OF_REQUEST.has(type)) return [id]
    const messageId = OF_MESSAGE.has(type) ? textIn(data, 'messageId') : undefined
    return messageId === undefined ? [] : [messageId]
  },
  fold: foldBy<MessageRow, ThreadEvent>({
    GuestMessageReceived: (_row, event) =>
      toMessage(event, { author: 'guest', authorId: null, automated: false, sentAt: event.data.sentAt }),
    MessageSent: (_row, event) => {
      const { author, by, automated } = event.data
      return toMessage(event, { author, authorId: by, automated, sentAt: occurredAtOf(event) })
    },
    GuestRequestReceived: (_row, event) =>
      toRequestLine(event, 'opened', { author: 'guest', authorId: null }),
    GuestRequestEnded: (_row, event) => {
      const { outcome, by } = event.data
      return toRequestLine(event, outcome, { author: isHostAnswer(outcome) ? 'host' : 'guest', authorId: by })
    },
    HostOfferMade: (_row, event) =>
      toRequestLine(event, 'offered', { author: 'host', authorId: event.data.by }),
    HostOfferEnded: (_row, event) =>
      toRequestLine(event, `offer_${event.data.outcome}`, { author: 'guest', authorId: null }),
    MessageRetracted: (row, event) =>
      row && {
        ...row,
        text: null,
        attachments: [],
        retractedAt: occurredAtOf(event),
        delivery: null,
        channel: null,
        deliveryAt: null,
      },
    MessageDeliveryPlanned: (row, { data: { channel, dueAt } }) =>
      move(row && { ...row, channel }, 'waiting', dueAt),
    MessageHandedOver: (row, event) => move(row, 'sent', occurredAtOf(event)),
    MessageDelivered: (row, { data: { at } }) => move(row, 'delivered', at),
    MessageReadByGuest: (row, { data: { at } }) => move(row, 'read', at),
    MessageDeliveryFailed: (row, event) => move(row, 'failed', occurredAtOf(event), event.data.reason),
  }),
})
