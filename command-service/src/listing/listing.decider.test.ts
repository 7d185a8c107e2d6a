import { describe, test } from 'vitest'
import { ADMIN, given, OWNER } from '../testing/given.ts'
import { listing } from './listing.decider.ts'
import { details, facts, setPolicy, situation, start, started } from './testing/listingHistory.ts'

describe('starting', () => {
  test('creates a draft of the account', () => given(listing).when(start(), situation).thenEvents(started))
  test('twice is refused', () => given(listing, started).when(start(), situation).thenRefused('DUPLICATE'))
  test('needs an account', () =>
    given(listing)
      .when(start(), { ...situation, facts: { ...facts, account: null } })
      .thenRefused('PRECONDITION_FAILED'))
  test('strict is for invited hosts', () =>
    given(listing)
      .when(start({ cancellationPolicyCode: 'strict' }), situation)
      .thenRefused('POLICY_VIOLATION', { rule: 'invite_only' }))
  test('the long-term code must be one', () =>
    given(listing)
      .when(start({ longTermPolicyCode: 'flexible' }), situation)
      .thenRefused('POLICY_VIOLATION', { rule: 'long_term' }))
})

describe('settings', () => {
  const pricing = { ...details.pricing, baseNightMinor: 25_000 }
  const rules = { ...details.rules, minNights: 2 }
  test('pricing records before and after', () =>
    given(listing, started)
      .when({ type: 'SetPricing', data: { pricing } }, situation)
      .thenEvents({ type: 'PricingChanged', data: { before: details.pricing, after: pricing } }))
  test('rules record before and after', () =>
    given(listing, started)
      .when({ type: 'SetAvailabilityRules', data: { rules } }, situation)
      .thenEvents({ type: 'AvailabilityRulesChanged', data: { before: details.rules, after: rules } }))
  test('the same values add no event', () => {
    given(listing, started)
      .when({ type: 'SetPricing', data: { pricing: { ...details.pricing } } }, situation)
      .thenNothing()
    given(listing, started)
      .when({ type: 'SetAvailabilityRules', data: { rules: { ...details.rules } } }, situation)
      .thenNothing()
    given(listing, started).when(setPolicy('flexible'), situation).thenNothing()
  })
  test('a policy records before and after', () =>
    given(listing, started)
      .when(setPolicy('firm'), situation)
      .thenEvents({ type: 'CancellationPolicyChanged', data: { before: 'flexible', after: 'firm' } }))
  test('strict only by staff, long-term never', () => {
    given(listing, started)
      .when(setPolicy('strict'), { ...situation, actor: OWNER })
      .thenRefused('POLICY_VIOLATION', { rule: 'invite_only' })
    given(listing, started)
      .when(setPolicy('strict'), { ...situation, actor: ADMIN })
      .thenEvents({ type: 'CancellationPolicyChanged' })
    given(listing, started)
      .when(setPolicy('long_term_firm'), situation)
      .thenRefused('POLICY_VIOLATION', { rule: 'long_term' })
  })
  test('are refused without a listing', () => {
    given(listing).when({ type: 'SetPricing', data: { pricing } }, situation).thenRefused('NOT_FOUND')
    given(listing).when({ type: 'SetAvailabilityRules', data: { rules } }, situation).thenRefused('NOT_FOUND')
    given(listing).when(setPolicy('firm'), situation).thenRefused('NOT_FOUND')
  })
})
