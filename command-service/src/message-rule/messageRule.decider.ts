import { isDeepStrictEqual } from 'node:util'
import {
  MAX_MESSAGE_RULES,
  type MessageRuleCommand,
  type MessageRuleEvent,
  type RuleTerms,
} from '@hearth/contracts/message-rule'
import { accept, reject, type Decider, type Rejected } from '../runtime/decider.ts'
import type { MessageRuleFacts } from './messageRule.facts.ts'
import { listKeptRules, messageRuleFold, type MessageRuleState } from './messageRule.state.ts'

const unknown = reject('NOT_FOUND', 'This scheduled message doesn’t exist.')

const find = ({ rules }: MessageRuleState, ruleId: string) => rules.find((one) => one.ruleId === ruleId)

const refuseTemplate = (templateId: string, { templateIds }: MessageRuleFacts): Rejected | undefined =>
  templateIds.includes(templateId)
    ? undefined
    : reject('VALIDATION_FAILED', 'Choose one of your saved replies.', {
        errors: [{ pointer: '/templateId', detail: 'must be a saved reply of the account' }],
      })

const refuseListings = ({ unknownListings }: MessageRuleFacts): Rejected | undefined =>
  unknownListings.length === 0
    ? undefined
    : reject('VALIDATION_FAILED', 'Choose only your own listings.', {
        errors: [{ pointer: '/listingIds', detail: 'must name listings of the account' }],
      })

const refuseTerms = ({ templateId }: RuleTerms, facts: MessageRuleFacts): Rejected | undefined =>
  refuseTemplate(templateId, facts) ?? refuseListings(facts)

const refuseOneMore = (state: MessageRuleState): Rejected | undefined =>
  listKeptRules(state).length >= MAX_MESSAGE_RULES
    ? reject(
        'LIMIT_EXCEEDED',
        `You can keep up to ${MAX_MESSAGE_RULES} scheduled messages. Remove one that you no longer need.`,
        { limit: MAX_MESSAGE_RULES },
      )
    : undefined

/** Which messages an account sends to guests by itself, and when (docs/domain/message-rule.md). */
export const messageRule: Decider<MessageRuleState, MessageRuleCommand, MessageRuleEvent, MessageRuleFacts> =
  {
    ...messageRuleFold,
    decide: {
      AddMessageRule: (terms, state, { id: hostAccountId, idFor, facts }) => {
        const ruleId = idFor('message-rule')
        if (find(state, ruleId) !== undefined) return accept([])
        return (
          refuseTerms(terms, facts) ??
          refuseOneMore(state) ??
          accept([{ type: 'MessageRuleAdded', data: { ruleId, hostAccountId, ...terms } }])
        )
      },
      ChangeMessageRule: ({ ruleId, ...terms }, state, { facts }) => {
        const rule = find(state, ruleId)
        if (rule === undefined || rule.removed) return unknown
        const { removed: _removed, since: _since, ...before } = rule
        if (isDeepStrictEqual(before, { ruleId, ...terms })) return accept([])
        return (
          refuseTerms(terms, facts) ?? accept([{ type: 'MessageRuleChanged', data: { ruleId, ...terms } }])
        )
      },
      RemoveMessageRule: ({ ruleId }, state) => {
        const rule = find(state, ruleId)
        if (rule === undefined) return unknown
        return accept(rule.removed ? [] : [{ type: 'MessageRuleRemoved', data: { ruleId } }], {
          undo: { command: 'RestoreMessageRule', expiresAt: null },
        })
      },
      RestoreMessageRule: ({ ruleId }, state, { facts }) => {
        const rule = find(state, ruleId)
        if (rule === undefined) return unknown
        if (!rule.removed) return accept([])
        return (
          refuseTemplate(rule.templateId, facts) ??
          refuseOneMore(state) ??
          accept([{ type: 'MessageRuleRestored', data: { ruleId } }])
        )
      },
    },
  }
