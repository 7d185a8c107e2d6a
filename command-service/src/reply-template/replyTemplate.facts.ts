import type { ReplyTemplateCommand } from '@hearth/contracts/reply-template'
import { listKeptRules, messageRuleFold } from '../message-rule/messageRule.state.ts'
import type { Load } from '../runtime/decider.ts'

export type ReplyTemplateFacts = Readonly<{
  /** Templates that the account's scheduled messages send, with one entry for each message. */
  scheduled: readonly string[]
}>

export const loadReplyTemplateFacts: Load<ReplyTemplateCommand, ReplyTemplateFacts> = async (
  command,
  { id },
  readState,
) => {
  if (command.type !== 'RemoveReplyTemplate') return { scheduled: [] }
  const rules = listKeptRules(await readState(messageRuleFold, id, { fresh: true }))
  return { scheduled: rules.map(({ templateId }) => templateId) }
}
