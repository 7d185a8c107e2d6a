import { commitClaim, leaveListing, releaseClaim, shareNights } from '@hearth/contracts/booking'
import type { CalendarCommand } from '@hearth/contracts/calendar'
import { formatStream } from '@hearth/contracts/kernel/message'
import type { SystemCommand } from '@hearth/contracts/kernel/process'
import type { Log } from '@hearth/platform/telemetry/log'
import { calendarFold, findClaim } from '../calendar/calendar.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { StepRefusedError } from '../runtime/failure.ts'
import { createInternal, createStep } from '../runtime/internal.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import type { TypedView } from '../runtime/streams.ts'
import type { Remembered } from '../runtime/streamView.ts'
import { alignment } from './alignment.ts'
import { bookingFold, type BookingState } from './booking.state.ts'

/**
 * A hold expires after this many minutes; the reconciler then checks its booking
 * (docs/domain/calendar.md#holds).
 */
export const HOLD_MINUTES = 2

const CAUSES: Readonly<Record<'cancelled' | 'expired' | 'commit', readonly string[]>> = {
  cancelled: ['BookingCancelled'],
  expired: ['BookingHoldAbandoned'],
  commit: ['BookingConfirmed', 'OverbookingResolved', 'BookingMoved'],
}

/** The last command that led to an event of one of these types. */
export const findCause = (
  commands: ReadonlyMap<string, Remembered>,
  eventTypes: readonly string[],
): string | undefined =>
  [...commands].findLast(([, { events }]) => events.some((type) => eventTypes.includes(type)))?.[0]

type AlignTrace = Pick<Envelope, 'correlationId' | 'traceparent' | 'arrivedAt'>

export type Nights = Readonly<{
  /**
   * Aligns the calendar with the booking. Each repair is one command with one id, so doing it twice, or in
   * two processes, changes nothing. Returns the commit position that covers the repairs, whichever process
   * made them; undefined for a booking without a listing. `maxAge` as in `CommandHandler.view`. Throws
   * StepRefusedError when a step was refused.
   */
  align: (
    bookingId: string,
    options: Readonly<{
      maxAge: number
      trace?: AlignTrace
    }>,
  ) => Promise<bigint | undefined>
}>

/** Sends the steps of one booking, each caused by the same command of the booking. */
const createSteps = (
  handler: CommandHandler,
  stream: string,
  cause: Readonly<{ commandId: string; occurredAt: string }>,
  trace: AlignTrace | undefined,
) => {
  const { commandId, occurredAt } = cause
  const inherited = {
    correlationId: trace?.correlationId ?? commandId,
    ...(trace?.traceparent === undefined ? {} : { traceparent: trace.traceparent }),
  }
  const fresh = trace?.arrivedAt === undefined ? {} : { arrivedAt: trace.arrivedAt }
  const requireAccepted = (outcome: Outcome, type: string): bigint => {
    if (outcome.kind === 'rejected') throw new StepRefusedError(type, outcome)
    return outcome.commit
  }
  return {
    /** A command with an id that every process derives in the same way. */
    send: async (command: SystemCommand<CalendarCommand>): Promise<bigint> => {
      const envelope = createInternal(
        { ...command, occurredAt },
        { ...inherited, ...fresh, causationId: commandId },
      )
      return requireAccepted(await handler.handle(envelope), command.type)
    },
    step: async (name: string, command: CalendarCommand): Promise<bigint> => {
      const step = createStep({ ...inherited, commandId, occurredAt }, stream, name, command)
      return requireAccepted(await handler.handle({ ...step, ...fresh }), command.type)
    },
  }
}

const later = (one: bigint | undefined, other: bigint): bigint =>
  one !== undefined && one > other ? one : other

/** Lets go of nights that it still has in homes that it moved from. */
const leaveListings = async (
  handler: CommandHandler,
  bookingId: string,
  { state, commands, occurredAt }: TypedView<BookingState>,
  { maxAge, trace }: Readonly<{ maxAge: number; trace?: AlignTrace }>,
): Promise<bigint | undefined> => {
  const cause = findCause(commands, ['BookingMoved'])
  if (state.status === 'none' || cause === undefined) return undefined
  let covered: bigint | undefined
  for (const { listingId, moveId } of state.leftListings) {
    const { state: taken, commit } = await handler.view(calendarFold, listingId, maxAge)
    const stream = formatStream(calendarFold.category, listingId)
    const { send } = createSteps(handler, stream, { commandId: cause, occurredAt }, trace)
    const isLeft = findClaim(taken, bookingId) === undefined
    covered = later(covered, isLeft ? commit : await send(leaveListing(moveId, { bookingId, listingId })))
  }
  return covered
}

export const createNights = ({ handler, log }: Readonly<{ handler: CommandHandler; log: Log }>): Nights => ({
  align: async (bookingId, { maxAge, trace }) => {
    const view = await handler.view(bookingFold, bookingId, maxAge)
    const { listingId, state, commands, occurredAt } = view
    if (listingId === undefined) return undefined
    const left = await leaveListings(handler, bookingId, view, {
      maxAge,
      ...(trace === undefined ? {} : { trace }),
    })
    const { state: taken, commit: read } = await handler.view(calendarFold, listingId, maxAge)
    const commit = later(left, read)
    const next = alignment(state, findClaim(taken, bookingId))
    if (next === undefined) return commit
    const commandId = findCause(commands, next.type === 'ReleaseClaim' ? CAUSES[next.reason] : CAUSES.commit)
    if (commandId === undefined) return commit
    const stream = formatStream(calendarFold.category, listingId)
    const { send, step } = createSteps(handler, stream, { commandId, occurredAt }, trace)
    const stay = { bookingId, listingId }
    if (next.type === 'ReleaseClaim') return send(releaseClaim(commandId, stay, next.reason, next.hostHold))
    if (next.type === 'CommitClaim') return send(commitClaim(commandId, stay))
    if (next.type === 'ShareNights') return send(shareNights(commandId, { ...stay, ...next }))
    log.warn({ bookingId, listingId }, 'booking: its nights were not held, taking them again')
    const claim = { listingId, claimId: bookingId }
    const { start, end } = next
    const hold = { ...claim, kind: 'booking', start, end, ttlMinutes: HOLD_MINUTES, skipRules: true } as const
    await step('hold-again', { type: 'HoldNights', data: hold })
    return step('commit-again', { type: 'CommitClaim', data: claim })
  },
})
