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
] as const)('prices %s at %s', ([date, price]) => expect(nightPrice(pricing, date)).toBe(price))

test('charges the base on Friday without a weekend price', () =>
  expect(nightPrice({ ...pricing, weekendNightMinor: null }, '2026-07-10')).toBe(100))
test('accepts an override of zero as a price', () =>
  expect(
    nightPrice({ ...pricing, dateOverrides: [{ date: '2026-07-09', nightMinor: 0 }] }, '2026-07-09'),
  ).toBe(0))
test('refuses a date or weekday that is named twice', () => {
  const twice = { date: '2026-07-09', nightMinor: 1 }
  expect(zPricing.safeParse({ baseNightMinor: 100, dateOverrides: [twice, twice] }).success).toBe(false)
})

const override = { price: null, minNights: null, closedToArrival: null, closedToDeparture: null }
test.for([
  ['an amount replaces the price', { kind: 'amount', amountMinor: 250 }, 250],
  ['a percentage is of what the night costs otherwise', { kind: 'percent', bps: 15_000 }, 600],
  ['a percentage is rounded half up', { kind: 'percent', bps: 1_013 }, 41],
  ['an override without a price leaves it', null, 400],
] as const)('%s', ([, price, expected]) =>
  expect(nightPrice(pricing, '2026-07-11', { ...override, price })).toBe(expected),
)
