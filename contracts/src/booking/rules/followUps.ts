import type { CalendarCommand } from '../../calendar/messages.ts'
import type { Instant, LocalDate } from '../../kernel/dates.ts'
import { deriveId, deriveStepId, type Id } from '../../kernel/ids.ts'
import { formatStream } from '../../kernel/message.ts'
import type { Job, SystemCommand } from '../../kernel/process.ts'
import { deriveThreadId, type ThreadCommand } from '../../thread/messages.ts'
import type { BookingCommand } from '../messages.ts'

/** A stay is complete this long after check-out (docs/domain/booking.md#clock). */
export const COMPLETE_AFTER_HOURS = 14 * 24

type Stay = Readonly<{ bookingId: Id; listingId: Id }>
type Hold = Stay & Readonly<{ start: LocalDate; end: LocalDate; holdExpiresAt: Instant }>

type ClockCommand = 'CheckInBooking' | 'CheckOutBooking' | 'CompleteBooking' | 'FinaliseCancellation'

const onBooking = (type: ClockCommand, id: Id, ...cause: string[]): SystemCommand<BookingCommand> => ({
  kind: 'command',
  commandId: deriveId(...cause),
  type,
  id,
  data: {},
})

// The process manager, a request and the sweeper send the same command under the same id.
export const checkInBooking = (bookingId: Id) => onBooking('CheckInBooking', bookingId, 'check-in', bookingId)
export const checkOutBooking = (bookingId: Id) =>
  onBooking('CheckOutBooking', bookingId, 'check-out', bookingId)
export const completeBooking = (bookingId: Id) =>
  onBooking('CompleteBooking', bookingId, 'complete', bookingId)
export const finaliseCancellation = (bookingId: Id, effectiveAt: Instant) =>
  onBooking('FinaliseCancellation', bookingId, 'finalise', bookingId, effectiveAt)

/** The bid for an expired hold; it loses when the booking exists by then (docs/domain/calendar.md#holds). */
export const abandonHold = ({
  bookingId,
  listingId,
  start,
  end,
  holdExpiresAt,
}: Hold): SystemCommand<BookingCommand> => ({
  kind: 'command',
  commandId: deriveId('abandon', bookingId, holdExpiresAt),
  type: 'AbandonBookingHold',
  id: bookingId,
  data: { listingId, start, end },
})

/** `cause` is the command that confirmed the booking. */
export const commitClaim = (cause: Id, { bookingId, listingId }: Stay): SystemCommand<CalendarCommand> => ({
  kind: 'command',
  commandId: deriveStepId(cause, formatStream('calendar', listingId), 'commit'),
  type: 'CommitClaim',
  data: { listingId, claimId: bookingId },
})

/** `cause` is the command that let the stays share their nights. */
export const shareNights = (
  cause: Id,
  { bookingId, listingId, start, end }: Stay & Readonly<{ start: LocalDate; end: LocalDate }>,
): SystemCommand<CalendarCommand> => ({
  kind: 'command',
  commandId: deriveStepId(cause, formatStream('calendar', listingId), 'share'),
  type: 'ShareNights',
  data: { listingId, claimId: bookingId, start, end },
})

/** The nights of the home that the booking has moved away from. */
export const leaveListing = (moveId: Id, { bookingId, listingId }: Stay): SystemCommand<CalendarCommand> => ({
  kind: 'command',
  commandId: deriveStepId(moveId, formatStream('calendar', listingId), 'leave'),
  type: 'ReleaseClaim',
  data: { listingId, claimId: bookingId, reason: 'moved', holdAs: null },
})

/** The guest reads in the conversation about the new home that the stay was moved there. */
export const announceMove = ({
  bookingId,
  listingId,
  guestRef,
  moveId,
}: Stay & Readonly<{ guestRef: string; moveId: Id }>): SystemCommand<ThreadCommand> => ({
  kind: 'command',
  commandId: deriveId('announce-move', moveId),
  type: 'AnnounceMove',
  id: deriveThreadId(listingId, guestRef),
  data: { listingId, bookingId, moveId },
})

/** `cause` is the event that may have freed the nights. */
export const settleOverbooking = (
  cause: Id,
  { bookingId, listingId }: Stay,
): SystemCommand<BookingCommand> => ({
  kind: 'command',
  commandId: deriveId('settle-overbooking', bookingId, cause),
  type: 'SettleOverbooking',
  id: bookingId,
  data: { listingId },
})

/**
 * `cause` is the command that cancelled the booking or abandoned its hold; with `hostHold` the nights stay
 * blocked (docs/domain/booking.md#cancelled-by-the-host).
 */
export const releaseClaim = (
  cause: Id,
  { bookingId, listingId }: Stay,
  reason: 'cancelled' | 'expired',
  hostHold: boolean,
): SystemCommand<CalendarCommand> => ({
  kind: 'command',
  commandId: deriveStepId(cause, formatStream('calendar', listingId), 'release'),
  type: 'ReleaseClaim',
  data: { listingId, claimId: bookingId, reason, holdAs: hostHold ? deriveId('host-hold', cause) : null },
})

/** The refund's id is the provider's key. */
export const payRefund = (bookingId: Id, refundId: Id): Job => ({
  kind: 'job',
  name: 'pay-refund',
  data: { bookingId, refundId },
})
