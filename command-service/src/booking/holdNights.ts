import type { BookingCommand } from '@hearth/contracts/booking'
import { formatStream, type OfType } from '@hearth/contracts/kernel/message'
import { calendarFold, findClaim } from '../calendar/calendar.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createStep } from '../runtime/internal.ts'
import { refuse, type Envelope, type Outcome, type Refused } from '../runtime/outcome.ts'
import type { Target } from '../runtime/target.ts'
import { HOLD_MINUTES } from './nights.ts'

export type ReceivedStay = OfType<BookingCommand, 'ReceiveBooking'>['data']
export type WantedNights = Pick<ReceivedStay, 'listingId' | 'checkIn' | 'checkOut'> &
  Readonly<{
    skipRules: boolean
    takesHostHold?: true
    /** A booking's by default, which lasts until it is confirmed. */
    kind?: 'booking' | 'request_hold'
    ttlMinutes?: number
  }>

const MAX_HOLDS = 8

/**
 * Holds the nights for this booking, or says why not. A hold that was released in the meantime does not
 * count.
 */
export const holdNights = async (
  handler: CommandHandler,
  envelope: Envelope,
  target: Target,
  { listingId, checkIn, checkOut, ...how }: WantedNights,
): Promise<Refused | undefined> => {
  const stream = formatStream(calendarFold.category, listingId)
  const data = {
    listingId,
    claimId: target.id,
    kind: 'booking' as const,
    start: checkIn,
    end: checkOut,
    ttlMinutes: HOLD_MINUTES,
    ...how,
  }
  for (let attempt = 0; attempt < MAX_HOLDS; attempt += 1) {
    const step = attempt === 0 ? 'hold' : `hold-${attempt}`
    const outcome = await handler.handle(createStep(envelope, stream, step, { type: 'HoldNights', data }))
    if (outcome.kind === 'rejected') return outcome
    if (outcome.kind === 'accepted' && outcome.events.length > 0) return undefined
    const { state: taken } = await handler.view(calendarFold, listingId, 0)
    if (findClaim(taken, target.id) !== undefined) return undefined
  }
  return refuse('CONCURRENT_CHANGE', 'We couldn’t reserve the nights. Try again.')
}

/** Releases the nights of a booking that was refused. */
export const releaseNights = (
  handler: CommandHandler,
  envelope: Envelope,
  target: Target,
  { listingId }: Pick<ReceivedStay, 'listingId'>,
): Promise<Outcome> =>
  handler.handle(
    createStep(envelope, formatStream(calendarFold.category, listingId), 'give-back', {
      type: 'ReleaseClaim',
      data: { listingId, claimId: target.id, reason: 'declined', holdAs: null },
    }),
  )
