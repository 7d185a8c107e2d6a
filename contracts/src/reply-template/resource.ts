import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'

export const zReplyTemplateRow = z.strictObject({
  id: z.string(),
  hostAccountId: z.string(),
  name: z.string(),
  body: z.string(),
  changedAt: zInstant,
  state: z.enum(['kept', 'removed']),
})
export type ReplyTemplateRow = z.infer<typeof zReplyTemplateRow>

export const replyTemplates = defineResource({
  name: 'reply-templates',
  table: 'reply_template',
  row: zReplyTemplateRow,
  capability: 'reply-template.read',
  visibility: {
    id: 'open',
    hostAccountId: 'open',
    name: 'reply-template.read',
    body: 'reply-template.read',
    changedAt: 'open',
    state: 'open',
  },
  where: { state: ['kept'] },
  scope: 'tenant',
  listings: { everyone: 'Templates are the whole team’s, and about no listing.' },
  sort: ['name', 'changedAt'],
  defaultSort: ['name', 'ASC'],
  filter: { hostAccountId: 'equals', q: { search: ['name'] } },
})
