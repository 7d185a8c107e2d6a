import { FIRST_POLICIES, type CancellationPolicyCode, type CancellationTerms } from '@hearth/contracts/policy'
import { describe, expect, it } from 'vitest'
import { i18nProvider } from '../i18n/i18nProvider.ts'
import type { Text } from '../i18n/text.ts'
import { parseAmount, formatAmount, parseScaled } from '../components/form/amountInput.ts'
import { isChoosable, describePolicy } from './cards/policyLines.ts'

const t: Text = (key, values) => i18nProvider.translate(key, values)
const findTerms = (code: CancellationPolicyCode): CancellationTerms => {
  const terms = FIRST_POLICIES.cancellation.body[code]
  if (!terms) throw new Error(`version 1 has no ${code}`)
  return terms
}
const formatSentences = (code: CancellationPolicyCode) => describePolicy(findTerms(code), t)
const choosable = (code: CancellationPolicyCode) => isChoosable(code, findTerms(code))

describe('typed amounts', () => {
  it('keep every minor unit', () => {
    expect(parseAmount('98.5', 'USD')).toBe(9850)
    expect(parseAmount(' 98,50 ', 'EUR')).toBe(9850)
    expect(parseAmount('32000', 'JPY')).toBe(32_000)
    expect(parseAmount('1.234', 'KWD')).toBe(1234)
    expect(formatAmount(9850, 'USD')).toBe('98.50')
    expect(formatAmount(18_000, 'USD')).toBe('180')
    expect(formatAmount(32_000, 'JPY')).toBe('32000')
  })
  it('are refused when they are not amounts', () => {
    for (const text of ['', '-1', '1.234', '1e3', '12.', 'ten']) expect(parseAmount(text, 'USD')).toBeNull()
    expect(parseAmount('1.5', 'JPY')).toBeNull()
    expect(parseScaled('2.5', 0)).toBeNull()
    expect(parseScaled('-10', 0)).toBeNull()
    expect(parseScaled('9', 0)).toBe(9)
  })
})

describe('cancellation policies in sentences', () => {
  it('list the tiers in chronological order', () => {
    expect(formatSentences('firm').slice(0, 3)).toEqual([
      'Full refund of the nights until 30 days before check-in.',
      '50% refund of the nights until 7 days before check-in.',
      'After that: no refund of the nights.',
    ])
    expect(formatSentences('moderate')[1]).toBe(
      'After that: you keep started nights plus 1 more; guests get 50% of the rest back.',
    )
    expect(formatSentences('non_refundable')[0]).toBe('No refund of the nights.')
  })
  it('leave out policies that hosts cannot choose', () => {
    expect(choosable('flexible')).toBe(true)
    expect(choosable('strict')).toBe(false)
    expect(choosable('long_term_firm')).toBe(false)
    expect(choosable('vrbo_firm')).toBe(false)
  })
})
