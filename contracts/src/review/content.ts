import { z } from 'zod'
import { zText } from '../kernel/text.ts'

/** Stars (docs/domain/review.md#what-is-written). */
const zStars = z.int().min(1).max(5)
export const MAX_STARS = 5
export const MAX_REVIEW_TEXT = 1_000

/** What a guest rates besides the stay as a whole. */
export const GUEST_CATEGORIES = [
  'cleanliness',
  'accuracy',
  'checkIn',
  'communication',
  'location',
  'value',
] as const
/** What a host rates. */
export const HOST_CATEGORIES = ['cleanliness', 'communication', 'houseRules'] as const

const texts = { publicText: z.string(), privateText: z.string() }
const writtenTexts = {
  publicText: zText(1, MAX_REVIEW_TEXT),
  /** For the other side only; empty where there is nothing to add. */
  privateText: zText(0, MAX_REVIEW_TEXT).default(''),
}
const guestStars = {
  overall: zStars,
  cleanliness: zStars,
  accuracy: zStars,
  checkIn: zStars,
  communication: zStars,
  location: zStars,
  value: zStars,
}
const hostStars = {
  cleanliness: zStars,
  communication: zStars,
  houseRules: zStars,
  wouldHostAgain: z.boolean(),
}

/** The guest’s review of the stay. */
export const zGuestReview = z.strictObject({ ...guestStars, ...texts })
export type GuestReview = z.infer<typeof zGuestReview>
/** The host’s review of the guest. */
export const zHostReview = z.strictObject({ ...hostStars, ...texts })
export type HostReview = z.infer<typeof zHostReview>

/** As they arrive. */
export const zNewGuestReview = z.strictObject({ ...guestStars, ...writtenTexts })
export const zNewHostReview = z.strictObject({ ...hostStars, ...writtenTexts })

/** The two sides of a pair. */
export const REVIEW_SIDES = ['host', 'guest'] as const
export type ReviewSide = (typeof REVIEW_SIDES)[number]

/** `POST /api/reviews/{id}/own-review`: what the host wrote, while it is sealed. */
export const zOwnReview = z.strictObject({ hostReview: zHostReview })
