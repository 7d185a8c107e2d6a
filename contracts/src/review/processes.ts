import type { BookingEvent } from '../booking/messages.ts'
import type { Instant } from '../kernel/dates.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, reactBy, type Effect, type Reaction, type SystemCommand } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { ReviewCommand, ReviewEvent } from './messages.ts'

/** Whose stay it is, until its reviews open; the days of the reminders afterwards. */
export type ReviewProcessState = Readonly<{ hostAccountId: Id }> | Readonly<{ days: readonly number[] }>

type Handler = (
  state: ReviewProcessState | undefined,
  event: RecordedEvent<string, Readonly<{ bookingId: Id; listingId: Id }>>,
) => Reaction<ReviewProcessState, ReviewCommand>

const know = (
  _state: ReviewProcessState | undefined,
  { data: { hostAccountId } }: RecordedEvent<string, Readonly<{ hostAccountId: Id }>>,
): Reaction<ReviewProcessState, ReviewCommand> => [{ hostAccountId }]

/** The decider knows whether a cancelled stay has reviews. */
const open: Handler = (state, event) => {
  if (state === undefined || !('hostAccountId' in state)) return [state]
  const { bookingId, listingId } = event.data
  const work: SystemCommand<ReviewCommand> = {
    kind: 'command',
    commandId: deriveId('open-review-window', event.id),
    type: 'OpenReviewWindow',
    data: { hostAccountId: state.hostAccountId, listingId, bookingId },
    occurredAt: occurredAtOf(event),
  }
  return [undefined, work]
}

const timer = (name: string, at: Instant, work: SystemCommand<ReviewCommand>): Effect<ReviewCommand> => ({
  kind: 'timer',
  name,
  at,
  work,
})

const remind = (bookingId: Id, day: number, at: Instant) =>
  timer(`reminder/${day}`, at, {
    kind: 'command',
    commandId: deriveId('remind-of-review', bookingId, String(day)),
    type: 'RemindOfReview',
    id: bookingId,
    data: { day },
    occurredAt: at,
  })

const reveal = (bookingId: Id, closesAt: Instant) =>
  timer('close', closesAt, {
    kind: 'command',
    commandId: deriveId('reveal-reviews', bookingId, closesAt),
    type: 'RevealReviews',
    id: bookingId,
    data: {},
    occurredAt: closesAt,
  })

const cancelReminders = (state: ReviewProcessState | undefined): Effect[] =>
  state !== undefined && 'days' in state
    ? state.days.map((day) => ({ kind: 'cancel', name: `reminder/${day}` }))
    : []

const end = (state: ReviewProcessState | undefined): Reaction<ReviewProcessState, ReviewCommand> => [
  undefined,
  ...cancelReminders(state),
  { kind: 'cancel', name: 'close' },
]

/**
 * Opens the reviews of a stay, reminds the host, and reveals what was written when the time is over
 * (docs/domain/review.md#time). An importer keeps the time of stays that were over when it recorded them.
 */
export const reviewProcess = defineProcess<ReviewProcessState, ReviewCommand>({
  name: 'review',
  version: 1,
  correlate: ({ stream }) =>
    ['booking', 'review'].includes(categoryOfStream(stream)) ? idOfStream(stream) : undefined,
  on: reactBy<ReviewProcessState, BookingEvent | ReviewEvent, ReviewCommand>({
    BookingConfirmed: know,
    OverbookingDetected: know,
    BookingCheckedOut: open,
    BookingCancelled: open,
    ReviewWindowOpened: (_state, event) => {
      const { bookingId, closesAt, reminders } = event.data
      if (closesAt <= event.recordedAt) return [undefined]
      const ahead = reminders.filter(({ at }) => at > event.recordedAt)
      return [
        { days: ahead.map(({ day }) => day) },
        ...ahead.map(({ day, at }) => remind(bookingId, day, at)),
        reveal(bookingId, closesAt),
      ]
    },
    HostReviewSubmitted: (state) => [{ days: [] }, ...cancelReminders(state)],
    ReviewsRevealed: end,
    ReviewWindowClosed: end,
    ReviewGuestErased: end,
  }),
})
