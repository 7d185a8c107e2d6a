import type { BookingCommand } from '@hearth/contracts/booking'
import type { Log } from '@hearth/platform/telemetry/log'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Done, Envelope } from '../runtime/outcome.ts'
import type { Stages } from '../runtime/pipeline.ts'
import { bookingFold } from './booking.state.ts'
import { createNights } from './nights.ts'
import { createReceiveBooking } from './receiveBooking.ts'

const FROM_MEMORY = Number.POSITIVE_INFINITY

export type BookingStagePorts = Readonly<{ log: Log }>

/**
 * A booking is received in two steps, and after a change of a booking its nights follow, so that readers who
 * wait for the answer's position see both. What a crash cuts off here, the process manager of stays brings to
 * an end, as it does all that need not be awaited.
 */
export const createBookingStages =
  ({ log }: BookingStagePorts) =>
  (handler: CommandHandler): Stages<BookingCommand> => {
    const nights = createNights({ handler, log })

    const alignNights = async (done: Done, trace: Envelope): Promise<Done> => {
      const { state } = await handler.view(bookingFold, done.id, FROM_MEMORY)
      if (state.status === 'none') return done
      // Also when there was nothing left to do: a repetition's position covers what the first answer's did.
      const covered = await nights.align(done.id, { maxAge: FROM_MEMORY, trace })
      return covered !== undefined && covered > done.commit ? { ...done, commit: covered } : done
    }

    return {
      around: { ReceiveBooking: createReceiveBooking({ handler, nights }) },
      after: (done, envelope) =>
        alignNights(done, envelope).catch((error: unknown) => {
          // The command itself is written.
          log.warn(
            { err: error, bookingId: done.id, correlationId: envelope.correlationId },
            'booking: its nights are left to the process manager',
          )
          return done
        }),
    }
  }
