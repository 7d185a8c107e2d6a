import { skipsRules } from '@hearth/contracts/booking'
import type { OfType } from '@hearth/contracts/kernel/message'
import type { ProblemCode } from '@hearth/contracts/kernel/problem'
import type { RequestCommand } from '@hearth/contracts/request'
import { holdNights, releaseNights } from '../booking/holdNights.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { refuse, type Envelope, type Outcome } from '../runtime/outcome.ts'
import type { Follow } from './follow.ts'
import { requestFold } from './request.state.ts'

const MAX_ATTEMPTS = 3
/** A request's nights stay held until it is answered; this is only when the calendar says that they expire. */
const HOLD_MINUTES = 1_440
/** Refusals that only mean that the nights are not held yet; the hold itself decides that. */
const NOT_HELD: readonly ProblemCode[] = ['PRECONDITION_FAILED', 'NIGHTS_UNAVAILABLE']

/**
 * Nights are held in the calendar, then the request is opened where none existed
 * (docs/domain/request.md#booking-requests). A crash between the steps leaves a hold that the same key
 * completes, or that the process manager releases.
 */
export const createRequestBooking =
  (handler: CommandHandler, follow: Follow) =>
  async (envelope: Envelope<OfType<RequestCommand, 'RequestBooking'>['data']>): Promise<Outcome> => {
    const target = await handler.locate(envelope)
    if (target.kind === 'rejected') return target
    const stay = envelope.data
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const { state, revision } = await handler.view(requestFold, target.id)
      if (state.kind !== 'none') return handler.handle(envelope)
      // Left over from an abandoned attempt: its nights are released before they are held again.
      if (revision >= 0n) await follow(target.id, envelope)
      const unfit = await handler.check(envelope, target, NOT_HELD)
      if (unfit !== undefined) return unfit
      const refused = await holdNights(handler, envelope, target, {
        listingId: stay.listingId,
        checkIn: stay.checkIn,
        checkOut: stay.checkOut,
        skipRules: skipsRules(stay.source),
        kind: 'request_hold',
        ttlMinutes: HOLD_MINUTES,
      })
      if (refused !== undefined) return refused
      const outcome = await handler.handle({ ...envelope, at: revision })
      if (outcome.kind !== 'rejected') return outcome
      if (outcome.code === 'CONCURRENT_CHANGE') continue
      if (outcome.code !== 'OUTCOME_UNKNOWN' && outcome.code !== 'DEPENDENCY_UNAVAILABLE')
        await releaseNights(handler, envelope, target, stay)
      return outcome
    }
    return refuse('CONCURRENT_CHANGE', 'Too many changes at the same time. Try again.')
  }
