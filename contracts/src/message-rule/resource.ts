import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { ruleTerms } from './terms.ts'

export const zMessageRuleRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  ...ruleTerms,
  templateId: z.string(),
  listingIds: z.array(z.string()).nullable(),
  changedAt: zInstant,
  state: z.enum(['kept', 'removed']),
})
export type MessageRuleRow = z.infer<typeof zMessageRuleRow>

export const messageRules = defineResource({
  name: 'message-rules',
  table: 'message_rule',
  row: zMessageRuleRow,
  capability: 'message-rule.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    templateId: 'open',
    trigger: 'open',
    time: 'open',
    minNights: 'open',
    listingIds: 'open',
    isOn: 'open',
    changedAt: 'open',
    state: 'open',
  },
  where: { state: ['kept'] },
  scope: 'tenant',
  listings: 'whole account',
  sort: ['changedAt'],
  defaultSort: ['changedAt', 'ASC'],
  filter: { hostAccountId: 'equals', templateId: 'equals' },
})
