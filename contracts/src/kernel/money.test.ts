import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyBps,
  formatAmount,
  formatBps,
  multiplyRatio,
  nominalToMinor,
  payablePart,
  formatDecimal,
  splitByWeight,
  sum,
  zMinor,
  zMinorAmount,
  zMoney,
} from './money.ts'

describe('basis points', () => {
  test('round half away from zero', () => {
    expect([
      applyBps(99_999, 5_000),
      applyBps(-99_999, 5_000),
      applyBps(112_000, 1_550),
      applyBps(49_999, 1_550),
      applyBps(1, 4_999),
    ]).toEqual([50_000, -50_000, 17_360, 7_750, 0])
  })
  test('stay exact where floats do not', () => expect(applyBps(999_999_999_999, 9_999)).toBe(999_899_999_999))
  test('compute ratios', () =>
    expect([multiplyRatio(100, 1, 3), multiplyRatio(100, 2, 3), multiplyRatio(-5, 1, 2)]).toEqual([
      33, 67, -3,
    ]))
})

describe('splitting', () => {
  test('gives the rest to the largest remainders, the earlier first', () => {
    expect(splitByWeight(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitByWeight(-100, [1, 1, 1])).toEqual([-34, -33, -33])
    expect(splitByWeight(10, [1, 2, 3])).toEqual([2, 3, 5])
    expect(splitByWeight(7, [0, 0])).toEqual([4, 3])
    expect(splitByWeight(7, [])).toEqual([])
  })
  test('always adds up, and no part is off by a cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.array(fc.integer({ min: 0, max: 1e6 }), { minLength: 1, maxLength: 60 }),
        (total, weights) => {
          const parts = splitByWeight(total, weights)
          expect(sum(parts)).toBe(total)
          const whole = sum(weights)
          if (whole > 0)
            for (const [index, part] of parts.entries())
              expect(Math.abs(part - (total * (weights[index] ?? 0)) / whole)).toBeLessThan(1.001)
          expect(parts.every((part) => !Object.is(part, -0))).toBe(true)
        },
      ),
    )
  })
})

describe('amounts', () => {
  test('are safe integers of at most 10^12', () => {
    expect(zMinor.safeParse(-1_000_000_000_000).success).toBe(true)
    expect(
      [1_000_000_000_001, 0.5, Number.NaN, '1', 2 ** 53].some((amount) => zMinor.safeParse(amount).success),
    ).toBe(false)
    expect(zMinorAmount.safeParse(-1).success).toBe(false)
    expect(Object.is(zMinor.parse(-0), 0)).toBe(true)
    expect(zMoney.safeParse({ amountMinor: 1, currency: 'XXX' }).success).toBe(false)
  })
  test('multiply a nominal by 100 when the currency has no decimals', () =>
    expect([nominalToMinor(50, 'USD'), nominalToMinor(50, 'JPY'), nominalToMinor(50, 'KWD')]).toEqual([
      5_000, 5_000, 50_000,
    ]))
  test('have a readable form', () => {
    expect([
      formatAmount(112_000, 'USD'),
      formatAmount(-5, 'USD'),
      formatAmount(1_234_567, 'JPY'),
      formatAmount(1_234, 'KWD'),
      formatAmount(0, 'EUR'),
    ]).toEqual(['1,120.00', '−0.05', '1,234,567', '1.234', '0.00'])
    expect([formatBps(1_550), formatBps(10_000), formatBps(25)]).toEqual(['15.5%', '100%', '0.25%'])
  })
})

test('formats an amount for programs', () => {
  expect([
    formatDecimal(-1250, 'EUR'),
    formatDecimal(5, 'USD'),
    formatDecimal(5, 'JPY'),
    formatDecimal(-1234, 'KWD'),
  ]).toEqual(['-12.50', '0.05', '5', '-1.234'])
})

test('what of an amount can be transferred is a multiple of the unit that banks pay', () => {
  expect([payablePart(1_045, 'HUF'), payablePart(99, 'HUF'), payablePart(-1_045, 'HUF')]).toEqual([
    1_000, 0, -1_000,
  ])
  expect([payablePart(5_124, 'KWD'), payablePart(5_124, 'EUR'), payablePart(5_124, 'JPY')]).toEqual([
    5_120, 5_124, 5_124,
  ])
})
