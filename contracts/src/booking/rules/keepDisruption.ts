import { overlaps, type LocalDate } from '../../kernel/dates.ts'
import type { Disruption } from '../disruptionMessages.ts'

/** The event that covers a stay, while any of its nights is one of the event’s. */
export const keepDisruption = (
  disruption: Disruption | null,
  { checkIn, checkOut }: Readonly<{ checkIn: LocalDate; checkOut: LocalDate }>,
): Disruption | null =>
  disruption !== null && overlaps({ start: checkIn, end: checkOut }, disruption) ? disruption : null
