import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { deriveId, zId, type Id } from '../kernel/ids.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zMessageTrigger } from '../message-rule/terms.ts'
import { zTemplateBody } from '../reply-template/messages.ts'
import { TEMPLATE_VARIABLES } from '../reply-template/variables.ts'

/** A rule sends one message to a stay. */
export const derivePlanId = (bookingId: Id, ruleId: Id): Id => deriveId('planned-message', bookingId, ruleId)

/** Why a planned message isn’t sent any more. */
export const zPlanEnd = z.enum(['stay_over', 'rule_ended', 'too_late', 'moved'])
/** Why a message whose time has come waits for the host. */
export const zHold = z.strictObject({
  /** The saved reply was removed. */
  withoutReply: z.boolean(),
  /** Variables without a value. */
  missing: z.array(z.enum(TEMPLATE_VARIABLES)),
})
export type Hold = z.infer<typeof zHold>

const of = { bookingId: z.string(), listingId: z.string() }
const one = { ...of, planId: z.string() }
const timing = {
  templateId: z.string(),
  trigger: zMessageTrigger,
  sendAt: zInstant,
  /** Later than this it makes no sense. */
  goodUntil: zInstant,
}
const written = { ...one, guestRef: z.string(), body: z.string() }
const personal = { body: 'guestRef' }

const on = (verb: string) => ({ collection: 'message-plans', verb }) as const
const about = z.strictObject({ planId: zId })
const byWriter = { capability: 'thread.write', ifMatch: 'none' } as const
const byClock = { capability: 'thread.clock', ifMatch: 'none' } as const

/** The messages that a stay will get by itself; it has the booking’s id (docs/domain/message-plan.md). */
export const messagePlan = defineAggregate({
  category: 'messagePlan',
  events: {
    MessagePlanned: {
      version: 1,
      schema: z.strictObject({
        ...one,
        hostAccountId: z.string(),
        threadId: z.string(),
        ruleId: z.string(),
        timezone: z.string(),
        ...timing,
      }),
    },
    /** The stay was altered, or the rule changed. */
    PlannedMessageChanged: { version: 1, schema: z.strictObject({ ...one, ...timing }) },
    /** Its own text for this stay, with variables, in place of the saved reply. */
    PlannedMessageEdited: { version: 1, schema: z.strictObject(written), personal },
    PlannedMessageSkipped: { version: 1, schema: z.strictObject(one) },
    PlannedMessageRestored: { version: 1, schema: z.strictObject({ ...one, sendAt: zInstant }) },
    PlannedMessageHeld: {
      version: 1,
      schema: z.strictObject({ ...one, threadId: z.string(), goodUntil: zInstant, hold: zHold }),
    },
    /** Its text is final: the thread gets the message under this id, now or after a crash. */
    PlannedMessageSent: {
      version: 1,
      schema: z.strictObject({
        ...written,
        threadId: z.string(),
        messageId: z.string(),
        /** Who sent it early; null at its time. */
        by: z.string().nullable(),
      }),
      personal,
    },
    PlannedMessageEnded: { version: 1, schema: z.strictObject({ ...one, reason: zPlanEnd }) },
    /** The guest’s key is gone: what was written to them reads as erased, and nothing more is sent. */
    PlanGuestErased: {
      version: 1,
      schema: z.strictObject({ ...of, guestRef: z.string(), erasureId: z.string() }),
    },
  },
  commands: {
    /** Brings the plan in line with the stay and the rules as they are now. */
    PlanMessages: {
      ...byClock,
      schema: z.strictObject({ listingId: zId }),
      stream: { by: 'id', begins: { of: 'listing', field: 'listingId' } },
    },
    /** The time of a message has come. */
    ReleasePlannedMessage: { ...byClock, schema: about },
    SendPlannedMessage: { ...byWriter, schema: about, route: on('send') },
    EditPlannedMessage: {
      ...byWriter,
      schema: z.strictObject({ planId: zId, body: zTemplateBody }),
      route: on('edit'),
    },
    SkipPlannedMessage: { ...byWriter, schema: about, route: on('skip') },
    /** Undoes a skip. */
    RestorePlannedMessage: { ...byWriter, schema: about, route: on('restore') },
  },
})
export type MessagePlanEvent = EventsOf<typeof messagePlan>
export type MessagePlanCommand = CommandsOf<typeof messagePlan>
