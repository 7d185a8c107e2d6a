import { addDays, addHours, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { SendCommand } from '../commands/commandSender.ts'
import { requireId } from './requireId.ts'
import type { DemoHome } from './seed.ts'
import { computePrice } from './steps.ts'
import { demoKey } from './world.ts'

/** Who takes part: the gateway, the importer, the owner of the home’s account, and support. */
export type Sides = Readonly<{
  deliver: SendCommand
  /** As the importer, which can set when something happened. */
  load: SendCommand
  host: SendCommand
  staff: SendCommand
}>

/** When the guests booked who then ask for something. */
export const BOOKED_HOURS_AGO = 240
/** Between two attempts. */
const DAYS_APART = 5
const MAX_ATTEMPTS = 24

const partyOf = (home: DemoHome) => ({ adults: Math.min(2, home.listing.maxGuests), children: 0 })

type Wanted = Readonly<{
  collection: 'bookings' | 'booking-requests'
  name: string
  hoursAgo: number
  firstDay: number
  more?: object
}>

/** Books or asks for the first nights that the calendar has; undefined where it has none. */
export const sendForNights = async (
  home: DemoHome,
  { collection, name, hoursAgo, firstDay, more = {} }: Wanted,
  { deliver }: Pick<Sides, 'deliver'>,
  now: Instant,
): Promise<Readonly<{ id: Id; revision: number; checkOut: LocalDate }> | undefined> => {
  const { listing, listingId, hostAccountId } = home
  const nights = Math.max(3, listing.minNights)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const checkIn = addDays(now.slice(0, 10), firstDay + attempt * DAYS_APART)
    const checkOut = addDays(checkIn, nights)
    const result = await deliver({
      path: `/api/${collection}`,
      body: {
        listingId,
        source: collection === 'bookings' ? 'direct' : 'airbnb',
        externalRef: demoKey('request', name, checkIn).slice(0, 13),
        guest: { guestRef: demoKey('guest', 'request', name), displayName: name },
        party: partyOf(home),
        checkIn,
        checkOut,
        price: computePrice(listing, checkIn, checkOut),
        ...more,
      },
      key: demoKey('ask', name, checkIn),
      hostAccountId,
      occurredAt: addHours(now, -hoursAgo),
    })
    if (result.ok) return { id: result.id, revision: Number(result.body['revision']), checkOut }
    if (result.code !== 'NIGHTS_UNAVAILABLE' && result.code !== 'POLICY_VIOLATION') requireId(result)
  }
  return undefined
}
