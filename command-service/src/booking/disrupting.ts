import type { BookingCommand, BookingEvent } from '@hearth/contracts/booking'
import { overlaps } from '@hearth/contracts/kernel/dates'
import { accept, type Decider } from '../runtime/decider.ts'
import type { BookingFacts } from './booking.facts.ts'
import type { BookingState } from './booking.state.ts'

/** A declared event covers a stay that has not begun (docs/domain/disruption.md#stays). */
export const decideDisrupting: Pick<
  Decider<BookingState, BookingCommand, BookingEvent, BookingFacts>['decide'],
  'RecordDisruption'
> = {
  RecordDisruption: ({ disruptionId }, state, { id, now, facts: { disruption } }) => {
    if (state.status !== 'confirmed' && state.status !== 'overbooked') return accept([])
    if (disruption === null || disruption.approvedAt === null) return accept([])
    const { title, start, end } = disruption
    const isCovered =
      now < state.snapshot.checkInInstant &&
      overlaps({ start: state.checkIn, end: state.checkOut }, disruption)
    if (!isCovered || state.disruption !== null) return accept([])
    const { listingId } = state
    return accept([
      {
        type: 'BookingDisrupted',
        data: { bookingId: id, listingId, disruption: { disruptionId, title, start, end } },
      },
    ])
  },
}
