import type { DomainCommand } from '@hearth/contracts'
import type { AlterationFailure } from '@hearth/contracts/booking'
import { formatStream } from '@hearth/contracts/kernel/message'
import { refuseAltering } from '../booking/altering.ts'
import { bookingFold, type KnownBooking } from '../booking/booking.state.ts'
import type { ChargePort } from '../booking/chargePort.ts'
import { calendarFold, findClaim } from '../calendar/calendar.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { StepRefusedError } from '../runtime/failure.ts'
import { createStep, type Cause } from '../runtime/internal.ts'
import { TRANSIENT_CODES, type Outcome } from '../runtime/outcome.ts'
import { requestFold, type AlterationState } from './request.state.ts'

type Parts = Readonly<{ handler: Pick<CommandHandler, 'handle' | 'view'>; charge: ChargePort }>
type Accepted = Readonly<{
  requestId: string
  state: AlterationState
  cause: Cause & Readonly<{ occurredAt: string }>
}>

const requireAccepted = (outcome: Outcome, type: string): bigint => {
  if (outcome.kind === 'rejected') throw new StepRefusedError(type, outcome)
  return outcome.commit
}

/** The steps of one accepted alteration; each is one command with one id, whichever process sends it. */
const createSteps = ({ handler, charge }: Parts, { requestId, state, cause }: Accepted) => {
  const { bookingId, listingId, asked } = state
  const { checkIn, checkOut } = asked

  const send = (category: string, id: string, step: string, command: DomainCommand): Promise<Outcome> => {
    const ofItsOwn = category === calendarFold.category ? command : { ...command, id }
    return handler.handle(createStep(cause, formatStream(category, id), step, ofItsOwn))
  }
  const onBooking = (step: string, command: DomainCommand) =>
    send(bookingFold.category, bookingId, step, command)
  const moveNights = (step: string, start: string, end: string) =>
    send(calendarFold.category, listingId, step, {
      type: 'ReplaceClaim',
      data: { listingId, claimId: bookingId, start, end },
    })

  /** A refusal for good is a reason why the alteration fails; any other ends this attempt. */
  const unless = (outcome: Outcome, type: string, reason: AlterationFailure) => {
    if (outcome.kind !== 'rejected') return undefined
    if (TRANSIENT_CODES.includes(outcome.code)) throw new StepRefusedError(type, outcome)
    return reason
  }

  return {
    readBooking: async (): Promise<Readonly<{ booking: KnownBooking; commit: bigint }>> => {
      const { state: booking, commit } = await handler.view(bookingFold, bookingId, 0)
      if (booking.status === 'none') throw new Error(`The altered booking ${bookingId} doesn’t exist`)
      return { booking, commit }
    },
    /** What the stay costs more. */
    pay: async ({ money, alterations }: KnownBooking): Promise<AlterationFailure | undefined> => {
      const amountMinor = asked.price.guestTotalMinor - money.guestTotalMinor
      if (amountMinor <= 0 || alterations[requestId] !== undefined) return undefined
      const amount = { amountMinor, currency: money.currency }
      const answer = await charge({ bookingId, amount, idempotencyKey: requestId })
      if (answer.kind === 'failed') return 'charge_failed'
      const data = { requestId, amountMinor, providerRef: answer.providerRef }
      const type = 'RecordAlterationCharge'
      requireAccepted(await onBooking('charge', { type, data }), type)
      return undefined
    },
    move: async () =>
      unless(await moveNights('move', checkIn, checkOut), 'ReplaceClaim', 'nights_unavailable'),
    alter: async () => {
      const data = { requestId, listingId, ...asked }
      return unless(await onBooking('alter', { type: 'AlterBooking', data }), 'AlterBooking', 'not_possible')
    },
    /** The stay gets its own nights back where they had moved. */
    restore: async (booking: KnownBooking): Promise<void> => {
      if (booking.status === 'cancelled' || booking.listingId !== listingId) return
      const { state: taken } = await handler.view(calendarFold, listingId, 0)
      const claim = findClaim(taken, bookingId)
      if (claim === undefined || (claim.start === booking.checkIn && claim.end === booking.checkOut)) return
      requireAccepted(await moveNights('restore', booking.checkIn, booking.checkOut), 'ReplaceClaim')
    },
    fail: async (reason: AlterationFailure): Promise<void> => {
      const type = 'FailAlteration'
      requireAccepted(await onBooking('fail', { type, data: { requestId, reason } }), type)
    },
    recordFailure: async (reason: AlterationFailure): Promise<bigint> => {
      const type = 'RecordAlterationFailure'
      const outcome = await send(requestFold.category, requestId, 'fail', { type, data: { reason } })
      return requireAccepted(outcome, type)
    },
  }
}

/**
 * Carries out an accepted alteration: what it costs more is paid, then its nights move, then the booking changes;
 * or it fails, and the stay is as it was (docs/domain/booking.md#alterations). Doing it twice, or in two
 * processes, changes nothing. Returns the commit position that covers it.
 */
export const alterBooking = async (parts: Parts, accepted: Accepted): Promise<bigint> => {
  const { requestId, cause } = accepted
  const steps = createSteps(parts, accepted)
  const { booking } = await steps.readBooking()
  if ((booking.alterations[requestId]?.result ?? 'pending') === 'pending') {
    // As of its acceptance: the host answered in time.
    const isPossible =
      booking.listingId === accepted.state.listingId && refuseAltering(booking, cause.occurredAt) === null
    const failure = isPossible
      ? ((await steps.pay(booking)) ?? (await steps.move()) ?? (await steps.alter()))
      : 'not_possible'
    if (failure !== undefined) {
      await steps.restore((await steps.readBooking()).booking)
      await steps.fail(failure)
    }
  }
  // Another process may have been first, with another result.
  const { booking: after, commit } = await steps.readBooking()
  const failure = after.alterations[requestId]?.failure ?? null
  return failure === null ? commit : steps.recordFailure(failure)
}
