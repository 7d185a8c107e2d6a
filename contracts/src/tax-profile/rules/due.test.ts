import { expect, test } from 'vitest'
import { FIRST_POLICIES } from '../../policy/versions.ts'
import type { TaxFigures } from '../document.ts'
import { isDocumentDue } from './due.ts'

const terms = FIRST_POLICIES.tax.body
type Figures = Omit<TaxFigures, 'homes'>
const of1099K = (grossMinor: number, payments: number): Figures => ({
  boxes: [
    { box: '1a', kind: 'amount', value: grossMinor },
    { box: '3', kind: 'count', value: payments },
  ],
  quarters: [],
})
const rents = (value: number): Figures => ({ boxes: [{ box: '1', kind: 'amount', value }], quarters: [] })

test('a 1099-K is due above both federal limits, or where a state’s own limit is reached', () => {
  expect(isDocumentDue('1099-K', of1099K(2_500_000, 150), terms, 'NY')).toBe(false)
  expect(isDocumentDue('1099-K', of1099K(2_500_000, 201), terms, 'NY')).toBe(true)
  expect(isDocumentDue('1099-K', of1099K(70_000, 1), terms, 'MA')).toBe(true)
})

test('a 1099-MISC and a 1099-NEC are due from the same limit on', () => {
  const limit = terms.rents1099Misc * 100
  expect(isDocumentDue('1099-MISC', rents(limit - 1), terms, null)).toBe(false)
  expect(isDocumentDue('1099-MISC', rents(limit), terms, null)).toBe(true)
  expect(isDocumentDue('1099-NEC', rents(limit - 1), terms, null)).toBe(false)
  expect(isDocumentDue('1099-NEC', rents(limit), terms, null)).toBe(true)
  expect(isDocumentDue('1099-MISC', { boxes: [], quarters: [] }, terms, null)).toBe(false)
})

test('a DAC7 report is due for the first stay, because homes have no minimum', () => {
  const quarter = { currency: 'EUR' as const, quarter: 1, grossMinor: 0, feesMinor: 0, nights: 0, stays: 0 }
  const report = (stays: number) => ({ boxes: [], quarters: [{ ...quarter, stays }] })
  expect(isDocumentDue('DAC7', report(0), terms, null)).toBe(false)
  expect(isDocumentDue('DAC7', report(1), terms, null)).toBe(true)
})
