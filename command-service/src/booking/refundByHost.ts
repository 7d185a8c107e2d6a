import { findHostHas, type BookingStatus } from '@hearth/contracts/booking'
import { reject, type Rejected } from '../runtime/decider.ts'
import { refundableMinor, type KnownBooking } from './booking.state.ts'

/** Stays that have earned: before, an alteration changes what a stay costs. */
const EARNED: readonly BookingStatus[] = ['in_stay', 'checked_out', 'completed', 'cancelled', 'no_show']

/** What the host has of the stay, and can give back. */
export const readHostHas = (booking: KnownBooking) => {
  const has = findHostHas(booking, booking.outcome, booking.hostGave)
  return { ...has, limitMinor: Math.min(has.limitMinor, refundableMinor(booking)) }
}

/** Why the host cannot give back this much of a stay (docs/domain/request.md#refunds). */
export const refuseRefundByHost = (booking: KnownBooking, amountMinor: number): Rejected | null => {
  if (!EARNED.includes(booking.status))
    return reject('INVALID_TRANSITION', 'Only a stay that has begun or was cancelled can be refunded.', {
      bookingStatus: booking.status,
    })
  const { limitMinor } = readHostHas(booking)
  return amountMinor <= limitMinor
    ? null
    : reject('LIMIT_EXCEEDED', 'The refund exceeds what is left of the stay. Enter a smaller amount.', {
        limitMinor,
        currency: booking.money.currency,
      })
}
