import { z } from 'zod'
import { zBookingStatus } from '../booking/resource.ts'
import { zLocalDate } from '../kernel/dates.ts'
import { zLine } from '../kernel/text.ts'

/** What a person types to find a record: a name, a town, or a booking's code in any form. */
export const zSearchQuery = z.strictObject({ q: zLine(2, 100) })

/** A booking that was found. Guest and code are null without the right to see them. */
export const zFoundBooking = z.strictObject({
  id: z.string(),
  code: z.string().nullable(),
  guestName: z.string().nullable(),
  listingTitle: z.string(),
  place: z.string(),
  checkIn: zLocalDate,
  checkOut: zLocalDate,
  status: zBookingStatus,
})
export type FoundBooking = z.infer<typeof zFoundBooking>

export const zFoundListing = z.strictObject({ id: z.string(), title: z.string(), place: z.string() })
export type FoundListing = z.infer<typeof zFoundListing>

/**
 * `GET /api/search`: the bookings that match best, the next stay first, and the listings by title
 * (docs/domain/commands.md#search).
 */
export const zSearchResults = z.strictObject({
  bookings: z.array(zFoundBooking),
  listings: z.array(zFoundListing),
})
export type SearchResults = z.infer<typeof zSearchResults>
