import type { BookingCommand, BookingEvent } from '@hearth/contracts/booking'
import type { OfType } from '@hearth/contracts/kernel/message'
import { accept, reject, type Context, type Decider, type Rejected } from '../runtime/decider.ts'
import type { BookingFacts } from './booking.facts.ts'
import type { BookingState, KnownBooking } from './booking.state.ts'

type Resolved = OfType<BookingEvent, 'OverbookingResolved'>

const notFound = reject('NOT_FOUND', 'This booking doesn’t exist.')

const ended = ({ snapshot }: KnownBooking, { now }: Context<BookingFacts>): Rejected | null =>
  now >= snapshot.checkOutInstant
    ? reject('WINDOW_CLOSED', 'The stay has ended.', { closedAt: snapshot.checkOutInstant })
    : null

/** The event that makes an overbooked stay an ordinary booking. */
export const resolved = (
  { listingId, checkIn, checkOut, snapshot, clock }: KnownBooking,
  bookingId: string,
  reason: Resolved['data']['reason'],
): Resolved => ({
  type: 'OverbookingResolved',
  data: {
    bookingId,
    listingId,
    resolution: reason === null ? 'nights_free' : 'shared',
    reason,
    start: checkIn,
    end: checkOut,
    checkInInstant: snapshot.checkInInstant,
    checkOutInstant: snapshot.checkOutInstant,
    clock,
  },
})

/** How an overbooking ends without a cancellation (docs/domain/booking.md#overbookings). */
export const decideOverbooking: Pick<
  Decider<BookingState, BookingCommand, BookingEvent, BookingFacts>['decide'],
  'AcceptOverbooking' | 'SettleOverbooking'
> = {
  AcceptOverbooking: ({ reason }, state, ctx) => {
    if (state.status === 'none') return notFound
    if (state.status !== 'overbooked')
      return reject('INVALID_TRANSITION', 'This booking is not overbooked.', { bookingStatus: state.status })
    return ended(state, ctx) ?? accept([resolved(state, ctx.id, reason)])
  },
  SettleOverbooking: (_data, state, ctx) => {
    if (state.status === 'none') return notFound
    if (state.status !== 'overbooked') return accept([])
    const late = ended(state, ctx)
    if (late !== null) return late
    return ctx.facts.nightsHeld
      ? accept([resolved(state, ctx.id, null)])
      : reject('NIGHTS_UNAVAILABLE', 'These nights aren’t available.')
  },
}
