import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'

/**
 * Who did it. `you` is the asker; `guest` acted through Hearth or a channel; `service` is the clock or the
 * payment provider.
 */
export const zWho = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['you', 'host', 'staff', 'guest', 'service']),
})
export type Who = z.infer<typeof zWho>

/**
 * One line of a timeline in plain words; `type` is the event behind it. Amount in minor units of `currency`,
 * null without one or without the right to see it.
 */
export const zHistoryEntry = z.strictObject({
  id: z.string(),
  type: z.string(),
  revision: z.int(),
  at: zInstant,
  recordedAt: zInstant,
  /** With its instants as ISO 8601, which the reader's screen writes in the zone of its page. */
  text: z.string(),
  who: zWho,
  amountMinor: z.int().nullable(),
  /** The amount that it replaced, where the event changed an amount. */
  amountBeforeMinor: z.int().nullable(),
  currency: z.string().nullable(),
})
export type HistoryEntry = z.infer<typeof zHistoryEntry>

/** `GET /api/bookings/{id}/history`, and the same of listings, requests and incidents; the newest first. */
export const zHistory = z.strictObject({ entries: z.array(zHistoryEntry) })
export type History = z.infer<typeof zHistory>
