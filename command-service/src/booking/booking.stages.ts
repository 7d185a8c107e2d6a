import type { BookingCommand } from '@hearth/contracts/booking'
import type { Log } from '@hearth/platform/telemetry/log'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Done, Envelope } from '../runtime/outcome.ts'
import type { Stages } from '../runtime/pipeline.ts'
import { bookingFold } from './booking.state.ts'
import { createMoveBooking } from './moveBooking.ts'
import { createNights } from './nights.ts'
import { createReceiveBooking } from './receiveBooking.ts'
import { createSettleOverbooking } from './settleOverbooking.ts'

const FROM_MEMORY = Number.POSITIVE_INFINITY

export type BookingStagePorts = Readonly<{ log: Log }>

/**
 * A booking is received in two steps, and after each change its nights are aligned, so that a read at the
 * answer's position sees both. The process manager of stays completes a step that a crash interrupted.
 */
export const createBookingStages =
  ({ log }: BookingStagePorts) =>
  (handler: CommandHandler): Stages<BookingCommand> => {
    const nights = createNights({ handler, log })

    const alignNights = async (done: Done, trace: Envelope): Promise<Done> => {
      const { state } = await handler.view(bookingFold, done.id, FROM_MEMORY)
      if (state.status === 'none') return done
      // Also when nothing was left to do: the position of a repetition covers that of the first answer.
      const covered = await nights.align(done.id, { maxAge: FROM_MEMORY, trace })
      return covered !== undefined && covered > done.commit ? { ...done, commit: covered } : done
    }

    return {
      around: {
        ReceiveBooking: createReceiveBooking({ handler, nights }),
        MoveBooking: createMoveBooking(handler),
        SettleOverbooking: createSettleOverbooking(handler),
      },
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
