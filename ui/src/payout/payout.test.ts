import { expect, it } from 'vitest'
import { findDays } from '../components/date-fields/periods.ts'
import { computeBars } from './breakdown/waterfall.ts'

it('uses whole months and years in the account’s time zone', () => {
  expect(findDays('month', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(findDays('lastMonth', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(findDays('lastYear', '2026-07-16')).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  expect(findDays('all', '2026-07-16')).toEqual({})
})

it('starts every bar where the previous one ended, and ends with the sum', () => {
  const bars = computeBars([
    { key: 'gross', amountMinor: 1_000 },
    { key: 'platform_fee', amountMinor: -155 },
    { key: 'adjustments', amountMinor: 100 },
  ])
  expect(bars.map(({ key, bottom, height }) => [key, bottom, height])).toEqual([
    ['gross', 0, 1],
    ['platform_fee', 0.845, 0.155],
    ['adjustments', 0.845, 0.1],
    ['net', 0, 0.945],
  ])
  expect(bars.map(({ negative }) => negative)).toEqual([false, true, false, false])
})

it('draws a debt below the line, and nothing without height', () => {
  const [gross, fee, net] = computeBars([
    { key: 'gross', amountMinor: 100 },
    { key: 'adjustments', amountMinor: -300 },
  ])
  expect([gross?.bottom, fee?.bottom, net?.bottom]).toEqual([2 / 3, 0, 0])
  expect([gross?.height, fee?.height, net?.height]).toEqual([1 / 3, 1, 2 / 3])
  expect(computeBars([{ key: 'gross', amountMinor: 0 }]).map(({ height }) => height)).toEqual([0, 0])
})
