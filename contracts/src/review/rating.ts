import { addHours, type Instant } from '../kernel/dates.ts'
import type { Rating } from './ratings.ts'

/** Reviews count for this long after the guest wrote them (docs/domain/review.md#rating). Days. */
export const RATING_DAYS = 365

/** A review as a rating counts it. */
export type RatedReview = Readonly<{
  /** Null for one that is not revealed, or was removed. */
  overall: number | null
  guestReviewedAt: Instant | null
}>

/** Reviews that a rating at the instant counts were written after this. */
export const ratedSince = (at: Instant): Instant => addHours(at, -24 * RATING_DAYS)

const isCounted = ({ overall, guestReviewedAt }: RatedReview, at: Instant): boolean =>
  overall !== null && guestReviewedAt !== null && guestReviewedAt > ratedSince(at) && guestReviewedAt <= at

/** What guests gave in the year before the instant. */
export const computeRating = (reviews: readonly RatedReview[], at: Instant): Rating => {
  const counted = reviews.filter((one) => isCounted(one, at))
  return { count: counted.length, stars: counted.reduce((sum, { overall }) => sum + (overall ?? 0), 0) }
}

/** The rating without one review that counts in it. */
export const withoutReview = ({ count, stars }: Rating, overall: number): Rating => ({
  count: count - 1,
  stars: stars - overall,
})

/** The average with two decimals, half up; null where nothing counts. */
export const averageOf = ({ count, stars }: Rating): number | null =>
  count === 0 ? null : Math.round((stars * 100) / count) / 100
