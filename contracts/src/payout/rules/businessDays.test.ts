import { describe, expect, it } from 'vitest'
import { businessDayBefore, isBusinessDay } from './businessDays.ts'

describe('business days', () => {
  it.each([
    ['2026-07-11', 'USD', false],
    ['2026-07-12', 'USD', false],
    ['2026-07-13', 'USD', true],
    ['2026-01-01', 'USD', false],
    ['2026-01-19', 'USD', false],
    ['2026-02-16', 'USD', false],
    ['2026-05-25', 'USD', false],
    ['2026-06-19', 'USD', false],
    ['2026-07-03', 'USD', true],
    ['2027-07-05', 'USD', false],
    ['2026-09-07', 'USD', false],
    ['2026-10-12', 'USD', false],
    ['2026-11-26', 'USD', false],
    ['2026-12-25', 'USD', false],
    ['2026-04-03', 'EUR', false],
    ['2026-04-06', 'EUR', false],
    ['2026-05-01', 'EUR', false],
    ['2026-12-26', 'EUR', false],
    ['2025-04-18', 'EUR', false],
    ['2024-04-01', 'EUR', false],
    ['2026-04-03', 'USD', true],
    ['2026-07-03', 'EUR', true],
    ['2026-11-26', 'EUR', true],
  ] as const)('%s in %s: %s', (date, currency, expected) =>
    expect(isBusinessDay(date, currency)).toBe(expected),
  )

  it('go back over holidays and weekends', () => {
    expect(businessDayBefore('2026-07-13', 'USD')).toBe('2026-07-10')
    expect(businessDayBefore('2026-04-07', 'EUR')).toBe('2026-04-02')
    expect(businessDayBefore('2027-01-04', 'EUR')).toBe('2026-12-31')
  })
})
