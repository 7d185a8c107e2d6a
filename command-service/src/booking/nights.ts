import { commitClaim, releaseClaim } from '@hearth/contracts/booking'
import type { CalendarCommand } from '@hearth/contracts/calendar'
import { formatStream } from '@hearth/contracts/kernel/message'
import type { SystemCommand } from '@hearth/contracts/kernel/process'
import type { Log } from '@hearth/platform/telemetry/log'
import { calendarFold } from '../calendar/calendar.state.ts'
import { claimOf } from '../calendar/calendar.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { StepRefusedError } from '../runtime/failure.ts'
import { internalOf, stepOf } from '../runtime/internal.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import type { Remembered } from '../runtime/streamView.ts'
import { alignment } from './alignment.ts'
import { bookingFold } from './booking.state.ts'

/**
 * A hold lives this long; after it the reconciler asks whose it is (docs/domain/calendar.md#holds). Minutes.
 */
export const HOLD_MINUTES = 2

const CAUSES = {
  cancelled: 'BookingCancelled',
  expired: 'BookingHoldAbandoned',
  commit: 'BookingConfirmed',
} as const

/** The last command that made an event of this type. */
const causeOf = (commands: ReadonlyMap<string, Remembered>, eventType: string): string | undefined =>
  [...commands].findLast(([, { events }]) => events.includes(eventType))?.[0]

export type Nights = Readonly<{
  /**
   * Brings the calendar in line with the booking. Each repair is one command with one id, so doing it twice,
   * or in two processes, changes nothing. Answers the commit position that covers them, whoever brought them
   * in line; none for a booking without a listing. `maxAge` as in
   * `CommandHandler.view`. Throws StepRefusedError when a step was not taken.
   */
  align: (
    bookingId: string,
    options: Readonly<{
      maxAge: number
      trace?: Pick<Envelope, 'correlationId' | 'traceparent' | 'arrivedAt'>
    }>,
  ) => Promise<bigint | undefined>
}>

export const createNights = ({ handler, log }: Readonly<{ handler: CommandHandler; log: Log }>): Nights => {
  const take = (outcome: Outcome, type: string): bigint => {
    if (outcome.kind === 'rejected') throw new StepRefusedError(type, outcome)
    return outcome.commit
  }

  const align: Nights['align'] = async (bookingId, { maxAge, trace }) => {
    const arrivedAt = trace?.arrivedAt
    const view = await handler.view(bookingFold, bookingId, maxAge)
    const { listingId, state } = view
    if (listingId === undefined) return undefined
    const { state: taken, commit } = await handler.view(calendarFold, listingId, maxAge)
    const step = alignment(state, claimOf(taken, bookingId))
    if (step === undefined) return commit
    const commandId = causeOf(
      view.commands,
      step.type === 'ReleaseClaim' ? CAUSES[step.reason] : CAUSES.commit,
    )
    if (commandId === undefined) return commit
    const { occurredAt } = view
    const told = {
      correlationId: trace?.correlationId ?? commandId,
      ...(trace?.traceparent === undefined ? {} : { traceparent: trace.traceparent }),
    }
    const stream = formatStream(calendarFold.category, listingId)
    const stay = { bookingId, listingId }
    const fresh = arrivedAt === undefined ? {} : { arrivedAt }
    const send = async (command: SystemCommand<CalendarCommand>) =>
      take(
        await handler.handle(
          internalOf({ ...command, occurredAt }, { ...told, ...fresh, causationId: commandId }),
        ),
        command.type,
      )
    if (step.type === 'ReleaseClaim') return send(releaseClaim(commandId, stay, step.reason, step.hostHold))
    if (step.type === 'CommitClaim') return send(commitClaim(commandId, stay))
    const again = async (name: string, command: CalendarCommand) =>
      take(
        await handler.handle({
          ...stepOf({ ...told, commandId, occurredAt }, stream, name, command),
          ...fresh,
        }),
        command.type,
      )
    const claim = { listingId, claimId: bookingId }
    log.warn({ bookingId, listingId }, 'booking: its nights were not held, taking them again')
    await again('hold-again', {
      type: 'HoldNights',
      data: {
        ...claim,
        kind: 'booking',
        start: step.start,
        end: step.end,
        ttlMinutes: HOLD_MINUTES,
        skipRules: true,
      },
    })
    return again('commit-again', { type: 'CommitClaim', data: claim })
  }

  return { align }
}
