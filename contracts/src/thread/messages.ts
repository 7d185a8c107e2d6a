import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { deriveId, zId, type Id } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zCode, zLine } from '../kernel/text.ts'
import { announcingCommands } from './announcing.ts'
import { zAttachment, zAttachmentIds } from './attachment.ts'
import { deliveryCommands, deliveryEvents } from './delivery.ts'
import { guestRequestCommands, guestRequestEvents } from './guestRequests.ts'
import { hostOfferCommands, hostOfferEvents } from './hostOffers.ts'
import { zMasked } from './masking.ts'
import { zAttachedBody } from './messageBody.ts'
import { noReplyCommands, noReplyEvents } from './noReply.ts'

/** A guest and a listing have one thread, under this id. */
export const deriveThreadId = (listingId: Id, guestRef: string): Id => deriveId('thread', listingId, guestRef)

/** A guest's message under the id that the channel gave it. */
export const deriveGuestMessageId = (threadId: Id, externalRef: string): Id =>
  deriveId('message', threadId, externalRef)

/** Who writes to the guest. Staff who act as the host, and the importer, write as the host. */
export const MESSAGE_AUTHORS = ['host', 'cohost', 'staff'] as const
export type MessageAuthor = (typeof MESSAGE_AUTHORS)[number]

const of = { threadId: z.string(), listingId: z.string() }
/** `body`: as the other side sees it. `masked`: what was hidden in it, in the order of the text. */
const message = {
  ...of,
  messageId: z.string(),
  guestRef: z.string(),
  body: z.string(),
  masked: z.array(zMasked),
  attachments: z.array(zAttachment),
}
const personal = { body: 'guestRef', 'masked.text': 'guestRef', 'attachments.name': 'guestRef' }
/** Messages had no attachments at first. */
const upcast = { 1: (data: Readonly<Record<string, unknown>>) => ({ ...data, attachments: [] }) }
/** What waits for an answer, and since when. */
const clock = { ...of, startedAt: zInstant, dueAt: zInstant }

const on = (verb: string) => ({ collection: 'threads', verb }) as const
const byWriter = { capability: 'thread.write', ifMatch: 'none' } as const
const byTeam = { capability: 'thread.organize', ifMatch: 'none', schema: z.strictObject({}) } as const

/** The conversation of a guest with the hosts of a listing (docs/domain/thread.md). */
export const thread = defineAggregate({
  category: 'thread',
  identify: (_tenantId, _type, { listingId, guest }) =>
    deriveThreadId(String(listingId), String((guest as Readonly<{ guestRef: unknown }>).guestRef)),
  events: {
    ThreadOpened: {
      version: 2,
      schema: z.strictObject({
        ...of,
        hostAccountId: z.string(),
        guestRef: z.string(),
        guestName: z.string(),
        /** The stay that the first message is about; null for one that names none. */
        bookingId: z.string().nullable(),
      }),
      upcast: { 1: (data) => ({ ...data, bookingId: null }) },
      personal: { guestName: 'guestRef' },
    },
    GuestMessageReceived: {
      version: 2,
      schema: z.strictObject({
        ...message,
        /** The channel's id of the message. */
        externalRef: z.string(),
        /** The stay that it is about, if the channel says so. */
        bookingId: z.string().nullable(),
        /** When the guest sent it; it may have arrived later. */
        sentAt: zInstant,
      }),
      upcast,
      personal,
    },
    MessageSent: {
      version: 2,
      schema: z.strictObject({
        ...message,
        author: z.enum(MESSAGE_AUTHORS),
        by: z.string(),
        /** Sent by a rule and not by a person. */
        automated: z.boolean(),
      }),
      upcast,
      personal,
    },
    MessageRetracted: { version: 1, schema: z.strictObject({ ...of, messageId: z.string() }) },
    /** `userId`: who is responsible from now on; null for no one. */
    ThreadAssigned: { version: 1, schema: z.strictObject({ ...of, userId: z.string().nullable() }) },
    ThreadStarred: { version: 1, schema: z.strictObject(of) },
    ThreadUnstarred: { version: 1, schema: z.strictObject(of) },
    ThreadArchived: { version: 1, schema: z.strictObject(of) },
    ThreadUnarchived: {
      version: 1,
      schema: z.strictObject({ ...of, cause: z.enum(['person', 'guest_message', 'guest_request']) }),
    },
    /** One person has read everything up to this message. */
    ThreadRead: {
      version: 1,
      schema: z.strictObject({ ...of, userId: z.string(), upToMessageId: z.string() }),
    },
    /** Replaces a clock that is running: the message before it was answered by one that was retracted. */
    ResponseClockStarted: {
      version: 1,
      schema: z.strictObject({
        ...clock,
        /** Of the message or the request that waits. */
        messageId: z.string(),
        /** Hours after the start, and when that is. */
        reminders: z.array(z.strictObject({ hours: z.int(), at: zInstant })),
      }),
    },
    ResponseClockStopped: {
      version: 1,
      schema: z.strictObject({
        ...clock,
        /** Of the answer, of the last message that needs none, or of the request. */
        messageId: z.string(),
        by: z.enum([
          'message',
          'no_reply_needed',
          'request_accepted',
          'request_declined',
          'request_countered',
          'request_ended',
        ]),
        elapsedS: z.int().min(0),
        onTime: z.boolean(),
      }),
    },
    ...noReplyEvents,
    ...deliveryEvents,
    ...guestRequestEvents,
    ...hostOfferEvents,
    ResponseReminderDue: { version: 1, schema: z.strictObject({ ...clock, hours: z.int() }) },
    ResponseOverdue: { version: 1, schema: z.strictObject(clock) },
    /** The guest's key is gone: names and messages of this thread read as erased. */
    ThreadGuestErased: {
      version: 1,
      schema: z.strictObject({ ...of, guestRef: z.string(), erasureId: z.string() }),
    },
  },
  commands: {
    /** The first message of a guest about a listing opens the thread. A message id that is known adds none. */
    ReceiveGuestMessage: {
      schema: z.strictObject({
        listingId: zId,
        guest: z.strictObject({ guestRef: zCode(100), displayName: zLine(1, 80) }),
        bookingId: zId.nullable().default(null),
        messageId: zCode(100),
        body: zAttachedBody,
        attachments: zAttachmentIds.default([]),
        sentAt: zInstant,
      }),
      stream: { by: 'creation', account: 'caller', listing: { field: 'listingId' } },
      route: { collection: 'threads' },
      capability: 'thread.receive',
      ifMatch: 'none',
    },
    /** A host writes to the guest of a booking before there is a thread. Where there is one, it joins it. */
    WriteToGuest: {
      schema: z.strictObject({
        listingId: zId,
        guest: z.strictObject({ guestRef: zCode(100) }),
        bookingId: zId,
        body: zAttachedBody,
        attachments: zAttachmentIds.default([]),
      }),
      stream: { by: 'creation', account: 'caller', listing: { field: 'listingId' } },
      route: { collection: 'first-messages' },
      capability: 'thread.write',
      ifMatch: 'none',
    },
    SendMessage: {
      ...byWriter,
      schema: z.strictObject({ body: zAttachedBody, attachments: zAttachmentIds.default([]) }),
      route: on('send'),
    },
    /** By its author, before it is delivered; UNDO_EXPIRED later. */
    RetractMessage: { ...byWriter, schema: z.strictObject({ messageId: zId }), route: on('retract') },
    AssignThread: {
      ...byTeam,
      schema: z.strictObject({ userId: zId.nullable() }),
      route: on('assign'),
    },
    StarThread: { ...byTeam, route: on('star') },
    UnstarThread: { ...byTeam, route: on('unstar') },
    ArchiveThread: { ...byTeam, route: on('archive') },
    UnarchiveThread: { ...byTeam, route: on('unarchive') },
    ...noReplyCommands,
    ...deliveryCommands,
    ...guestRequestCommands,
    ...hostOfferCommands,
    MarkThreadRead: {
      schema: z.strictObject({ upToMessageId: zId }),
      route: on('mark-read'),
      capability: 'thread.mark-read',
      ifMatch: 'none',
    },
    /** The clock that started then has run for so many hours. */
    RemindOfResponse: {
      schema: z.strictObject({ startedAt: zInstant, hours: z.int().min(1) }),
      capability: 'thread.clock',
      ifMatch: 'none',
    },
    RecordOverdueResponse: {
      schema: z.strictObject({ startedAt: zInstant }),
      capability: 'thread.clock',
      ifMatch: 'none',
    },
    ...announcingCommands,
    EraseThreadGuest: {
      schema: z.strictObject({ erasureId: zId }),
      capability: 'account.erase',
      ifMatch: 'none',
    },
  },
})
export type ThreadEvent = EventsOf<typeof thread>
export type ThreadCommand = CommandsOf<typeof thread>
