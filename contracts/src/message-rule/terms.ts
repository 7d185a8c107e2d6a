import { z } from 'zod'
import { zLocalTime } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'

/** What a scheduled message follows (docs/domain/message-rule.md#triggers). */
export const MESSAGE_TRIGGERS = [
  'confirmed',
  'checkin-3d',
  'checkin-1d',
  'checkin',
  'checkout',
  'checkout+1d',
] as const
export const zMessageTrigger = z.enum(MESSAGE_TRIGGERS)
export type MessageTrigger = z.infer<typeof zMessageTrigger>

/** Rules that an account keeps (docs/domain/message-rule.md#limits). */
export const MAX_MESSAGE_RULES = 50
export const MAX_RULE_LISTINGS = 200
/** A stay has at most this many nights. */
const MAX_NIGHTS = 365

/** What a rule says: which reply, when, and for which stays. */
export const ruleTerms = {
  templateId: zId,
  trigger: zMessageTrigger,
  /** On the listing's clock. A confirmed stay's message goes out right away and has none. */
  time: zLocalTime.nullable(),
  /** Shorter stays get no message. */
  minNights: z.int().min(1).max(MAX_NIGHTS),
  /** Null: all listings, also later ones. */
  listingIds: z
    .array(zId)
    .min(1)
    .max(MAX_RULE_LISTINGS)
    .refine((ids) => new Set(ids).size === ids.length, 'must name each listing once')
    .nullable(),
  isOn: z.boolean(),
}
export const zRuleTerms = z.strictObject(ruleTerms)
export type RuleTerms = z.infer<typeof zRuleTerms>

type Timed = Pick<RuleTerms, 'trigger' | 'time'>
/** Every trigger but the confirmation has a time of day: for `refine`. */
export const hasItsTime = [
  ({ trigger, time }: Timed) => (trigger === 'confirmed') === (time === null),
  { path: ['time'], message: 'must be a time, or null when the trigger is confirmed' },
] satisfies [(terms: Timed) => boolean, { path: string[]; message: string }]
