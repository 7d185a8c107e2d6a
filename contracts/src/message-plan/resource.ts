import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zMessageTrigger } from '../message-rule/terms.ts'
import { zHold, zPlanEnd } from './messages.ts'

/** One message of a plan. */
export const zPlannedMessage = z.strictObject({
  planId: z.string(),
  ruleId: z.string(),
  templateId: z.string(),
  trigger: zMessageTrigger,
  sendAt: zInstant,
  goodUntil: zInstant,
  state: z.enum(['planned', 'held', 'skipped', 'sent', 'ended']),
  /** Of a held message. */
  hold: zHold.nullable(),
  /** Of an ended message. */
  reason: zPlanEnd.nullable(),
})
export type PlannedMessage = z.infer<typeof zPlannedMessage>

/** The messages of one stay; its id is the booking’s. */
export const zMessagePlanRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  listingId: z.string(),
  threadId: z.string(),
  /** The listing’s, in which times are shown. */
  timezone: z.string(),
  messages: z.array(zPlannedMessage),
  /** What was written for this stay. Sealed in the read model, opened when it is read. */
  texts: z.array(z.strictObject({ planId: z.string(), body: z.string() })),
  changedAt: zInstant,
})
export type MessagePlanRow = z.infer<typeof zMessagePlanRow>

export const messagePlans = defineResource({
  name: 'message-plans',
  table: 'message_plan',
  row: zMessagePlanRow,
  capability: 'thread.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    listingId: 'open',
    threadId: 'open',
    timezone: 'open',
    messages: 'open',
    texts: 'thread.read',
    changedAt: 'open',
  },
  scope: 'tenant',
  listings: { field: 'listingId' },
  sort: ['changedAt'],
  defaultSort: ['changedAt', 'DESC'],
  filter: { threadId: 'equals', listingId: 'equals', hostAccountId: 'equals' },
  screens: { finds: { threadId: 'Scheduled messages of a thread' } },
})
