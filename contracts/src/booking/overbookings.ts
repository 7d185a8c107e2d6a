import type { CalendarEvent } from '../calendar/messages.ts'
import { addDays, overlaps, type LocalDate } from '../kernel/dates.ts'
import type { Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, reactBy, type Reaction } from '../kernel/process.ts'
import type { BookingCommand, BookingEvent } from './messages.ts'
import { settleOverbooking } from './rules/followUps.ts'

/** Nights between two stays belong to a conflict too; no listing keeps more of them free. */
const MAX_PREP_NIGHTS = 2

type Span = Readonly<{ start: LocalDate; end: LocalDate }>

/** The overbooked stays of one listing, in the order in which they were received. */
export type OverbookedState = Readonly<{ stays: readonly (Span & Readonly<{ bookingId: Id }>)[] }>
type Reacts = Reaction<OverbookedState, BookingCommand>

const keep = (stays: OverbookedState['stays']) => (stays.length === 0 ? undefined : { stays })

/** Nights that may be free now: each stay that waits for them asks for them. */
const settle = (state: OverbookedState | undefined, event: RecordedEvent, freed: Span): Reacts => {
  const near = { start: addDays(freed.start, -MAX_PREP_NIGHTS), end: addDays(freed.end, MAX_PREP_NIGHTS) }
  const listingId = idOfStream(event.stream)
  const waiting = state?.stays.filter((stay) => overlaps(stay, near)) ?? []
  return [state, ...waiting.map(({ bookingId }) => settleOverbooking(event.id, { bookingId, listingId }))]
}

const over = (
  state: OverbookedState | undefined,
  { data }: Readonly<{ data: Readonly<{ bookingId: Id }> }>,
): Reacts => [state && keep(state.stays.filter(({ bookingId }) => bookingId !== data.bookingId))]

const ofListing = ({ stream, type, data }: RecordedEvent): Id | undefined => {
  const category = categoryOfStream(stream)
  if (category === 'calendar') return idOfStream(stream)
  if (category !== 'booking' || !REACTS_TO.has(type)) return undefined
  const { listingId, from } = data as Readonly<{ listingId: Id; from?: Readonly<{ listingId: Id }> }>
  return from?.listingId ?? listingId
}

const on = reactBy<OverbookedState, BookingEvent | CalendarEvent, BookingCommand>({
  // What had the nights can be gone by the time the overbooking is recorded.
  OverbookingDetected: (state, { id, data: { bookingId, listingId, checkIn, checkOut } }) => [
    { stays: [...(state?.stays ?? []), { bookingId, start: checkIn, end: checkOut }] },
    settleOverbooking(id, { bookingId, listingId }),
  ],
  OverbookingResolved: over,
  // It waits for no nights of this listing any more.
  BookingMoved: over,
  BookingCancelled: over,
  BookingCancellationRevoked: (state, { id, data: { bookingId, listingId } }) =>
    state?.stays.some((stay) => stay.bookingId === bookingId)
      ? [state, settleOverbooking(id, { bookingId, listingId })]
      : [state],
  NightsReleased: (state, event) => settle(state, event, event.data),
  NightsMoved: (state, event) => settle(state, event, event.data.from),
  BlockRemoved: (state, event) => settle(state, event, event.data),
  BlockChanged: (state, event) => settle(state, event, event.data.before),
  ImportedBlockRemoved: (state, event) => settle(state, event, event.data),
  ImportedBlockMoved: (state, event) => settle(state, event, event.data.from),
  ImportedBlockDismissed: (state, event) => settle(state, event, event.data),
})
const REACTS_TO = on.types ?? new Set<string>()

/** An overbooked stay takes its nights as soon as they are free (docs/domain/booking.md#overbookings). */
export const overbookingProcess = defineProcess<OverbookedState, BookingCommand>({
  name: 'overbooking',
  version: 1,
  correlate: ofListing,
  on,
})
