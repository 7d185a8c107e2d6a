import type { BookingCommand, BookingEvent } from '@hearth/contracts/booking'
import { overlaps } from '@hearth/contracts/kernel/dates'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import { refuseFields } from '../runtime/refusals.ts'
import type { BookingFacts } from './booking.facts.ts'
import type { BookingState, KnownBooking } from './booking.state.ts'

const notFound = reject('NOT_FOUND', 'This booking doesn’t exist.')

/** The evidence of a stay that waits for its answer, also where the event no longer covers the stay. */
const findWaiting = ({ evidence }: KnownBooking) => (evidence?.isAnswered === false ? evidence : undefined)
const noneWaits = reject('INVALID_TRANSITION', 'No evidence waits for an answer.')

/** A declared event covers a stay that has not begun (docs/domain/disruption.md#stays). */
export const decideDisrupting: Pick<
  Decider<BookingState, BookingCommand, BookingEvent, BookingFacts>['decide'],
  'RecordDisruption' | 'SendDisruptionEvidence' | 'TakeDisruptionEvidence' | 'AnswerDisruptionEvidence'
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
  /** Once, also after a cancellation (docs/domain/disruption.md#evidence). */
  SendDisruptionEvidence: (evidence, state, { id, now, actor, facts }) => {
    if (state.status === 'none') return notFound
    const { disruption, listingId } = state
    if (disruption === null) return reject('INVALID_TRANSITION', 'No declared event covers this stay.')
    const { disruptionId, evidenceUntil: closedAt } = disruption
    if (state.evidence?.disruptionId === disruptionId)
      return reject('DUPLICATE', 'You have already sent evidence.')
    if (now >= closedAt)
      return reject('WINDOW_CLOSED', `The time for evidence ended at ${closedAt}.`, { closedAt })
    return (
      refuseFields(facts.unknownFiles) ??
      accept([
        {
          type: 'DisruptionEvidenceSent',
          data: { bookingId: id, listingId, disruptionId, ...evidence, by: actor.id },
        },
      ])
    )
  },
  TakeDisruptionEvidence: (_data, state, { id, actor }) => {
    if (state.status === 'none') return notFound
    const waiting = findWaiting(state)
    if (waiting === undefined) return noneWaits
    if (waiting.takenBy === actor.id) return accept([])
    return accept([
      {
        type: 'DisruptionEvidenceTaken',
        data: { bookingId: id, listingId: state.listingId, by: actor.id },
      },
    ])
  },
  AnswerDisruptionEvidence: ({ answer }, state, { id, actor }) => {
    if (state.status === 'none') return notFound
    if (findWaiting(state) === undefined) return noneWaits
    return accept([
      {
        type: 'DisruptionEvidenceAnswered',
        data: { bookingId: id, listingId: state.listingId, answer, by: actor.id },
      },
    ])
  },
}
