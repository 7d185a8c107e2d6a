import { expect, test } from 'vitest'
import { isPayoutDay, minimumFor, highestMinimum } from './payoutDay.ts'

test('pays every business day, or on the next one after a missed Monday or first', () => {
  expect(isPayoutDay('daily', '2026-06-09', '2026-06-08')).toBe(true)
  // 2026-06-08 is a Monday.
  expect(isPayoutDay('weekly_mon', '2026-06-08', '2026-06-05')).toBe(true)
  expect(isPayoutDay('weekly_mon', '2026-06-09', '2026-06-08')).toBe(false)
  expect(isPayoutDay('weekly_mon', '2026-06-09', '2026-06-05')).toBe(true)
  expect(isPayoutDay('monthly_1st', '2026-08-03', '2026-07-31')).toBe(true)
  expect(isPayoutDay('monthly_1st', '2026-08-04', '2026-08-03')).toBe(false)
})

test('lets a host raise the platform’s minimum to a thousand', () => {
  expect(minimumFor({ minimums: {} }, 'EUR')).toBe(100)
  expect(minimumFor({ minimums: { EUR: 5_000 } }, 'EUR')).toBe(5_000)
  expect([highestMinimum('EUR'), highestMinimum('JPY'), highestMinimum('KWD')]).toEqual([
    100_000, 100_000, 1_000_000,
  ])
})
