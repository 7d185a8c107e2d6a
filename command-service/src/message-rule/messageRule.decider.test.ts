import {
  MAX_MESSAGE_RULES,
  messageRule as definition,
  type MessageRuleCommand,
  type MessageRuleEvent,
  type RuleTerms,
} from '@hearth/contracts/message-rule'
import { describe, expect, test } from 'vitest'
import { given, stateAfter } from '../testing/given.ts'
import { messageRule } from './messageRule.decider.ts'

const ACCOUNT = 'account'
const terms: RuleTerms = {
  templateId: 't1',
  trigger: 'checkin-3d',
  time: '10:00',
  minNights: 1,
  listingIds: null,
  isOn: true,
}
const facts = { templateIds: ['t1', 't2'], unknownListings: [] }
const inAccount = { id: ACCOUNT, idFor: () => 'new', facts }

const add: MessageRuleCommand = { type: 'AddMessageRule', data: terms }
const added = (ruleId: string, changed: Partial<RuleTerms> = {}): MessageRuleEvent => ({
  type: 'MessageRuleAdded',
  data: { ruleId, hostAccountId: ACCOUNT, ...terms, ...changed },
})
const removed = (ruleId: string): MessageRuleEvent => ({ type: 'MessageRuleRemoved', data: { ruleId } })
const changed = (ruleId: string, part: Partial<RuleTerms>): MessageRuleEvent => ({
  type: 'MessageRuleChanged',
  data: { ruleId, ...terms, ...part },
})
const change = (part: Partial<RuleTerms>): MessageRuleCommand => ({
  type: 'ChangeMessageRule',
  data: { ruleId: 'a', ...terms, ...part },
})
const remove: MessageRuleCommand = { type: 'RemoveMessageRule', data: { ruleId: 'a' } }
const restore: MessageRuleCommand = { type: 'RestoreMessageRule', data: { ruleId: 'a' } }
const full = Array.from({ length: MAX_MESSAGE_RULES }, (_, index) => added(`r${index}`))

describe('adding a scheduled message', () => {
  test('records what it says', () => given(messageRule).when(add, inAccount).thenEvents(added('new')))
  test('adds nothing when the same command arrives again', () =>
    given(messageRule, added('new')).when(add, inAccount).thenEvents())
  test('refuses a saved reply that the account does not have', () =>
    given(messageRule)
      .when(add, { ...inAccount, facts: { ...facts, templateIds: ['t2'] } })
      .thenRefused('VALIDATION_FAILED'))
  test('refuses a listing that the account does not have', () =>
    given(messageRule)
      .when(add, { ...inAccount, facts: { ...facts, unknownListings: ['l9'] } })
      .thenRefused('VALIDATION_FAILED'))
  test('refuses more than an account can keep', () => {
    given(messageRule, ...full)
      .when(add, inAccount)
      .thenRefused('LIMIT_EXCEEDED')
    given(messageRule, ...full, removed('r0'))
      .when(add, inAccount)
      .thenEvents(added('new'))
  })
})

describe('changing a scheduled message', () => {
  test('records all it says, and nothing where it is the same', () => {
    given(messageRule, added('a'))
      .when(change({ time: '18:30' }), inAccount)
      .thenEvents(changed('a', { time: '18:30' }))
    given(messageRule, added('a')).when(change({}), inAccount).thenNothing()
  })
  test('needs one that exists', () => {
    given(messageRule).when(change({}), inAccount).thenRefused('NOT_FOUND')
    given(messageRule, added('a'), removed('a')).when(change({}), inAccount).thenRefused('NOT_FOUND')
  })
})

describe('removing a scheduled message', () => {
  test('can be undone', () => {
    given(messageRule, added('a')).when(remove, inAccount).thenEvents(removed('a'))
    given(messageRule, added('a'), removed('a'))
      .when(restore, inAccount)
      .thenEvents({ type: 'MessageRuleRestored', data: { ruleId: 'a' } })
  })
  test('happens once', () => {
    given(messageRule, added('a'), removed('a')).when(remove, inAccount).thenNothing()
    given(messageRule, added('a')).when(restore, inAccount).thenNothing()
  })
  test('can’t be undone once its saved reply or the last place is gone', () => {
    given(messageRule, added('a'), removed('a'))
      .when(restore, { ...inAccount, facts: { ...facts, templateIds: [] } })
      .thenRefused('VALIDATION_FAILED')
    given(messageRule, added('a'), removed('a'), ...full)
      .when(restore, inAccount)
      .thenRefused('LIMIT_EXCEEDED')
  })
  test('needs one that exists', () => {
    given(messageRule).when(remove, inAccount).thenRefused('NOT_FOUND')
    given(messageRule).when(restore, inAccount).thenRefused('NOT_FOUND')
  })
})

describe('the moment from which a rule sends', () => {
  const EARLIER = '2026-01-01T00:00:00.000Z'
  const LATER = '2026-02-01T00:00:00.000Z'
  const sinceAfter = (event: MessageRuleEvent) =>
    stateAfter(messageRule, [
      { ...added('a'), at: EARLIER },
      { ...event, at: LATER },
    ]).rules[0]?.since
  test.for<[string, Partial<RuleTerms>]>([
    ['its trigger', { trigger: 'checkin' }],
    ['its listings', { listingIds: ['l1'] }],
    ['its shortest stay', { minNights: 3 }],
    ['whether it is on', { isOn: false }],
  ])('begins again when %s changes', ([, part]) => expect(sinceAfter(changed('a', part))).toBe(LATER))
  test.for<[string, Partial<RuleTerms>]>([
    ['time of day', { time: '09:00' }],
    ['saved reply', { templateId: 't2' }],
  ])('stays when only its %s changes', ([, part]) => expect(sinceAfter(changed('a', part))).toBe(EARLIER))
  test('begins again when it is restored', () =>
    expect(sinceAfter({ type: 'MessageRuleRestored', data: { ruleId: 'a' } })).toBe(LATER))
})

describe('what a rule may say', () => {
  const { schema } = definition.commands.AddMessageRule
  const ID = '2f1a9a3e-7d1b-5c0e-9a44-5b8b8a1f6c21'
  const given = { ...terms, templateId: ID }
  test('is accepted with a time, or for a confirmation without one', () => {
    expect(schema.safeParse(given).success).toBe(true)
    expect(schema.safeParse({ ...given, trigger: 'confirmed', time: null }).success).toBe(true)
  })
  test.for<[string, object]>([
    ['a trigger without its time', { time: null }],
    ['a confirmation with a time', { trigger: 'confirmed' }],
    ['an hour that no day has', { time: '24:00' }],
    ['no nights', { minNights: 0 }],
    ['an empty choice of listings', { listingIds: [] }],
    ['a listing twice', { listingIds: [ID, ID] }],
    ['an unknown trigger', { trigger: 'checkin-2d' }],
  ])('is refused with %s', ([, part]) => expect(schema.safeParse({ ...given, ...part }).success).toBe(false))
})
