import { withoutTexts } from '../kernel/accountTexts.ts'
import { formatStream, textIn } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { ReplyTemplateEvent } from './messages.ts'
import { zReplyTemplateRow, type ReplyTemplateRow } from './resource.ts'

/** One row for each template. A removed one stays as it was, so that the removal can be undone. */
export const replyTemplateProjection = defineProjection<ReplyTemplateRow>({
  name: 'reply_template',
  version: 1,
  row: zReplyTemplateRow,
  categories: ['replyTemplate'],
  streams: ({ id }) => [formatStream('replyTemplate', id)],
  personal: ['body', 'name'],
  eraseTexts: withoutTexts<ReplyTemplateRow>('body', 'name'),
  keys: ({ data }) => {
    const templateId = textIn(data, 'templateId')
    return templateId === undefined ? [] : [templateId]
  },
  fold: foldBy<ReplyTemplateRow, ReplyTemplateEvent>({
    ReplyTemplateAdded: (_row, event) => {
      const { templateId: id, hostAccountId, name, body } = event.data
      return { id, hostAccountId, name, body, changedAt: occurredAtOf(event), state: 'kept' }
    },
    ReplyTemplateChanged: (row, event) => {
      const { name, body } = event.data
      return row && { ...row, name, body, changedAt: occurredAtOf(event) }
    },
    ReplyTemplateRemoved: (row) => row && { ...row, state: 'removed' },
    ReplyTemplateRestored: (row) => row && { ...row, state: 'kept' },
  }),
})
