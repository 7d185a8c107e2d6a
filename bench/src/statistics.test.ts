import fc from 'fast-check'
import { expect, test } from 'vitest'
import { median, percentile, rounded } from './statistics.ts'

test('the median is the middle, or the mean of the two in the middle', () => {
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([])).toBeNaN()
})

test('a percentile is a measured value by nearest rank', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([
    percentile(values, 50),
    percentile(values, 99),
    percentile(values, 100),
    percentile([7], 99),
  ]).toEqual([50, 99, 100, 7])
  expect(percentile([], 50)).toBeNaN()
})

test('a percentile leaves at most the remaining share above it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { minLength: 1 }),
      fc.integer({ min: 1, max: 100 }),
      (values, percent) => {
        const value = percentile(values, percent)
        expect(values).toContain(value)
        expect(values.filter((other) => other > value).length).toBeLessThanOrEqual(
          values.length * (1 - percent / 100) + 1e-9,
        )
      },
    ),
  )
})

test('numbers are shown with three digits', () => {
  expect([rounded(1234.5), rounded(0.123456), rounded(0)]).toEqual([1230, 0.123, 0])
})
