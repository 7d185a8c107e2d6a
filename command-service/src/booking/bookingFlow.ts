import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Log } from '@hearth/platform/log'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Done, Envelope, Outcome } from '../runtime/outcome.ts'
import { booking } from './booking.decider.ts'
import type { Nights } from './nights.ts'
import { createReceiveBooking } from './receiveBooking.ts'
import type { Refunds } from './refunds.ts'

const FROM_MEMORY = Number.POSITIVE_INFINITY

export type BookingFlowOptions = Readonly<{
  handler: CommandHandler
  nights: Nights
  refunds: Refunds
  /** Called when a cancellation takes effect later. */
  onCancelling: (booking: Readonly<{ id: string; at: Instant }>) => void
  log: Log
}>

export type BookingFlow = ReturnType<typeof createBookingFlow>

/**
 * Every command passes through here: a booking is received in two steps, and after a change of a booking its nights and its refunds follow.
 * The follow-ups are derived from the state, so repeating a command also completes what a crash left half done.
 */
export const createBookingFlow = ({ handler, nights, refunds, onCancelling, log }: BookingFlowOptions) => {
  const receive = createReceiveBooking({ handler, nights })
  const unfinished = new Set<string>()
  const background = new Set<Promise<void>>()

  const later = (work: Promise<void>): void => {
    const tracked = work.finally(() => background.delete(tracked))
    background.add(tracked)
  }

  const followUp = async (done: Done, trace: Envelope): Promise<Done> => {
    const { id } = done
    const { correlationId } = trace
    const { state } = await handler.view(booking, id, FROM_MEMORY)
    if (state.status === 'none') return done
    if (state.pending !== null) onCancelling({ id, at: state.pending.effectiveAt })
    if (Object.values(state.refunds).some((refund) => refund.state === 'requested')) {
      later(refunds.pay(id, { maxAge: FROM_MEMORY, correlationId }).catch((error: unknown) => log.warn({ err: error, bookingId: id }, 'refund: not sent, the sweeper will')))
    }
    const last = await nights.align(id, { maxAge: FROM_MEMORY, trace })
    // Readers who wait for this position see the nights as well.
    return last !== undefined && last.commit > done.commit ? { ...done, commit: last.commit } : done
  }

  return {
    handle: async (sent: Envelope): Promise<Outcome> => {
      // What this process appends from here on needs no second look.
      const envelope = { ...sent, arrivedAt: performance.now() }
      const outcome = await handler.guard(envelope, () => (envelope.type === 'ReceiveBooking' ? receive(envelope) : handler.handle(envelope)))
      if (outcome.kind === 'rejected' || !outcome.stream.startsWith(`${booking.category}-`)) return outcome
      try {
        return await followUp(outcome, envelope)
      } catch (error) {
        // The command itself is written; the sweeper takes its follow-ups up again.
        unfinished.add(outcome.id)
        log.warn({ err: error, bookingId: outcome.id, correlationId: envelope.correlationId }, 'booking: follow-ups are left to the sweeper')
        return outcome
      }
    },
    /** Bookings whose follow-ups failed since the last call. */
    takeUnfinished: (): readonly string[] => {
      const ids = [...unfinished]
      unfinished.clear()
      return ids
    },
    /** Resolves when nothing runs in the background any more. */
    idle: async (): Promise<void> => {
      await Promise.all(background)
    },
  }
}
