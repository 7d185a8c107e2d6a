import type { TakenNights } from '@hearth/contracts/calendar'
import type { FieldError } from '@hearth/contracts/kernel/problem'
import type { RequestCommand } from '@hearth/contracts/request'
import { bookingFold, type KnownBooking } from '../booking/booking.state.ts'
import { calendarFold } from '../calendar/calendar.state.ts'
import { listingFold, type StartedListing } from '../listing/listing.state.ts'
import type { ReadState } from '../runtime/decider.ts'
import { isAlterationOver, requestFold, type AlterationState, type RequestState } from './request.state.ts'

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

/** The alteration that a new one comes after. */
const findAfter = ({ data }: RequestCommand): string | null => ('after' in data ? data.after : null)

const findBookingId = (command: RequestCommand, state: RequestState): string | null => {
  if ('bookingId' in command.data && 'after' in command.data) return command.data.bookingId
  return state.kind === 'alteration' ? state.bookingId : null
}

const readPrevious = async (
  command: RequestCommand,
  booking: KnownBooking,
  readState: ReadState,
): Promise<AlterationFacts['previous']> => {
  const after = findAfter(command)
  if (after === null) return 'none'
  const state = await readState(requestFold, after, { fresh: true })
  if (state.kind !== 'alteration') return 'open'
  // What was countered is followed by its offer, and by nothing else.
  if (state.status === 'countered') return command.type === 'OpenCounterOffer' ? 'over' : 'open'
  return isAlterationOver(after, state, booking) ? 'over' : 'open'
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

/** What a countered request offers, for the command that opens the offer. */
export const readCountered = async (
  command: RequestCommand,
  readState: ReadState,
): Promise<AlterationState['offered']> => {
  if (command.type !== 'OpenCounterOffer') return null
  const state = await readState(requestFold, command.data.after, { fresh: true })
  return state.kind === 'alteration' ? state.offered : null
}

/** A previous alteration must be of the same booking, so that each has one after it. */
export const findUnknownPrevious = async (
  command: RequestCommand,
  readState: ReadState,
): Promise<readonly FieldError[]> => {
  const after = findAfter(command)
  if (after === null) return []
  const state = await readState(requestFold, after, { fresh: true })
  return state.kind === 'alteration' && state.bookingId === findBookingId(command, state)
    ? []
    : [{ pointer: '/after', detail: 'isn’t an alteration of this booking' }]
}
