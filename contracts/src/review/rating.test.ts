import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addHours } from '../kernel/dates.ts'
import { averageOf, computeRating, withoutReview } from './rating.ts'

const NOW = '2026-11-25T10:40:00.000Z'
const at = (overall: number | null, guestReviewedAt: string | null) => ({ overall, guestReviewedAt })

describe('a rating', () => {
  test('counts reviews of the last 365 days, the older end left out', () => {
    const reviews = [
      at(5, NOW),
      at(4, addHours(NOW, -24 * 365 + 1)),
      at(1, addHours(NOW, -24 * 365)),
      at(1, addHours(NOW, 1)),
    ]
    expect(computeRating(reviews, NOW)).toEqual({ count: 2, stars: 9 })
  })
  test('leaves out what is not revealed or was removed', () =>
    expect(computeRating([at(null, NOW), at(null, null), at(3, NOW)], NOW)).toEqual({ count: 1, stars: 3 }))
  test('has two decimals, and none without reviews', () => {
    expect(averageOf({ count: 3, stars: 14 })).toBe(4.67)
    expect(averageOf({ count: 8, stars: 37 })).toBe(4.63)
    expect(averageOf({ count: 0, stars: 0 })).toBeNull()
  })
  test('without one review is that of the others', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2 }), (stars) => {
        const [first = 1, ...others] = stars
        const rated = (some: readonly number[]) =>
          computeRating(
            some.map((one) => at(one, NOW)),
            NOW,
          )
        expect(withoutReview(rated(stars), first)).toEqual(rated(others))
      }),
    )
  })
})
