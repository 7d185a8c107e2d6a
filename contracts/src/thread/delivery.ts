import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'
import type { CommandDefinitions, EventDefinitions } from '../kernel/message.ts'

/** What carries a message to the guest: the gateway, which knows where each guest is, or email. */
export const CHANNELS = ['gateway', 'email'] as const
export type Channel = (typeof CHANNELS)[number]

/** Hours after which a message that the channel never confirmed counts as not delivered. */
export const DELIVERY_HOURS = 24

/**
 * Why a message did not reach the guest (docs/domain/thread.md#delivery). The channel names the first three;
 * `no_answer`: it never said whether it took the message. `erased`: the guest's data was erased before.
 */
export const DELIVERY_FAILURES = ['unreachable', 'blocked', 'rejected', 'no_answer', 'erased'] as const
export const zDeliveryFailure = z.enum(DELIVERY_FAILURES)
export type DeliveryFailure = z.infer<typeof zDeliveryFailure>

/** What the channel reports of a message that it took. */
export const RECEIPTS = ['delivered', 'read', 'failed'] as const

const message = { threadId: z.string(), listingId: z.string(), messageId: z.string() }
const ofMessage = { messageId: zId }
const bySystem = { capability: 'thread.deliver', ifMatch: 'none' } as const

/** A message's way to the guest. */
export const deliveryEvents = {
  /** Nothing is sent before `dueAt`: until then its author may retract the message. */
  MessageDeliveryPlanned: {
    version: 1,
    schema: z.strictObject({ ...message, channel: z.enum(CHANNELS), dueAt: zInstant }),
  },
  /** From now on the channel may have the message. */
  MessageDeliveryStarted: {
    version: 1,
    schema: z.strictObject({ ...message, startedAt: zInstant, givenUpAt: zInstant }),
  },
  /** The channel took the message. */
  MessageHandedOver: { version: 1, schema: z.strictObject(message) },
  /** `at`: when it reached the guest, as the channel says. */
  MessageDelivered: { version: 1, schema: z.strictObject({ ...message, at: zInstant }) },
  MessageReadByGuest: { version: 1, schema: z.strictObject({ ...message, at: zInstant }) },
  MessageDeliveryFailed: { version: 1, schema: z.strictObject({ ...message, reason: zDeliveryFailure }) },
} as const satisfies EventDefinitions

export const deliveryCommands = {
  /** Comes before the first call to the channel; PRECONDITION_FAILED before the message is due. */
  StartMessageDelivery: { ...bySystem, schema: z.strictObject(ofMessage) },
  RecordHandOver: { ...bySystem, schema: z.strictObject(ofMessage) },
  /** The message can’t be delivered, as the channel answered or because its text is gone. */
  RecordDeliveryFailure: { ...bySystem, schema: z.strictObject({ ...ofMessage, reason: zDeliveryFailure }) },
  /** In any order, late and repeated. `reason`: of a failure only. */
  RecordReceipt: {
    ...bySystem,
    schema: z.strictObject({
      ...ofMessage,
      status: z.enum(RECEIPTS),
      at: zInstant,
      reason: zDeliveryFailure.nullable(),
    }),
  },
  /** The delivery that started then has had no answer for `DELIVERY_HOURS`. */
  GiveUpDelivery: { ...bySystem, schema: z.strictObject({ ...ofMessage, startedAt: zInstant }) },
  /** Sends a message again that was not delivered. The channel recognizes it if it was after all. */
  RetryDelivery: {
    capability: 'thread.write',
    ifMatch: 'none',
    schema: z.strictObject(ofMessage),
    route: { collection: 'threads', verb: 'retry-delivery' },
  },
} as const satisfies CommandDefinitions
