import { overlaps, type LocalDate } from '../../kernel/dates.ts'
import type { Disruption } from '../disruptionMessages.ts'

/** The event that covers a stay, while any of its nights is one of the event’s. */
export const keepDisruption = <Covering extends Disruption>(
  disruption: Covering | null,
  { checkIn, checkOut }: Readonly<{ checkIn: LocalDate; checkOut: LocalDate }>,
): Covering | null =>
  disruption !== null && overlaps({ start: checkIn, end: checkOut }, disruption) ? disruption : null
