import { idOf } from '@hearth/contracts/kernel/ids'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Log } from '@hearth/platform/log'
import { calendar } from '../calendar/calendar.decider.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { SCHEDULER } from '../runtime/internal.ts'
import type { Outcome } from '../runtime/outcome.ts'
import type { Due } from '../workers/dueWork.ts'
import type { Timers } from '../workers/timers.ts'
import type { BookingFlow } from './bookingFlow.ts'
import type { Nights } from './nights.ts'
import type { Refunds } from './refunds.ts'

/** A read model may show for this long what is done already. Milliseconds. */
const LAG_MS = 60_000
const MAX_REMEMBERED = 20_000
const TRY_AGAIN: readonly string[] = ['OUTCOME_UNKNOWN', 'DEPENDENCY_UNAVAILABLE', 'OVERLOADED', 'CONCURRENT_CHANGE']

export type BookingClockOptions = Readonly<{
  handler: CommandHandler
  flow: Pick<BookingFlow, 'handle' | 'takeUnfinished'>
  nights: Nights
  refunds: Refunds
  timers: Timers
  now: () => Instant
  log: Log
}>

export type BookingClock = ReturnType<typeof createBookingClock>

/** What happens to bookings because time passes. Each piece takes a row that may be out of date; the streams decide. */
export const createBookingClock = ({ handler, flow, nights, refunds, timers, now, log }: BookingClockOptions) => {
  const doneUntil = new Map<string, number>()

  const remember = (commandId: string): void => {
    doneUntil.set(commandId, performance.now() + LAG_MS)
    for (const [oldest, until] of doneUntil) {
      if (doneUntil.size <= MAX_REMEMBERED && until > performance.now()) return
      doneUntil.delete(oldest)
    }
  }

  /** Sends a command under an id that is the same in every process, unless it was answered here a moment ago. */
  const send = async (commandId: string, type: string, id: string, data: unknown = {}): Promise<Outcome | undefined> => {
    if ((doneUntil.get(commandId) ?? 0) > performance.now()) return undefined
    const outcome = await flow.handle({ type, id, data, principal: SCHEDULER, commandId, correlationId: commandId, internal: true })
    if (outcome.kind === 'rejected' && TRY_AGAIN.includes(outcome.code)) log.warn({ type, bookingId: id, code: outcome.code }, 'clock: will be tried again')
    else remember(commandId)
    return outcome
  }

  const finalise = async (id: string, effectiveAt: Instant) => void (await send(idOf('finalise', id, effectiveAt), 'FinaliseCancellation', id))

  return {
    /** Cancels for good when the time to undo is over: now, or by a timer at that instant. */
    finaliseOnTime: async ({ id, at }: Pick<Due, 'id' | 'at'>): Promise<void> => {
      if (at <= now()) await finalise(id, at)
      else timers.at(`finalise/${id}/${at}`, at, () => finalise(id, at))
    },
    checkIn: async ({ id }: Due) => void (await send(idOf('check-in', id), 'CheckInBooking', id)),
    checkOut: async ({ id }: Due) => void (await send(idOf('check-out', id), 'CheckOutBooking', id)),
    complete: async ({ id }: Due) => void (await send(idOf('complete', id), 'CompleteBooking', id)),

    /** A hold ran out: either the booking exists by now and gets its nights, or it is abandoned and they go back (domain.md §2.5). */
    settleHold: async ({ id, listingId, at }: Due): Promise<void> => {
      const claim = (await handler.view(calendar, listingId, 0)).state.claims[id]
      if (claim?.state !== 'held') return
      const commandId = idOf('abandon', id, at)
      await send(commandId, 'AbandonBookingHold', id, { listingId, start: claim.start, end: claim.end })
      await nights.align(id, { maxAge: 0 })
    },
    payRefunds: ({ id }: Pick<Due, 'id'>): Promise<void> => refunds.pay(id, { maxAge: 0 }),
    alignNights: async ({ id }: Pick<Due, 'id'>) => void (await nights.align(id, { maxAge: 0 })),
    takeUnfinished: flow.takeUnfinished,
  }
}
