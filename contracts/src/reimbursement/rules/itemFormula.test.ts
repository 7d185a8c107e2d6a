import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FIRST_POLICIES } from '../../policy/versions.ts'
import { ITEM_CATEGORIES, REASON_CODES, type Item } from '../reimbursement.ts'
import { decideItem } from './decideItem.ts'
import { computeFormula, computeFormulas, countMonths, mostFor } from './itemFormula.ts'

const { body: terms } = FIRST_POLICIES.reimbursement
const context = { terms, on: '2026-07-15', cleaningMinor: 0 }
const item = (part: Partial<Item>): Item => ({
  itemId: 'i1',
  description: 'Television',
  category: 'electronics',
  claimedMinor: 60_000,
  costMinor: null,
  repairQuoteMinor: null,
  purchasedOn: null,
  lostBookings: [],
  ...part,
})
const most = (part: Partial<Item>, more: Partial<typeof context> = {}) => {
  const claimed = item(part)
  return mostFor(claimed, computeFormula(claimed, { ...context, ...more }))
}

describe('the formula of an item', () => {
  test('takes a year of four off a television of 600.00', () => {
    const claimed = item({ costMinor: 60_000, purchasedOn: '2025-07-01' })
    expect(computeFormula(claimed, context)).toEqual({
      rule: 'depreciated',
      costMinor: 60_000,
      ageMonths: 12,
      usefulLifeMonths: 48,
      numerator: 36,
      denominator: 48,
      resultMinor: 45_000,
    })
  })

  test.each([
    [
      'a set of linen of 8 months',
      { category: 'linen', claimedMinor: 18_000, purchasedOn: '2025-11-01' },
      12_000,
    ],
    [
      'a table of 30 months',
      { category: 'furniture', claimedMinor: 24_000, purchasedOn: '2024-01-01' },
      15_429,
    ],
    ['an old television', { purchasedOn: '2015-01-01' }, 12_000],
    ['a television of unknown age', {}, 30_000],
    ['a door of any age', { category: 'structure', purchasedOn: '1990-01-01' }, 60_000],
    ['what has no useful life', { category: 'other' }, 60_000],
    ['a repair for less than a new one', { repairQuoteMinor: 40_000, purchasedOn: '2015-01-01' }, 40_000],
    ['a repair for as much as a new one', { repairQuoteMinor: 60_000, purchasedOn: '2025-07-01' }, 45_000],
    ['what was claimed where the rules give more', { costMinor: 90_000, category: 'structure' }, 60_000],
  ] as const)('gives %s its amount', (_, part, amount) => expect(most(part)).toBe(amount))

  test('takes the cleaning that the guest paid off an invoice, once', () => {
    const cleaning = item({ category: 'cleaning', claimedMinor: 12_000, costMinor: 21_500 })
    expect(most(cleaning, { cleaningMinor: 9_500 })).toBe(12_000)
    const small = item({ category: 'cleaning', claimedMinor: 5_000 })
    const formulas = computeFormulas([small, cleaning], { ...context, cleaningMinor: 9_500 })
    expect(formulas).toMatchObject([
      { feeMinor: 5_000, resultMinor: 0 },
      { feeMinor: 4_500, resultMinor: 17_000 },
    ])
  })

  test('counts 14 lost nights at most, the last booking by its share', () => {
    const lost = (nights: number, lostMinor: number) => ({
      bookingId: `b${nights}`,
      code: 'HB',
      nights,
      lostMinor,
    })
    const claimed = item({
      category: 'lost_income',
      claimedMinor: 500_000,
      lostBookings: [lost(10, 100_000), lost(8, 80_000)],
    })
    expect(computeFormula(claimed, context)).toEqual({
      rule: 'lost_income',
      nights: 18,
      lostMinor: 180_000,
      countedNights: 14,
      resultMinor: 140_000,
    })
  })

  test('counts whole months', () => {
    expect(countMonths('2025-07-15', '2026-07-15')).toBe(12)
    expect(countMonths('2025-07-16', '2026-07-15')).toBe(11)
    expect(countMonths('2026-08-01', '2026-07-15')).toBe(0)
  })
})

const amount = fc.integer({ min: 1, max: 5_000_000 })
const day = fc
  .tuple(
    fc.integer({ min: 2005, max: 2026 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 28 }),
  )
  .map(([year, month, date]) => `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`)
const anyItem: fc.Arbitrary<Item> = fc.record({
  itemId: fc.constant('i1'),
  description: fc.constant('Something'),
  category: fc.constantFrom(...ITEM_CATEGORIES),
  claimedMinor: amount,
  costMinor: fc.option(amount),
  repairQuoteMinor: fc.option(amount),
  purchasedOn: fc.option(day),
  lostBookings: fc.array(
    fc.record({
      bookingId: fc.uuid(),
      code: fc.constant('HB-1'),
      nights: fc.integer({ min: 1, max: 20 }),
      lostMinor: fc.integer({ min: 0, max: 1_000_000 }),
    }),
    { maxLength: 4 },
  ),
})

/** The rules as they are written, in floating point: exact for these amounts but for halves of a cent. */
const naively = (claimed: Item, cleaningMinor: number): number => {
  const cost = claimed.costMinor ?? claimed.claimedMinor
  const { category, repairQuoteMinor: quote, purchasedOn } = claimed
  if (category === 'lost_income') {
    const nights = claimed.lostBookings.flatMap((lost) =>
      Array<number>(lost.nights).fill(lost.lostMinor / lost.nights),
    )
    return nights.slice(0, 14).reduce((a, b) => a + b, 0)
  }
  if (category === 'cleaning') return Math.max(0, cost - cleaningMinor)
  if (quote !== null && quote < cost) return quote
  const life = {
    electronics: 48,
    appliance: 120,
    furniture: 84,
    linen: 24,
    decor: 60,
    structure: 0,
    other: 0,
  }[category]
  if (life === 0) return cost
  if (purchasedOn === null) return cost * 0.5
  const [year = 0, month = 0, date = 0] = purchasedOn.split('-').map(Number)
  const age = Math.max(0, (2026 - year) * 12 + 7 - month - (15 < date ? 1 : 0))
  return cost * Math.max(0.2, 1 - age / life)
}

describe('for 1,000 random items', () => {
  test('the formula equals a naive reference, and nothing is approved beyond the claim', () => {
    fc.assert(
      fc.property(anyItem, fc.integer({ min: 0, max: 50_000 }), (claimed, cleaningMinor) => {
        const formula = computeFormula(claimed, { ...context, cleaningMinor })
        // Each lost booking is rounded once.
        expect(Math.abs(formula.resultMinor - naively(claimed, cleaningMinor))).toBeLessThanOrEqual(
          claimed.category === 'lost_income' ? 2 : 0.500_001,
        )
        const approved = mostFor(claimed, formula)
        expect(approved).toBeGreaterThanOrEqual(0)
        expect(approved).toBeLessThanOrEqual(claimed.claimedMinor)
      }),
      { numRuns: 1_000 },
    )
  })

  test('no reason approves more than the rules give', () => {
    fc.assert(
      fc.property(
        anyItem,
        fc.constantFrom(...REASON_CODES),
        fc.option(amount),
        (claimed, reason, marketMinor) => {
          const formula = computeFormula(claimed, context)
          const decided = decideItem(claimed, formula, { reason, marketMinor }, context)
          if (decided === null) return
          expect(decided.approvedMinor).toBeLessThanOrEqual(mostFor(claimed, formula))
          expect(decided.approvedMinor).toBeGreaterThanOrEqual(0)
        },
      ),
      { numRuns: 1_000 },
    )
  })
})

describe('a reason', () => {
  const tv = item({ costMinor: 60_000, purchasedOn: '2025-07-01' })
  const formula = computeFormula(tv, context)
  const decide = (reason: (typeof REASON_CODES)[number], marketMinor: number | null = null) =>
    decideItem(tv, formula, { reason, marketMinor }, context)

  test('of age approves what the formula gives', () =>
    expect(decide('depreciated')).toEqual({ formula, approvedMinor: 45_000 }))

  test('of a lower market price computes the formula again', () =>
    expect(decide('above_market_quote', 40_000)).toMatchObject({
      approvedMinor: 30_000,
      formula: { costMinor: 40_000 },
    }))

  test('that denies approves nothing', () => expect(decide('pre_existing')?.approvedMinor).toBe(0))

  test('that does not fit the formula decides nothing', () => {
    expect(decide('approved_full')).toBeNull()
    expect(decide('repair')).toBeNull()
    expect(decide('above_market_quote')).toBeNull()
  })
})
