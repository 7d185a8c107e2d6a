import type { Instant, LocalDate } from '../../kernel/dates.ts'
import { idOf, stepIdOf, type Id } from '../../kernel/ids.ts'
import { streamOf } from '../../kernel/message.ts'
import type { Job, Order } from '../../kernel/process.ts'

/** A stay is complete this long after check-out (domain.md §2.6). */
export const COMPLETE_AFTER_HOURS = 14 * 24

type Stay = Readonly<{ bookingId: Id; listingId: Id }>
type Hold = Stay & Readonly<{ start: LocalDate; end: LocalDate; holdExpiresAt: Instant }>

const onBooking = (type: string, id: Id, ...cause: string[]): Order => ({
  kind: 'command',
  commandId: idOf(...cause),
  type,
  id,
  data: {},
})

// Whoever sends these, the process manager, a request or the sweeper, sends the same command under the same
// id.
export const checkInBooking = (bookingId: Id): Order =>
  onBooking('CheckInBooking', bookingId, 'check-in', bookingId)
export const checkOutBooking = (bookingId: Id): Order =>
  onBooking('CheckOutBooking', bookingId, 'check-out', bookingId)
export const completeBooking = (bookingId: Id): Order =>
  onBooking('CompleteBooking', bookingId, 'complete', bookingId)
export const finaliseCancellation = (bookingId: Id, effectiveAt: Instant): Order =>
  onBooking('FinaliseCancellation', bookingId, 'finalise', bookingId, effectiveAt)

/** The bid for an expired hold; it loses when the booking exists by then (domain.md §2.5). */
export const abandonHold = ({ bookingId, listingId, start, end, holdExpiresAt }: Hold): Order => ({
  ...onBooking('AbandonBookingHold', bookingId, 'abandon', bookingId, holdExpiresAt),
  data: { listingId, start, end },
})

/** `cause` is the command that confirmed the booking. */
export const commitClaim = (cause: Id, { bookingId, listingId }: Stay): Order => ({
  kind: 'command',
  commandId: stepIdOf(cause, streamOf('calendar', listingId), 'commit'),
  type: 'CommitClaim',
  data: { listingId, claimId: bookingId },
})

/**
 * `cause` is the command that cancelled the booking or abandoned its hold; with `hostHold` the nights stay blocked (domain.md §2.2).
 */
export const releaseClaim = (
  cause: Id,
  { bookingId, listingId }: Stay,
  reason: 'cancelled' | 'expired',
  hostHold: boolean,
): Order => ({
  kind: 'command',
  commandId: stepIdOf(cause, streamOf('calendar', listingId), 'release'),
  type: 'ReleaseClaim',
  data: { listingId, claimId: bookingId, reason, holdAs: hostHold ? idOf('host-hold', cause) : null },
})

/** The refund's id is the provider's key. */
export const payRefund = (bookingId: Id, refundId: Id): Job => ({
  kind: 'job',
  name: 'pay-refund',
  data: { bookingId, refundId },
})
