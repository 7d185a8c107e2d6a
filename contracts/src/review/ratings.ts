import { z } from 'zod'

/** Sums of stars, from which averages are exact, also without one of the reviews. */
export const zRating = z.strictObject({ count: z.int(), stars: z.int() })
export type Rating = z.infer<typeof zRating>

/** `GET /api/ratings`: of all listings that the reader sees, and of each that has one. */
export const zRatings = z.strictObject({
  all: zRating,
  listings: z.array(zRating.extend({ listingId: z.string() })),
})
export type Ratings = z.infer<typeof zRatings>
