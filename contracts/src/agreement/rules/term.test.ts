import { expect, test } from 'vitest'
import { computeTermEnd } from './term.ts'

test('ends a term on the day of the month on which it began', () => {
  expect(computeTermEnd('2026-06-12', 12, '2026-06-12')).toBe('2027-06-12')
  expect(computeTermEnd('2026-06-12', 12, '2027-06-12')).toBe('2027-06-12')
  expect(computeTermEnd('2026-06-12', 12, '2027-06-13')).toBe('2028-06-12')
})
test('moves no later end because of a short month', () => {
  expect(computeTermEnd('2026-01-31', 1, '2026-01-31')).toBe('2026-02-28')
  expect(computeTermEnd('2026-01-31', 1, '2026-03-01')).toBe('2026-03-31')
})
