import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Attachment, Channel, DeliveryFailure, MessageAuthor } from '@hearth/contracts/thread'

/** A message as its guest gets it. Its text is personal: never logged, never in an event of ours or a job. */
export type OutgoingMessage = Readonly<{
  /** The idempotency key as well: the same for every repetition. */
  messageId: string
  threadId: string
  listingId: string
  guestRef: string
  author: MessageAuthor
  body: string
  /** The channel takes each file from `GET /api/files/{fileId}/full`. */
  attachments: readonly Attachment[]
  sentAt: Instant
}>

/**
 * `unknown`: the channel may have the message or not; it is sent again under the same key. `failed`: the
 * channel says that it can’t deliver it.
 */
export type HandOverAnswer =
  | Readonly<{ kind: 'accepted' }>
  | Readonly<{ kind: 'failed'; reason: DeliveryFailure }>
  | Readonly<{ kind: 'unknown'; why: string }>

/**
 * A service that carries messages to guests. It delivers one message for each key, however often it gets it.
 * No call throws because of the channel or the network.
 */
export type MessageChannel = Readonly<{
  handOver: (message: OutgoingMessage) => Promise<HandOverAnswer>
}>

/** Messages of a channel that is not there wait. */
export type MessageChannels = Readonly<Partial<Record<Channel, MessageChannel>>>

/** Of one call of the gateway, in milliseconds (docs/domain/thread.md#delivery). */
export const CHANNEL_DEADLINE_MS = 10_000
