import { formatStream, textIn } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { MessageRuleEvent } from './messages.ts'
import { zMessageRuleRow, type MessageRuleRow } from './resource.ts'

/** One row for each rule. A removed one stays as it was, so that the removal can be undone. */
export const messageRuleProjection = defineProjection<MessageRuleRow>({
  name: 'message_rule',
  version: 1,
  row: zMessageRuleRow,
  categories: ['messageRule'],
  streams: ({ id }) => [formatStream('messageRule', id)],
  keys: ({ data }) => {
    const ruleId = textIn(data, 'ruleId')
    return ruleId === undefined ? [] : [ruleId]
  },
  fold: foldBy<MessageRuleRow, MessageRuleEvent>({
    MessageRuleAdded: (_row, event) => {
      const { ruleId: id, ...terms } = event.data
      return { id, ...terms, changedAt: occurredAtOf(event), state: 'kept' }
    },
    MessageRuleChanged: (row, event) => {
      const { ruleId: _id, ...terms } = event.data
      return row && { ...row, ...terms, changedAt: occurredAtOf(event) }
    },
    MessageRuleRemoved: (row) => row && { ...row, state: 'removed' },
    MessageRuleRestored: (row) => row && { ...row, state: 'kept' },
  }),
})
