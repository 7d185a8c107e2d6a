import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource, type Waiting } from '../kernel/resource.ts'
import { zAttachment } from './attachment.ts'
import { CHANNELS, zDeliveryFailure } from './delivery.ts'
import { zGuestRequestOutcome } from './guestRequests.ts'
import { HOST_OFFER_ENDS } from './hostOffers.ts'
import { MASKED_KINDS } from './masking.ts'
import { MESSAGE_AUTHORS } from './messages.ts'

const zAuthor = z.enum(['guest', ...MESSAGE_AUTHORS])

/** A conversation with a guest, as the inbox lists it (docs/domain/thread.md#inbox). */
export const zThreadRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  listingId: z.string(),
  guestRef: z.string(),
  guestName: z.string(),
  /** The stay that the first message, or a later one of the guest, is about; null while none names one. */
  bookingId: z.string().nullable(),
  /** What people read and type, such as `HB-7K2M9QXD`. */
  bookingCode: z.string().nullable(),
  /** Of the last message, as the next three; null until there is one. */
  lastMessageId: z.string().nullable(),
  lastAuthor: zAuthor.nullable(),
  /** Who of the team or of staff wrote it; null for the guest. */
  lastAuthorId: z.string().nullable(),
  /** The beginning of its text; null also once it was retracted. */
  lastText: z.string().nullable(),
  /** When the last message arrived, or the thread was opened. */
  lastMessageAt: zInstant,
  lastGuestMessageId: z.string().nullable(),
  /** The guest’s request that waits for an answer. */
  openRequestId: z.string().nullable(),
  /** The ids of those who have read all that the guest wrote; null until the guest writes. */
  readBy: z.array(z.string()).nullable(),
  /** Whether the guest waits for an answer. */
  awaiting: z.boolean(),
  awaitingSince: zInstant.nullable(),
  /** Until when an answer is in time; null while the guest waits for none. */
  dueAt: zInstant.nullable(),
  /** When hosts are reminded for the last time: the deadline is close from then on. */
  closeAt: zInstant.nullable(),
  /** How long the last answer took, in seconds, and whether it came in time. */
  answeredAfterS: z.int().nullable(),
  answeredOnTime: z.boolean().nullable(),
  /** The guest wrote last, and a person said that it needs no reply. */
  noReplyNeeded: z.boolean(),
  /** The order of the inbox: threads that wait by their deadline, then the others by their last message. */
  place: z.int(),
  starred: z.boolean(),
  archived: z.boolean(),
  /** The id of the person who is responsible. */
  assignedTo: z.string().nullable(),
})
export type ThreadRow = z.infer<typeof zThreadRow>

export const threads = defineResource({
  name: 'threads',
  table: 'thread',
  row: zThreadRow,
  capability: 'thread.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    listingId: 'open',
    guestRef: 'thread.read',
    guestName: 'thread.read',
    bookingId: 'open',
    bookingCode: 'thread.read',
    lastMessageId: 'open',
    lastAuthor: 'open',
    lastAuthorId: 'open',
    lastText: 'thread.read',
    lastMessageAt: 'open',
    lastGuestMessageId: 'open',
    openRequestId: 'open',
    readBy: 'open',
    awaiting: 'open',
    awaitingSince: 'open',
    dueAt: 'open',
    closeAt: 'open',
    answeredAfterS: 'open',
    answeredOnTime: 'open',
    noReplyNeeded: 'open',
    place: 'open',
    starred: 'open',
    archived: 'open',
    assignedTo: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['place', 'lastMessageAt'],
  defaultSort: ['place', 'ASC'],
  filter: {
    listingId: 'equals',
    hostAccountId: 'equals',
    guestRef: 'equals',
    awaiting: 'equals',
    archived: 'equals',
    starred: 'equals',
    assignedTo: 'equals',
    unreadBy: { lacks: 'readBy' },
    q: { search: ['guestName', 'bookingCode'], listing: 'listingId' },
  },
  screens: {
    orders: { place: 'Inbox of all accounts' },
    finds: {
      listingId: 'Threads of a listing, search by its title',
      guestRef: 'Thread of a booking',
      q: 'Search',
    },
  },
})

/** `sent`: the channel has it. */
const DELIVERY_STATES = ['waiting', 'sent', 'delivered', 'read', 'failed'] as const

/**
 * One message of a thread (docs/domain/thread.md#messages), or that a guest’s request was opened or ended
 * (docs/domain/thread.md#requests).
 */
export const zMessageRow = z.strictObject({
  id: z.string(),
  threadId: z.string(),
  listingId: z.string(),
  /** Counts up within its thread, with gaps: the cursor for older messages. */
  number: z.int(),
  author: zAuthor,
  /** Who of the team or of staff wrote it; null for the guest. */
  authorId: z.string().nullable(),
  /** Sent by a rule and not by a person. */
  automated: z.boolean(),
  /** As the other side sees it; null once it was retracted. Sealed in the read model, opened when it is read. */
  text: z.string().nullable(),
  /** What was hidden in the text. */
  masked: z.array(z.enum(MASKED_KINDS)),
  /** None once it was retracted. Their names are sealed as the text is. */
  attachments: z.array(zAttachment),
  sentAt: zInstant,
  retractedAt: zInstant.nullable(),
  /** How far it is on its way to the guest; null for what isn't delivered from here, and once it was retracted. */
  delivery: z.enum(DELIVERY_STATES).nullable(),
  /** What carries it; null like `delivery`. */
  channel: z.enum(CHANNELS).nullable(),
  /** When it is sent, while it waits; afterwards when it got that far. */
  deliveryAt: zInstant.nullable(),
  deliveryFailure: zDeliveryFailure.nullable(),
  /** Of the request that it is about; null for messages. */
  requestId: z.string().nullable(),
  /** What happened to the request; null for messages. */
  request: z.enum(['opened', ...zGuestRequestOutcome.options, 'offered', ...HOST_OFFER_ENDS]).nullable(),
})
export type MessageRow = z.infer<typeof zMessageRow>

/** What the workers process (docs/domain/processes.md#timers). */
export const waitingMessages = {
  messages: { at: 'deliveryAt', where: { delivery: 'waiting' } },
} as const satisfies Readonly<Record<string, Waiting>>

export const messages = defineResource({
  name: 'messages',
  table: 'message',
  row: zMessageRow,
  capability: 'thread.read',
  visibility: {
    id: 'open',
    threadId: 'open',
    listingId: 'open',
    number: 'open',
    author: 'open',
    authorId: 'open',
    automated: 'open',
    text: 'thread.read',
    masked: 'open',
    attachments: 'thread.read',
    sentAt: 'open',
    retractedAt: 'open',
    delivery: 'open',
    channel: 'open',
    deliveryAt: 'open',
    deliveryFailure: 'open',
    requestId: 'open',
    request: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['number', 'sentAt'],
  defaultSort: ['sentAt', 'DESC'],
  filter: { threadId: 'equals', number: 'range' },
  screens: { finds: { threadId: 'Thread' } },
  waiting: waitingMessages,
})
