import { expect, test } from 'vitest'
import { zPricing } from '../pricing.ts'
import { quoteStay } from './quoteStay.ts'

const pricing = zPricing.parse({
  baseNightMinor: 10_000,
  weeklyDiscountBps: 1_000,
  monthlyDiscountBps: 2_000,
  cleaningFeeMinor: 5_000,
  petFeeMinor: 2_000,
  extraGuest: { after: 2, feeMinor: 1_500 },
})
const override = { price: null, minNights: null, closedToArrival: null, closedToDeparture: null }
const couple = { guests: 2, pets: 0 }

test('prices each night with its override', () => {
  const overrides = {
    '2026-07-10': { ...override, price: { kind: 'amount', amountMinor: 25_000 } },
    '2026-07-11': { ...override, price: { kind: 'percent', bps: 15_000 } },
  } as const
  const stay = { checkIn: '2026-07-09', checkOut: '2026-07-12' }
  expect(quoteStay(pricing, overrides, stay, couple)).toEqual({
    nightly: [
      { date: '2026-07-09', amountMinor: 10_000 },
      { date: '2026-07-10', amountMinor: 25_000 },
      { date: '2026-07-11', amountMinor: 15_000 },
    ],
    parts: [
      { part: 'nights', amountMinor: 50_000 },
      { part: 'cleaning', amountMinor: 5_000 },
    ],
    totalMinor: 55_000,
  })
})

test('adds extra guests for each night and pets once', () =>
  expect(
    quoteStay(pricing, {}, { checkIn: '2026-07-09', checkOut: '2026-07-11' }, { guests: 4, pets: 2 }).parts,
  ).toEqual([
    { part: 'nights', amountMinor: 20_000 },
    { part: 'extraGuests', amountMinor: 6_000 },
    { part: 'cleaning', amountMinor: 5_000 },
    { part: 'pets', amountMinor: 2_000 },
  ]))

test.for([
  ['2026-07-15', undefined],
  ['2026-07-16', -7_000],
  ['2026-08-05', -27_000],
  ['2026-08-06', -56_000],
] as const)('gives one discount for a stay until %s', ([checkOut, discount]) =>
  expect(
    quoteStay(pricing, {}, { checkIn: '2026-07-09', checkOut }, couple).parts.find(
      ({ part }) => part === 'discount',
    )?.amountMinor,
  ).toBe(discount),
)
