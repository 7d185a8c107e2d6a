import { expect, it } from 'vitest'
import { daysOf } from './breakdown/periods.ts'
import { barsOf } from './breakdown/waterfall.ts'

it('periods are whole months and years of the account’s day', () => {
  expect(daysOf('month', '2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  expect(daysOf('lastMonth', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(daysOf('lastYear', '2026-07-16')).toEqual({ from: '2025-01-01', to: '2025-12-31' })
  expect(daysOf('all', '2026-07-16')).toEqual({})
})

it('every bar begins where the one before it ended, and the last one is the sum', () => {
  const bars = barsOf([
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

it('what is owed to Hearth hangs below the line, and nothing at all has no height', () => {
  const [gross, fee, net] = barsOf([
    { key: 'gross', amountMinor: 100 },
    { key: 'adjustments', amountMinor: -300 },
  ])
  expect([gross?.bottom, fee?.bottom, net?.bottom]).toEqual([2 / 3, 0, 0])
  expect([gross?.height, fee?.height, net?.height]).toEqual([1 / 3, 1, 2 / 3])
  expect(barsOf([{ key: 'gross', amountMinor: 0 }]).map(({ height }) => height)).toEqual([0, 0])
})
