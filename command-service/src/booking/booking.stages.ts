import type { Log } from '@hearth/platform/telemetry/log'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Done, Envelope, Outcome } from '../runtime/outcome.ts'
import { bookingFold } from './booking.state.ts'
import type { Nights } from './nights.ts'
import { createReceiveBooking } from './receiveBooking.ts'

const FROM_MEMORY = Number.POSITIVE_INFINITY

export type BookingFlowOptions = Readonly<{ handler: CommandHandler; nights: Nights; log: Log }>

export type BookingFlow = ReturnType<typeof createBookingFlow>

/**
 * Every command passes through here: a booking is received in two steps, and after a change of a booking its
 * nights follow at once, so that readers who wait for the answer's position see both. What a crash cuts off
 * here, the process manager of stays brings to an end, as it does all that need not be awaited.
 */
export const createBookingFlow = ({ handler, nights, log }: BookingFlowOptions) => {
  const receive = createReceiveBooking({ handler, nights })

  const followUp = async (done: Done, trace: Envelope): Promise<Done> => {
    const { state } = await handler.view(bookingFold, done.id, FROM_MEMORY)
    if (state.status === 'none') return done
    // Also when there was nothing left to do: a repetition's position covers what the first answer's did.
    const covered = await nights.align(done.id, { maxAge: FROM_MEMORY, trace })
    return covered !== undefined && covered > done.commit ? { ...done, commit: covered } : done
  }

  return {
    handle: async (sent: Envelope): Promise<Outcome> => {
      // What this process appends from here on needs no second look.
      const envelope = { ...sent, arrivedAt: performance.now() }
      const outcome = await handler.guard(envelope, () =>
        envelope.type === 'ReceiveBooking' ? receive(envelope) : handler.handle(envelope),
      )
      if (outcome.kind === 'rejected' || !outcome.stream.startsWith(`${bookingFold.category}-`))
        return outcome
      try {
        return await followUp(outcome, envelope)
      } catch (error) {
        // The command itself is written.
        log.warn(
          { err: error, bookingId: outcome.id, correlationId: envelope.correlationId },
          'booking: its nights are left to the process manager',
        )
        return outcome
      }
    },
  }
}
