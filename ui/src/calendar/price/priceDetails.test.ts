import { zAvailabilityRules, zPricing } from '@hearth/contracts/listing'
import { describe, expect, it } from 'vitest'
import { computeValue, noPriceDetails, readDetails, USUAL } from './priceDetails.ts'

const listing = {
  currency: 'USD' as const,
  pricing: zPricing.parse({ baseNightMinor: 20_000, weekendNightMinor: 25_000 }),
  rules: zAvailabilityRules.parse({ maxNights: 28 }),
}
const read = (part: Partial<typeof noPriceDetails>) => readDetails({ ...noPriceDetails, ...part }, listing)

describe('what a host enters about nights', () => {
  it('becomes the change that the command takes', () => {
    expect(read({ amount: '180,50' }).change).toEqual({ price: { kind: 'amount', amountMinor: 18_050 } })
    expect(read({ mode: 'percent', percent: '−10' }).change).toEqual({
      price: { kind: 'percent', bps: 9_000 },
    })
    expect(read({ mode: 'percent', percent: '+12.5 %' }).change.price).toEqual({
      kind: 'percent',
      bps: 11_250,
    })
    expect(read({ mode: 'usual', minNights: '3', closedToArrival: true }).change).toEqual({
      price: null,
      minNights: 3,
      closedToArrival: true,
    })
  })
  it('leaves alone what is empty', () => {
    expect(read({})).toEqual({ change: {}, problem: null })
    expect(read({ mode: 'keep', amount: '5' })).toEqual({ change: {}, problem: null })
  })
  it('names the field that is wrong, at the limits of the contract', () => {
    expect(read({ amount: '0' }).problem).toBe('amount')
    expect(read({ amount: 'ten' }).problem).toBe('amount')
    expect(read({ mode: 'percent', percent: '-90' }).problem).toBeNull()
    expect(read({ mode: 'percent', percent: '-91' }).problem).toBe('percent')
    expect(read({ mode: 'percent', percent: '400' }).problem).toBeNull()
    expect(read({ mode: 'percent', percent: '401' }).problem).toBe('percent')
    expect(read({ minNights: '0' }).problem).toBe('minNights')
    expect(read({ minNights: '28' }).problem).toBeNull()
    expect(read({ minNights: '29' }).problem).toBe('maxNights')
  })
})

describe('what guests pay', () => {
  const nights = { start: '2026-07-09', end: '2026-07-12', weekdays: [] }
  const overrides = {
    '2026-07-10': {
      price: { kind: 'amount' as const, amountMinor: 30_000 },
      minNights: null,
      closedToArrival: null,
      closedToDeparture: null,
    },
  }
  it('adds the nights up before and after', () =>
    expect(computeValue(listing, overrides, nights, { price: { kind: 'percent', bps: 20_000 } })).toEqual({
      nights: 3,
      beforeMinor: 75_000,
      afterMinor: 140_000,
    }))
  it('counts the chosen weekdays only', () =>
    expect(computeValue(listing, overrides, { ...nights, weekdays: [5] }, USUAL)).toEqual({
      nights: 1,
      beforeMinor: 30_000,
      afterMinor: 25_000,
    }))
  it('is unknown without a price', () =>
    expect(computeValue({ pricing: null }, {}, nights, USUAL)).toBeNull())
})
