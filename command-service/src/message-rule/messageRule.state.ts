import type { MessageRuleEvent, RuleTerms } from '@hearth/contracts/message-rule'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Fold } from '../runtime/decider.ts'

export type KnownRule = RuleTerms &
  Readonly<{
    ruleId: string
    removed: boolean
    /** It sends no message whose time came before: it was not there, was off, or chose other stays. */
    since: Instant
  }>
export type MessageRuleState = Readonly<{ rules: readonly KnownRule[] }>

const change = (
  { rules }: MessageRuleState,
  ruleId: string,
  changed: (rule: KnownRule) => Partial<KnownRule>,
): MessageRuleState => ({
  rules: rules.map((rule) => (rule.ruleId === ruleId ? { ...rule, ...changed(rule) } : rule)),
})

const listText = (listingIds: readonly string[] | null) => JSON.stringify(listingIds?.toSorted() ?? null)

/** Whether the rule chooses the same stays as before, and counts from the same moment of each. */
const choosesSame = (a: RuleTerms, b: RuleTerms): boolean =>
  a.trigger === b.trigger &&
  a.minNights === b.minNights &&
  a.isOn === b.isOn &&
  listText(a.listingIds) === listText(b.listingIds)

/** The rules of one account, removed ones included. */
export const messageRuleFold: Fold<MessageRuleState, MessageRuleEvent> = {
  category: 'messageRule',
  initial: { rules: [] },
  evolve: {
    MessageRuleAdded: ({ rules }, { hostAccountId: _account, ...rule }, since) => ({
      rules: [...rules, { ...rule, removed: false, since }],
    }),
    MessageRuleChanged: (state, { ruleId, ...terms }, at) =>
      change(state, ruleId, (rule) => ({ ...terms, since: choosesSame(rule, terms) ? rule.since : at })),
    MessageRuleRemoved: (state, { ruleId }) => change(state, ruleId, () => ({ removed: true })),
    MessageRuleRestored: (state, { ruleId }, since) =>
      change(state, ruleId, () => ({ removed: false, since })),
  },
}

export const listKeptRules = ({ rules }: MessageRuleState): readonly KnownRule[] =>
  rules.filter(({ removed }) => !removed)
