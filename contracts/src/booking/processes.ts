import type { CalendarCommand, CalendarEvent } from '../calendar/messages.ts'
import { addHours, addMilliseconds, type Instant } from '../kernel/dates.ts'
import type { Id } from '../kernel/ids.ts'
import { categoryOfStream, handleBy, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import {
  defineProcess,
  reactBy,
  type Effect,
  type Reaction,
  type SystemCommand,
  type Work,
} from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { ThreadCommand } from '../thread/messages.ts'
import type { BookingCommand, BookingEvent } from './messages.ts'
import {
  abandonHold,
  announceMove,
  checkInBooking,
  checkOutBooking,
  COMPLETE_AFTER_HOURS,
  commitClaim,
  completeBooking,
  finaliseCancellation,
  leaveListing,
  payRefund,
  releaseClaim,
  shareNights,
} from './rules/followUps.ts'

/** A request brings the nights in line by itself; what it has not done by then is done for it. */
const NIGHTS_GRACE_MS = 5_000

/** What is known of a stay while something may still have to be done for it. */
export type StayState = Readonly<{
  listingId: Id
  claim: 'none' | 'held' | 'committed'
  /** The command that confirmed it; null before. */
  confirmedBy: Id | null
  cancelled: boolean
  /** Null where the caller keeps the clock of the stay. */
  checkOutInstant: Instant | null
}>

type StayCommand = BookingCommand | CalendarCommand | ThreadCommand
type Timing = Readonly<{
  bookingId: Id
  clock: 'scheduler' | 'caller'
  checkInInstant: Instant
  checkOutInstant: Instant
}>

const timer = (name: string, at: Instant, work: Work<StayCommand>): Effect<StayCommand> => ({
  kind: 'timer',
  name,
  at,
  work,
})
const cancel = (name: string): Effect => ({ kind: 'cancel', name })
const readCommandId = (event: RecordedEvent): Id => event.metadata['commandId'] ?? event.id
/** From here on the stay is an ordinary booking: it gets its nights and its clock. */
const confirm = (
  state: StayState,
  event: RecordedEvent,
  takeNights: SystemCommand<CalendarCommand>,
  { bookingId, clock, checkInInstant, checkOutInstant }: Timing,
): Reaction<StayState, StayCommand> => {
  const struck = clock === 'scheduler'
  const confirmed: StayState = {
    ...state,
    confirmedBy: readCommandId(event),
    checkOutInstant: struck ? checkOutInstant : null,
  }
  return [
    confirmed,
    cancel('hold'),
    ...(confirmed.claim === 'committed' ? [] : [soon(event, takeNights)]),
    ...(struck ? [timer('clock', checkInInstant, checkInBooking(bookingId))] : []),
  ]
}

const soon = (event: RecordedEvent, command: SystemCommand<CalendarCommand>) =>
  timer('nights', addMilliseconds(event.recordedAt, NIGHTS_GRACE_MS), {
    ...command,
    occurredAt: occurredAtOf(event),
  })

const unknown = (listingId: Id): StayState => ({
  listingId,
  claim: 'none',
  confirmedBy: null,
  cancelled: false,
  checkOutInstant: null,
})

/** A booking claims its nights under its own id. */
const bookingOfClaim = handleBy<CalendarEvent, [], Id | undefined>({
  NightsHeld: ({ data }) => (data.kind === 'booking' ? data.claimId : undefined),
  NightsCommitted: ({ data }) => data.claimId,
  NightsShared: ({ data }) => data.claimId,
  NightsReleased: ({ data }) => data.claimId,
})

const correlate = (event: RecordedEvent): Id | undefined => {
  const category = categoryOfStream(event.stream)
  if (category === 'booking') return idOfStream(event.stream)
  return category === 'calendar' ? bookingOfClaim(event) : undefined
}

/**
 * What a stay does by itself: its nights follow it, an expired hold is settled, a cancellation takes effect,
 * refunds are paid, the clock strikes (docs/domain/booking.md#clock, docs/domain/booking.md#refunds).
 */
export const stayProcess = defineProcess<StayState, StayCommand>({
  name: 'stay',
  version: 1,
  correlate,
  on: reactBy<StayState, BookingEvent | CalendarEvent, StayCommand>({
    NightsHeld: (state, event) => {
      const { listingId, claimId: bookingId, start, end, holdExpiresAt } = event.data
      const abandon = abandonHold({ bookingId, listingId, start, end, holdExpiresAt })
      // The nights of the home that it is to move to; nothing follows before it has moved.
      if (state !== undefined && state.confirmedBy !== null && state.listingId !== listingId)
        return [state, timer(`hold/${listingId}`, holdExpiresAt, abandon)]
      // Left over where the same booking was first received, by a request that died before confirming it.
      if (state?.confirmedBy === null && state.claim === 'held' && state.listingId !== listingId) {
        const elsewhere = releaseClaim(
          readCommandId(event),
          { bookingId, listingId: state.listingId },
          'expired',
          false,
        )
        return [
          { ...state, listingId },
          timer('hold', holdExpiresAt, abandon),
          { ...elsewhere, occurredAt: occurredAtOf(event) },
        ]
      }
      const held: StayState = { ...(state ?? unknown(listingId)), claim: 'held' }
      if (held.confirmedBy !== null)
        return [held, soon(event, commitClaim(held.confirmedBy, { bookingId, listingId }))]
      return [held, timer('hold', holdExpiresAt, abandon)]
    },
    NightsCommitted: (state) => [state && { ...state, claim: 'committed' }, cancel('hold'), cancel('nights')],
    NightsShared: (state) => [state && { ...state, claim: 'committed' }, cancel('hold'), cancel('nights')],
    NightsReleased: (state, { data }) => {
      if (state !== undefined && state.listingId !== data.listingId)
        return state.confirmedBy === null
          ? [state]
          : [state, cancel(`hold/${data.listingId}`), cancel(`leave/${data.listingId}`)]
      return [
        state?.confirmedBy != null && !state.cancelled ? { ...state, claim: 'none' } : undefined,
        cancel('hold'),
        cancel('nights'),
      ]
    },
    BookingHoldAbandoned: (state, event) => {
      const { bookingId, listingId } = event.data
      const isOfMove = state !== undefined && state.confirmedBy !== null && state.listingId !== listingId
      if (state?.claim !== 'held' && !isOfMove) return [state, cancel('hold')]
      return [
        state,
        cancel(isOfMove ? `hold/${listingId}` : 'hold'),
        {
          ...releaseClaim(readCommandId(event), { bookingId, listingId }, 'expired', false),
          occurredAt: occurredAtOf(event),
        },
      ]
    },
    BookingConfirmed: (state, event) => {
      const { bookingId, listingId, snapshot, clock } = event.data
      const takeNights = commitClaim(readCommandId(event), { bookingId, listingId })
      return confirm(state ?? unknown(listingId), event, takeNights, { bookingId, clock, ...snapshot })
    },
    OverbookingResolved: (state, event) => {
      const { bookingId, listingId, resolution, start, end } = event.data
      const stay = { bookingId, listingId }
      const cause = readCommandId(event)
      const takeNights =
        resolution === 'shared' ? shareNights(cause, { ...stay, start, end }) : commitClaim(cause, stay)
      return confirm(state ?? unknown(listingId), event, takeNights, event.data)
    },
    // Its nights have moved already; the clock follows.
    BookingAltered: (state, { data }) => {
      if (state?.checkOutInstant == null) return [state]
      const { checkInInstant, checkOutInstant } = data.after.snapshot
      return [{ ...state, checkOutInstant }, timer('clock', checkInInstant, checkInBooking(data.bookingId))]
    },
    // Its nights in the new home are held already, those in the old one are let go.
    BookingMoved: (state, event) => {
      const { bookingId, listingId, moveId, from, to, clock } = event.data
      const cause = readCommandId(event)
      const confirmed = confirm(
        { ...(state ?? unknown(listingId)), listingId, claim: 'held' },
        event,
        commitClaim(cause, { bookingId, listingId }),
        { bookingId, clock, ...to.snapshot },
      )
      return [
        ...confirmed,
        cancel(`hold/${listingId}`),
        timer(`leave/${from.listingId}`, addMilliseconds(event.recordedAt, NIGHTS_GRACE_MS), {
          ...leaveListing(moveId, { bookingId, listingId: from.listingId }),
          occurredAt: occurredAtOf(event),
        }),
        timer('announce', addMilliseconds(event.recordedAt, NIGHTS_GRACE_MS), {
          ...announceMove(event.data),
          occurredAt: occurredAtOf(event),
        }),
      ]
    },
    BookingCheckedIn: (state, { data }) =>
      state?.checkOutInstant == null
        ? [state]
        : [state, timer('clock', state.checkOutInstant, checkOutBooking(data.bookingId))],
    BookingCheckedOut: (state, { data }) =>
      state?.checkOutInstant == null
        ? [state]
        : [
            state,
            timer(
              'clock',
              addHours(state.checkOutInstant, COMPLETE_AFTER_HOURS),
              completeBooking(data.bookingId),
            ),
          ],
    BookingCompleted: () => [undefined, cancel('clock')],
    BookingNoShowRecorded: () => [undefined, cancel('clock')],
    BookingCancellationStarted: (state, { data }) => [
      state,
      timer('finalise', data.effectiveAt, finaliseCancellation(data.bookingId, data.effectiveAt)),
    ],
    BookingCancellationRevoked: (state) => [state, cancel('finalise')],
    BookingCancelled: (state, event) => {
      const { bookingId, listingId, outcome } = event.data
      const over = [cancel('finalise'), cancel('clock')]
      if (state === undefined || state.claim === 'none') return [undefined, ...over, cancel('nights')]
      const hostHold = outcome.initiator === 'host' && !outcome.waived
      return [
        { ...state, cancelled: true },
        ...over,
        soon(event, releaseClaim(readCommandId(event), { bookingId, listingId }, 'cancelled', hostHold)),
      ]
    },
    // Due when it is requested, and no longer once its outcome is recorded.
    RefundRequested: (state, { data, recordedAt }) => [
      state,
      timer(`refund/${data.refundId}`, recordedAt, payRefund(data.bookingId, data.refundId)),
    ],
    RefundSettled: (state, { data }) => [state, cancel(`refund/${data.refundId}`)],
    RefundFailed: (state, { data }) => [state, cancel(`refund/${data.refundId}`)],
  }),
})
