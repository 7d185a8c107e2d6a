import { expect, test } from 'vitest'
import { zPricing } from '../pricing.ts'
import { nightPrice } from './nightPrice.ts'

const pricing = zPricing.parse({
  baseNightMinor: 100,
  weekendNightMinor: 200,
  weekdayOverrides: [{ weekday: 6, nightMinor: 300 }],
  dateOverrides: [{ date: '2026-07-11', nightMinor: 400 }],
})

test.for([
  ['2026-07-09', 100],
  ['2026-07-10', 200],
  ['2026-07-18', 300],
  ['2026-07-11', 400],
] as const)('%s costs %s', ([date, price]) => expect(nightPrice(pricing, date)).toBe(price))

test('without a weekend price Friday costs the base', () =>
  expect(nightPrice({ ...pricing, weekendNightMinor: null }, '2026-07-10')).toBe(100))
test('an override of nothing is a price', () =>
  expect(
    nightPrice({ ...pricing, dateOverrides: [{ date: '2026-07-09', nightMinor: 0 }] }, '2026-07-09'),
  ).toBe(0))
test('a date or weekday named twice is refused', () => {
  const twice = { date: '2026-07-09', nightMinor: 1 }
  expect(zPricing.safeParse({ baseNightMinor: 100, dateOverrides: [twice, twice] }).success).toBe(false)
})
