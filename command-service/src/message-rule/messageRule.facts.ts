import type { MessageRuleCommand } from '@hearth/contracts/message-rule'
import { listingFold } from '../listing/listing.state.ts'
import { replyTemplateFold } from '../reply-template/replyTemplate.state.ts'
import type { Load } from '../runtime/decider.ts'

export type MessageRuleFacts = Readonly<{
  /** The saved replies that the account has. */
  templateIds: readonly string[]
  /** Listings named by the command that the account does not have. */
  unknownListings: readonly string[]
}>

export const loadMessageRuleFacts: Load<MessageRuleCommand, MessageRuleFacts> = async (
  command,
  { id },
  readState,
) => {
  const { templates } = await readState(replyTemplateFold, id, { fresh: true })
  const named = 'listingIds' in command.data ? (command.data.listingIds ?? []) : []
  const unknown = await Promise.all(
    named.map(async (listingId) => {
      const listing = await readState(listingFold, listingId)
      return listing.status !== 'none' && listing.hostAccountId === id ? [] : [listingId]
    }),
  )
  return {
    templateIds: templates.filter(({ removed }) => !removed).map(({ templateId }) => templateId),
    unknownListings: unknown.flat(),
  }
}
