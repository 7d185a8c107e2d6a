import { describe, expect, test } from 'vitest'
import { FIRST_POLICIES } from '../policy/index.ts'
import { freezeTerms, minNightsMinor } from './terms.ts'

describe('the terms of an invitation', () => {
  test('are those of the policy, in the currency of the account', () =>
    expect(freezeTerms(FIRST_POLICIES.referral, 'USD')).toEqual({
      policyVersion: 1,
      rewardMinor: 50_000,
      currency: 'USD',
      minNightsNominal: { default: 100 },
      qualifyDays: 180,
      rewardAfterDays: 14,
      clawbackDays: 60,
      maxRewardsPerYear: 25,
    }))
  test('have an amount of its own for a currency that the policy names', () => {
    const body = { ...FIRST_POLICIES.referral.body, rewardNominal: { default: 500, GBP: 400 } }
    expect(freezeTerms({ version: 2, body }, 'GBP').rewardMinor).toBe(40_000)
    expect(freezeTerms({ version: 2, body }, 'JPY').rewardMinor).toBe(50_000)
  })
  test('ask for a stay of 100 in its own currency', () => {
    const terms = freezeTerms(FIRST_POLICIES.referral, 'USD')
    expect(minNightsMinor(terms, 'EUR')).toBe(10_000)
    expect(minNightsMinor(terms, 'JPY')).toBe(10_000)
    expect(minNightsMinor(terms, 'KWD')).toBe(100_000)
  })
})
