import type { Instant } from '../../kernel/dates.ts'
import type { Disruption } from '../disruptionMessages.ts'
import type { BookingMoney, BookingSnapshot, CancellationOutcome, Initiator } from '../money.ts'
import { computeCancellation } from './computeCancellation.ts'

/** The booking as far as its cancellation is concerned. */
export type Cancellable = Readonly<{
  money: BookingMoney
  snapshot: BookingSnapshot
  confirmedAt: Instant
  disruption?: Disruption | null
}>

/**
 * What cancelling this booking does. Until check-in a declared event that covers the stay comes before every
 * policy (docs/domain/disruption.md#cancelling).
 */
export const cancelStay = (
  { money, snapshot, confirmedAt, disruption = null }: Cancellable,
  cancelAt: Instant,
  initiator: Initiator,
): CancellationOutcome =>
  computeCancellation(
    money,
    snapshot,
    cancelAt,
    initiator,
    confirmedAt,
    disruption !== null && cancelAt < snapshot.checkInInstant ? { override: 'major_disruptive_event' } : {},
  )
