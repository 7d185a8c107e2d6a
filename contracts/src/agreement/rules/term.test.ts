import { expect, test } from 'vitest'
import { computeTermEnd } from './term.ts'

test('a term ends on the day of the month on which it began', () => {
  expect(computeTermEnd('2026-06-12', 12, '2026-06-12')).toBe('2027-06-12')
  expect(computeTermEnd('2026-06-12', 12, '2027-06-12')).toBe('2027-06-12')
  expect(computeTermEnd('2026-06-12', 12, '2027-06-13')).toBe('2028-06-12')
})
test('a short month moves no later end', () => {
  expect(computeTermEnd('2026-01-31', 1, '2026-01-31')).toBe('2026-02-28')
  expect(computeTermEnd('2026-01-31', 1, '2026-03-01')).toBe('2026-03-31')
})
