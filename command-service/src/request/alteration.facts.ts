import type { TakenNights } from '@hearth/contracts/calendar'
import type { FieldError } from '@hearth/contracts/kernel/problem'
import type { RequestCommand } from '@hearth/contracts/request'
import { bookingFold, type KnownBooking } from '../booking/booking.state.ts'
import { calendarFold } from '../calendar/calendar.state.ts'
import { listingFold, type StartedListing } from '../listing/listing.state.ts'
import type { ReadState } from '../runtime/decider.ts'
import { requestFold, type RequestState } from './request.state.ts'

/** What the alteration of a booking rests on. */
export type AlterationFacts = Readonly<{
  bookingId: string
  booking: KnownBooking
  listing: StartedListing
  /** The claims in the calendar of its listing. */
  taken: readonly TakenNights[]
  /** The alteration before it; one that was accepted is over once its booking was altered, or was not. */
  previous: 'none' | 'open' | 'over'
}>

/** Whether nothing is left to do for an alteration, so that another one can be asked for. */
export const isAlterationOver = (
  requestId: string,
  { status }: Readonly<{ status: string }>,
  { alterations }: Pick<KnownBooking, 'alterations'>,
): boolean => {
  if (status !== 'accepted') return status !== 'open'
  const result = alterations[requestId]?.result
  return result === 'altered' || result === 'failed'
}

const findBookingId = (command: RequestCommand, state: RequestState): string | null => {
  if (command.type === 'RequestAlteration') return command.data.bookingId
  return state.kind === 'alteration' ? state.bookingId : null
}

const readPrevious = async (
  command: RequestCommand,
  booking: KnownBooking,
  readState: ReadState,
): Promise<AlterationFacts['previous']> => {
  const after = command.type === 'RequestAlteration' ? command.data.after : null
  if (after === null) return 'none'
  const state = await readState(requestFold, after, { fresh: true })
  return state.kind === 'alteration' && isAlterationOver(after, state, booking) ? 'over' : 'open'
}

/** Null for other kinds, and when the booking or its listing doesn’t exist. */
export const readAlteration = async (
  command: RequestCommand,
  state: RequestState,
  readState: ReadState,
): Promise<AlterationFacts | null> => {
  const bookingId = findBookingId(command, state)
  if (bookingId === null) return null
  const booking = await readState(bookingFold, bookingId, { fresh: true })
  if (booking.status === 'none') return null
  const [listing, calendar, previous] = await Promise.all([
    readState(listingFold, booking.listingId),
    readState(calendarFold, booking.listingId, { fresh: true }),
    readPrevious(command, booking, readState),
  ])
  if (listing.status === 'none') return null
  return { bookingId, booking, listing, taken: calendar.claims, previous }
}

/** A previous alteration must be of the same booking, so that each has one after it. */
export const findUnknownPrevious = async (
  command: RequestCommand,
  readState: ReadState,
): Promise<readonly FieldError[]> => {
  if (command.type !== 'RequestAlteration' || command.data.after === null) return []
  const state = await readState(requestFold, command.data.after, { fresh: true })
  return state.kind === 'alteration' && state.bookingId === command.data.bookingId
    ? []
    : [{ pointer: '/after', detail: 'isn’t an alteration of this booking' }]
}
