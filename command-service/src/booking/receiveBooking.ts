import { CHANNEL_SOURCES, skipsRules, type BookingCommand } from '@hearth/contracts/booking'
import { formatStream, type OfType } from '@hearth/contracts/kernel/message'
import type { ProblemCode } from '@hearth/contracts/kernel/problem'
import { calendarFold } from '../calendar/calendar.state.ts'
import { claimOf } from '../calendar/calendar.state.ts'
import { answer, type CommandHandler } from '../runtime/commandHandler.ts'
import { stepOf } from '../runtime/internal.ts'
import { createKeyedQueue } from '../runtime/keyedQueue.ts'
import { refuse, type Envelope, type Outcome, type Refused } from '../runtime/outcome.ts'
import type { Target } from '../runtime/target.ts'
import { bookingFold } from './booking.state.ts'
import { HOLD_MINUTES, type Nights } from './nights.ts'

type Receive = OfType<BookingCommand, 'ReceiveBooking'>['data']

const ATTEMPTS = 3
const HOLDS = 8
const MAX_WAITING = 200
/** Refusals that only say that the nights are not held yet; the hold itself answers that. */
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
 * nothing stood, then the claim is committed (docs/domain/booking.md#receiving). A crash between the steps
 * leaves a hold that the same key, or the reconciler, brings to an end.
 */
export const createReceiveBooking = ({
  handler,
  nights,
}: Readonly<{ handler: CommandHandler; nights: Nights }>) => {
  const oneByOne = createKeyedQueue(MAX_WAITING)

  /** The same booking under another key is the same answer; a different one goes on to be refused. */
  const knownAnswer = async (envelope: Envelope, target: Target): Promise<Outcome> => {
    const { commands } = await handler.view(bookingFold, target.id, Number.POSITIVE_INFINITY)
    const first = [...commands.values()].find(
      ({ events }) => events.includes('BookingConfirmed') || events.includes('OverbookingDetected'),
    )
    return !commands.has(envelope.commandId) && first?.hash === handler.hashFor(envelope, target)
      ? answer('duplicate', target, first)
      : handler.handle(envelope)
  }

  /**
   * Holds the nights for this booking, or says why not. A hold that was given back in the meantime does not
   * count.
   */
  const hold = async (envelope: Envelope, target: Target, stay: Receive): Promise<Refused | undefined> => {
    const stream = formatStream(calendarFold.category, stay.listingId)
    const data = {
      listingId: stay.listingId,
      claimId: target.id,
      kind: 'booking' as const,
      start: stay.checkIn,
      end: stay.checkOut,
      ttlMinutes: HOLD_MINUTES,
      skipRules: skipsRules(stay.source),
    }
    for (let attempt = 0; attempt < HOLDS; attempt += 1) {
      const outcome = await handler.handle(
        stepOf(envelope, stream, attempt === 0 ? 'hold' : `hold-${attempt}`, { type: 'HoldNights', data }),
      )
      if (outcome.kind === 'rejected') return outcome
      if (outcome.kind === 'accepted' && outcome.events.length > 0) return undefined
      const { state: taken } = await handler.view(calendarFold, stay.listingId, 0)
      if (claimOf(taken, target.id) !== undefined) return undefined
    }
    return refuse('CONCURRENT_CHANGE', 'We couldn’t reserve the nights. Try again.')
  }

  const giveBack = (envelope: Envelope, target: Target, { listingId }: Receive) =>
    handler.handle(
      stepOf(envelope, formatStream(calendarFold.category, listingId), 'give-back', {
        type: 'ReleaseClaim',
        data: { listingId, claimId: target.id, reason: 'declined', holdAs: null },
      }),
    )

  const receive = async (envelope: Envelope<Receive>, target: Target): Promise<Outcome> => {
    const stay = envelope.data
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { state, revision } = await handler.view(bookingFold, target.id)
      if (state.status !== 'none') return knownAnswer(envelope, target)
      // Left over from an attempt that was abandoned: its nights go back before they are held anew.
      if (revision >= 0n) await nights.align(target.id, { maxAge: 0, trace: envelope })
      const unfit = await handler.check(envelope, target, NOT_HELD)
      if (unfit !== undefined) return unfit
      const refused = await hold(envelope, target, stay)
      // A channel has sold the nights whatever the calendar says.
      const overbooked =
        refused !== undefined && CHANNEL_SOURCES.includes(stay.source) && !NOT_DECIDED.includes(refused.code)
      if (refused !== undefined && !overbooked) return refused
      const outcome = await handler.handle({ ...envelope, at: revision })
      if (outcome.kind !== 'rejected') return outcome
      if (outcome.code === 'CONCURRENT_CHANGE') continue
      if (!overbooked && outcome.code !== 'OUTCOME_UNKNOWN' && outcome.code !== 'DEPENDENCY_UNAVAILABLE')
        await giveBack(envelope, target, stay)
      return outcome
    }
    return refuse('CONCURRENT_CHANGE', 'Too many changes at the same time. Try again.')
  }

  return async (envelope: Envelope<Receive>): Promise<Outcome> => {
    const target = await handler.locate(envelope)
    return target.kind === 'rejected' ? target : oneByOne(target.id, () => receive(envelope, target))
  }
}
