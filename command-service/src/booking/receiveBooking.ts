import { CHANNEL_SOURCES, skipsRules } from '@hearth/contracts/booking'
import type { ProblemCode } from '@hearth/contracts/kernel/problem'
import { answer, type CommandHandler } from '../runtime/commandHandler.ts'
import { createKeyedQueue } from '../runtime/keyedQueue.ts'
import { refuse, type Envelope, type Outcome } from '../runtime/outcome.ts'
import type { Target } from '../runtime/target.ts'
import { bookingFold } from './booking.state.ts'
import { holdNights, releaseNights, type ReceivedStay } from './holdNights.ts'
import type { Nights } from './nights.ts'

const MAX_ATTEMPTS = 3
const MAX_WAITING = 200
/** Refusals that only mean that the nights are not held yet; the hold itself decides that. */
const NOT_HELD: readonly ProblemCode[] = ['PRECONDITION_FAILED', 'NIGHTS_UNAVAILABLE']
/** Refusals that say nothing about the calendar. */
const NOT_DECIDED: readonly ProblemCode[] = [
  'NOT_FOUND',
  'OUTCOME_UNKNOWN',
  'DEPENDENCY_UNAVAILABLE',
  'OVERLOADED',
  'CONCURRENT_CHANGE',
]

/**
 * The two-step write of a booking: nights are held in the calendar, then the booking is confirmed where
 * no booking existed, then the claim is committed (docs/domain/booking.md#receiving). A crash between the
 * steps leaves a hold that the same key, or the reconciler, completes or releases.
 */
export const createReceiveBooking = ({
  handler,
  nights,
}: Readonly<{ handler: CommandHandler; nights: Nights }>) => {
  const queue = createKeyedQueue(MAX_WAITING)

  /** The same booking under another key gets the same answer; a different booking is refused. */
  const answerAgain = async (envelope: Envelope, target: Target): Promise<Outcome> => {
    const { commands } = await handler.view(bookingFold, target.id, Number.POSITIVE_INFINITY)
    const first = [...commands.values()].find(
      ({ events }) => events.includes('BookingConfirmed') || events.includes('OverbookingDetected'),
    )
    return !commands.has(envelope.commandId) && first?.hash === handler.hashFor(envelope, target)
      ? answer('duplicate', target, first)
      : handler.handle(envelope)
  }

  const receive = async (envelope: Envelope<ReceivedStay>, target: Target): Promise<Outcome> => {
    const stay = envelope.data
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const { state, revision } = await handler.view(bookingFold, target.id)
      if (state.status !== 'none') return answerAgain(envelope, target)
      // Left over from an abandoned attempt: its nights are released before they are held again.
      if (revision >= 0n) await nights.align(target.id, { maxAge: 0, trace: envelope })
      const unfit = await handler.check(envelope, target, NOT_HELD)
      if (unfit !== undefined) return unfit
      const refused = await holdNights(handler, envelope, target, {
        listingId: stay.listingId,
        checkIn: stay.checkIn,
        checkOut: stay.checkOut,
        skipRules: skipsRules(stay.source),
      })
      // A channel has sold the nights whatever the calendar says.
      const overbooked =
        refused !== undefined && CHANNEL_SOURCES.includes(stay.source) && !NOT_DECIDED.includes(refused.code)
      if (refused !== undefined && !overbooked) return refused
      const outcome = await handler.handle({ ...envelope, at: revision })
      if (outcome.kind !== 'rejected') return outcome
      if (outcome.code === 'CONCURRENT_CHANGE') continue
      if (!overbooked && outcome.code !== 'OUTCOME_UNKNOWN' && outcome.code !== 'DEPENDENCY_UNAVAILABLE')
        await releaseNights(handler, envelope, target, stay)
      return outcome
    }
    return refuse('CONCURRENT_CHANGE', 'Too many changes at the same time. Try again.')
  }

  return async (envelope: Envelope<ReceivedStay>): Promise<Outcome> => {
    const target = await handler.locate(envelope)
    return target.kind === 'rejected' ? target : queue(target.id, () => receive(envelope, target))
  }
}
