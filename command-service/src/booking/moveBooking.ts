import { announceMove, releaseClaim, type BookingCommand } from '@hearth/contracts/booking'
import type { ProblemCode } from '@hearth/contracts/kernel/problem'
import type { OfType } from '@hearth/contracts/kernel/message'
import { calendarFold, findClaim } from '../calendar/calendar.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import { createKeyedQueue } from '../runtime/keyedQueue.ts'
import { refuse, type Done, type Envelope, type Outcome } from '../runtime/outcome.ts'
import type { Target } from '../runtime/target.ts'
import { bookingFold } from './booking.state.ts'
import { holdNights, releaseNights } from './holdNights.ts'
import { findCause } from './nights.ts'

type Move = OfType<BookingCommand, 'MoveBooking'>['data']

const MAX_ATTEMPTS = 3
const MAX_WAITING = 200
/** What may have written the event after all. */
const UNCERTAIN: readonly ProblemCode[] = ['OUTCOME_UNKNOWN', 'DEPENDENCY_UNAVAILABLE']

/**
 * A stay moves in the steps of a new booking: the nights of the other home are held, then the booking moves, then
 * they are its own and the old ones are free (docs/domain/booking.md#moves). A crash before the booking moved
 * leaves a hold that runs out; after it, the process manager of stays does the rest.
 */
export const createMoveBooking = (handler: CommandHandler) => {
  const queue = createKeyedQueue(MAX_WAITING)

  /** Nights that an abandoned attempt left are let go before they are held again. */
  const releaseLeftOver = async (envelope: Envelope<Move>, target: Target): Promise<void> => {
    const { toListingId: listingId } = envelope.data
    const { state: taken } = await handler.view(calendarFold, listingId, 0)
    const cause = findCause((await handler.view(bookingFold, target.id, 0)).commands, [
      'BookingHoldAbandoned',
    ])
    if (cause === undefined || findClaim(taken, target.id) === undefined) return
    const { correlationId } = envelope
    const release = releaseClaim(cause, { bookingId: target.id, listingId }, 'expired', false)
    await handler.handle(createInternal(release, { correlationId, causationId: cause }))
  }

  /** The guest's message, before the answer goes out; else the process manager sends it. */
  const announce = async (envelope: Envelope<Move>, done: Done): Promise<Done> => {
    const { state } = await handler.view(bookingFold, done.id, 0)
    if (state.status === 'none' || state.lastMove === null) return done
    const { listingId, guestRef, lastMove } = state
    const message = announceMove({ bookingId: done.id, listingId, guestRef, moveId: lastMove.moveId })
    const { correlationId, commandId } = envelope
    const sent = await handler.handle(createInternal(message, { correlationId, causationId: commandId }))
    return sent.kind !== 'rejected' && sent.commit > done.commit ? { ...done, commit: sent.commit } : done
  }

  const move = async (envelope: Envelope<Move>, target: Target): Promise<Outcome> => {
    const { toListingId: listingId } = envelope.data
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const { state, revision, commands } = await handler.view(bookingFold, target.id, 0)
      const isDone = commands.has(envelope.commandId)
      if (isDone || state.status === 'none' || state.listingId === listingId) return handler.handle(envelope)
      await releaseLeftOver(envelope, target)
      const unfit = await handler.check(envelope, target, ['NIGHTS_UNAVAILABLE'])
      if (unfit !== undefined) return unfit
      const { checkIn, checkOut } = state
      const refused = await holdNights(handler, envelope, target, {
        listingId,
        checkIn,
        checkOut,
        skipRules: true,
      })
      if (refused !== undefined) return refused
      const outcome = await handler.handle({ ...envelope, at: revision })
      if (outcome.kind !== 'rejected') return announce(envelope, outcome)
      if (outcome.code === 'CONCURRENT_CHANGE') continue
      if (!UNCERTAIN.includes(outcome.code)) await releaseNights(handler, envelope, target, { listingId })
      return outcome
    }
    return refuse('CONCURRENT_CHANGE', 'Too many changes at the same time. Try again.')
  }

  return async (envelope: Envelope<Move>): Promise<Outcome> => {
    const { listingIds } = envelope.principal
    if (listingIds !== 'all' && !listingIds.includes(envelope.data.toListingId))
      return refuse('NOT_FOUND', 'This listing doesn’t exist.')
    const target = await handler.locate(envelope)
    return target.kind === 'rejected' ? target : queue(target.id, () => move(envelope, target))
  }
}
