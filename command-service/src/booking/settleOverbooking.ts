import type { BookingCommand } from '@hearth/contracts/booking'
import type { OfType } from '@hearth/contracts/kernel/message'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import { bookingFold } from './booking.state.ts'
import { holdNights, releaseNights } from './holdNights.ts'

type Settle = OfType<BookingCommand, 'SettleOverbooking'>['data']

/**
 * An overbooked stay takes its nights in the same steps as a new booking: they are held, then the booking is
 * resolved, then the claim is committed (docs/domain/booking.md#overbookings).
 */
export const createSettleOverbooking =
  (handler: CommandHandler) =>
  async (envelope: Envelope<Settle>): Promise<Outcome> => {
    const target = await handler.locate(envelope)
    if (target.kind === 'rejected') return target
    const { state } = await handler.view(bookingFold, target.id)
    if (state.status !== 'overbooked') return handler.handle(envelope)
    const unfit = await handler.check(envelope, target, ['NIGHTS_UNAVAILABLE'])
    if (unfit !== undefined) return unfit
    const { listingId, checkIn, checkOut } = state
    const wanted = { listingId, checkIn, checkOut, skipRules: true, takesHostHold: true } as const
    const refused = await holdNights(handler, envelope, target, wanted)
    if (refused !== undefined) return refused
    const outcome = await handler.handle(envelope)
    if (outcome.kind === 'rejected' && outcome.code !== 'OUTCOME_UNKNOWN')
      await releaseNights(handler, envelope, target, state)
    return outcome
  }
