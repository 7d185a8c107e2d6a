import {
  abandonHold,
  checkInBooking,
  checkOutBooking,
  completeBooking,
  finaliseCancellation,
  releaseClaim,
  type BookingCommand,
} from '@hearth/contracts/booking'
import type { CalendarCommand } from '@hearth/contracts/calendar'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { SystemCommand } from '@hearth/contracts/kernel/process'
import type { Log } from '@hearth/platform/telemetry/log'
import { calendarFold, findClaim } from '../calendar/calendar.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import { TRANSIENT_CODES, type Handle } from '../runtime/outcome.ts'
import type { Due } from '../workers/dueWork.ts'
import { bookingFold } from './booking.state.ts'
import type { Nights } from './nights.ts'
import type { Refunds } from './refunds.ts'

/** A read model can be this far behind. Milliseconds. */
const LAG_MS = 60_000
const MAX_REMEMBERED = 20_000

export type BookingClockOptions = Readonly<{
  handler: CommandHandler
  handle: Handle
  nights: Nights
  refunds: Refunds
  log: Log
}>

export type BookingClock = ReturnType<typeof createBookingClock>

/** The timed steps of bookings. Each reads a row that can be out of date; the streams decide. */
export const createBookingClock = ({ handler, handle, nights, refunds, log }: BookingClockOptions) => {
  const doneUntil = new Map<string, number>()

  const remember = (commandId: string): void => {
    doneUntil.set(commandId, performance.now() + LAG_MS)
    for (const [oldest, until] of doneUntil) {
      if (doneUntil.size <= MAX_REMEMBERED && until > performance.now()) return
      doneUntil.delete(oldest)
    }
  }

  /** Sends a command under the same id as the process manager, unless it was answered here recently. */
  const send = async (command: SystemCommand<BookingCommand | CalendarCommand>): Promise<void> => {
    const { commandId, type, id } = command
    if ((doneUntil.get(commandId) ?? 0) > performance.now()) return
    const outcome = await handle(createInternal(command, { correlationId: commandId }))
    if (outcome.kind === 'rejected' && TRANSIENT_CODES.includes(outcome.code))
      log.warn({ type, bookingId: id, code: outcome.code }, 'clock: will be tried again')
    else remember(commandId)
  }

  return {
    finalise: ({ id, at }: Readonly<{ id: string; at: Instant }>) => send(finaliseCancellation(id, at)),
    checkIn: ({ id }: Due) => send(checkInBooking(id)),
    checkOut: ({ id }: Due) => send(checkOutBooking(id)),
    complete: ({ id }: Due) => send(completeBooking(id)),

    /**
     * A hold expired: either the booking exists and keeps its nights, or it is abandoned and they are
     * released (docs/domain/calendar.md#holds).
     */
    settleHold: async ({ id, listingId, at }: Due): Promise<void> => {
      const claim = findClaim((await handler.view(calendarFold, listingId, 0)).state, id)
      if (claim?.state !== 'held') return
      const { start, end } = claim
      const bid = abandonHold({ bookingId: id, listingId, start, end, holdExpiresAt: at })
      await send(bid)
      await nights.align(id, { maxAge: 0 })
      const { state } = await handler.view(bookingFold, id, 0)
      // It was to move there, and has not.
      if (state.status !== 'none' && state.listingId !== listingId)
        await send(releaseClaim(bid.commandId, { bookingId: id, listingId }, 'expired', false))
    },
    payRefunds: ({ id }: Pick<Due, 'id'>): Promise<void> => refunds.pay(id, { maxAge: 0 }),
    alignNights: async ({ id }: Pick<Due, 'id'>) => void (await nights.align(id, { maxAge: 0 })),
  }
}
