import { z } from 'zod'
import { zLocalDate } from '../kernel/dates.ts'
import { zId } from '../kernel/ids.ts'

/** The declared event that covers a stay; its nights are `[start, end)` (docs/domain/disruption.md). */
export const zDisruption = z.strictObject({
  disruptionId: z.string(),
  title: z.string(),
  start: zLocalDate,
  end: zLocalDate,
})
export type Disruption = z.infer<typeof zDisruption>

export const disruptionEvents = {
  /** Until check-in either side can cancel without cost. The guest was notified before. */
  BookingDisrupted: {
    version: 1,
    schema: z.strictObject({
      bookingId: z.string(),
      listingId: z.string(),
      disruption: zDisruption,
    }),
  },
} as const

export const disruptionCommands = {
  /** Changes nothing for a stay that the event doesn’t cover. */
  RecordDisruption: {
    schema: z.strictObject({ disruptionId: zId }),
    capability: 'booking.clock',
    ifMatch: 'none',
  },
} as const
