import { z } from 'zod'
import { zId } from '../kernel/ids.ts'
import { zCurrency } from '../kernel/money.ts'

/** As many listings as one question may name. */
export const MAX_MOVE_OPTIONS = 50

/** `POST /api/bookings/{id}/move-preview`: which of these listings the stay can move to. */
export const zMovePreviewRequest = z.strictObject({
  listingIds: z.array(zId).min(1).max(MAX_MOVE_OPTIONS),
})
export type MovePreviewRequest = z.infer<typeof zMovePreviewRequest>

/** Amounts in minor units of `currency`, before taxes: nights, cleaning and pets. */
export const zMovePreview = z.strictObject({
  bookingId: z.string(),
  currency: zCurrency,
  /** What was agreed, and stays. Null for those who don’t see amounts. */
  agreedMinor: z.int().nullable(),
  options: z.array(
    z.strictObject({
      listingId: z.string(),
      /** Why the stay can’t move there; null where it can. */
      refusal: z.strictObject({ code: z.string(), detail: z.string() }).nullable(),
      /** What the stay would cost there now; null where the home has no price. */
      usualMinor: z.int().nullable(),
    }),
  ),
})
export type MovePreview = z.infer<typeof zMovePreview>
