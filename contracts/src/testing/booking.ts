import firstConfirmed from '../../fixtures/BookingConfirmed.v1.json' with { type: 'json' }
import { booking, type BookingCommand, type BookingEvent } from '../booking/messages.ts'
import { zBookingPrice } from '../booking/money.ts'
import type { OfType } from '../kernel/message.ts'
import { upcast } from '../kernel/upcast.ts'

type Confirmed = OfType<BookingEvent, 'BookingConfirmed'>['data']
type Received = OfType<BookingCommand, 'ReceiveBooking'>['data']

const { schema, ...definition } = booking.events.BookingConfirmed
const confirmed: Confirmed = schema.parse(upcast(definition, 1, firstConfirmed))
const { listingId, source, externalRef, guestRef, guestName, party, checkIn, checkOut, money } = confirmed
const received: Received = booking.commands.ReceiveBooking.schema.parse({
  listingId,
  source,
  externalRef,
  guest: { guestRef, displayName: guestName },
  party,
  checkIn,
  checkOut,
  price: zBookingPrice.strip().parse(money),
})

/**
 * The data of a confirmed booking for tests. What is not given is as in the first fixture, in today's shape.
 */
export const confirmedStay = (given: Partial<Confirmed> = {}): Confirmed => ({ ...confirmed, ...given })

type Guest = Received['guest']
type Given = Partial<Omit<Received, 'guest'>> &
  Readonly<{ guest?: Omit<Guest, 'email'> & Partial<Pick<Guest, 'email'>> }>

/** The command that leads to it; of a guest whose email address is not known unless it is given. */
export const receivedBooking = ({ guest, ...given }: Given = {}): Received => ({
  ...received,
  ...given,
  guest: { ...received.guest, email: null, ...guest },
})
