import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'
import { zText } from '../kernel/text.ts'
import { FIRST_REMINDER_HOURS_LEFT, POLICY_BODIES, zPolicyName } from './terms.ts'

const zBody = z.union([
  POLICY_BODIES.hostCancellation,
  POLICY_BODIES.platformFee,
  POLICY_BODIES.request,
  POLICY_BODIES.messaging,
  POLICY_BODIES.review,
  POLICY_BODIES.incident,
  POLICY_BODIES.reimbursement,
  POLICY_BODIES.referral,
  POLICY_BODIES.tax,
  POLICY_BODIES.cancellation,
])
const published = z.strictObject({
  name: zPolicyName,
  version: z.int().min(1),
  effectiveFrom: zInstant,
  body: zBody,
  reason: z.string(),
})

/** Version 1 of `request` had no hours of reminders. */
const upcast = {
  1: (data: Readonly<Record<string, unknown>>) =>
    data['name'] === 'request'
      ? { ...data, body: { ...Object(data['body']), reminderHoursLeft: FIRST_REMINDER_HOURS_LEFT } }
      : data,
}

/**
 * The registry of versioned numbers: proposed by one person, approved by another admin
 * (docs/domain/policy.md#versions).
 */
export const policy = defineAggregate({
  category: 'policy',
  events: {
    PolicyVersionProposed: { version: 2, schema: published.extend({ proposedBy: z.string() }), upcast },
    PolicyVersionPublished: { version: 2, schema: published.extend({ publishedBy: z.string() }), upcast },
  },
  commands: {
    ProposePolicyVersion: {
      schema: z.strictObject({ effectiveFrom: zInstant, body: zBody, reason: zText(20, 500) }),
      route: { collection: 'policies', verb: 'propose' },
      capability: 'policy.propose',
      ifMatch: 'none',
      stream: { by: 'platform', id: zPolicyName },
    },
    ApprovePolicyVersion: {
      schema: z.strictObject({ version: z.int().min(1) }),
      route: { collection: 'policies', verb: 'approve' },
      capability: 'policy.approve',
      ifMatch: 'none',
      stream: { by: 'platform', id: zPolicyName },
    },
  },
})
export type PolicyEvent = EventsOf<typeof policy>
export type PolicyCommand = CommandsOf<typeof policy>
