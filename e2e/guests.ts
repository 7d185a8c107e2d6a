import type { ListingRow } from '@hearth/contracts/listing'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { dayIn } from './days.ts'
import { expect } from './fixtures.ts'
import { deliver, readId, tryDeliver } from './gateway.ts'

/** The first day on which free nights are looked for, in days from today, and the step between tries. */
const FIRST_DAY = 200
const STEP = 3
const MAX_TRIES = 30
const THREE_NIGHTS = [20_000, 20_000, 20_000]

const zRefused = z.object({ code: z.string() })

type Guest = Readonly<{ displayName: string; email?: string | null }>
/** `day`: the first one, in days from today. Minor units. */
type Nights = Readonly<{ day: number; nightsMinor: readonly number[]; guest: Guest }>

type Listing = Pick<ListingRow, 'id' | 'currency'>

const composeStay = ({ id, currency }: Listing, { day, nightsMinor, guest }: Nights) => ({
  listingId: id,
  source: 'airbnb',
  externalRef: crypto.randomUUID(),
  guest: { guestRef: crypto.randomUUID(), ...guest },
  party: { adults: 2 },
  checkIn: dayIn(day),
  checkOut: dayIn(day + nightsMinor.length),
  price: {
    currency,
    nightly: nightsMinor.map((amountMinor, night) => ({ date: dayIn(day + night), amountMinor })),
    guestTotalMinor: nightsMinor.reduce((total, amountMinor) => total + amountMinor, 0),
  },
})

/** A channel sells nights, whether they are free or not; the id of the stay. */
export const sellNights = (
  page: Page,
  listing: Listing,
  { cancellationPolicyCode, ...nights }: Nights & Readonly<{ cancellationPolicyCode: string }>,
): Promise<string> =>
  deliver(page, '/api/bookings', { ...composeStay(listing, nights), cancellationPolicyCode })

/** A guest books the first three free nights, or asks for them with a message. */
export const takeFreeNights = async (
  page: Page,
  listing: Listing,
  guest: Guest & Readonly<{ guestRef?: string }>,
  { message, firstDay = FIRST_DAY }: Readonly<{ message?: string; firstDay?: number }> = {},
): Promise<Readonly<{ id: string; days: number }>> => {
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const day = firstDay + tried * STEP
    const stay = composeStay(listing, { day, nightsMinor: THREE_NIGHTS, guest })
    const answer = await (message === undefined
      ? tryDeliver(page, '/api/bookings', { ...stay, source: 'direct' })
      : tryDeliver(page, '/api/booking-requests', { ...stay, message }))
    if (answer.ok()) return { id: await readId(answer), days: day }
    expect(['NIGHTS_UNAVAILABLE', 'POLICY_VIOLATION'], await answer.text()).toContain(
      zRefused.parse(await answer.json()).code,
    )
  }
  throw new Error('The listing has no free nights')
}

/** A guest writes to a listing, about a stay of theirs or before one; the id of the conversation. */
export const write = (
  page: Page,
  listing: Listing,
  guest: Guest & Readonly<{ guestRef?: string }>,
  body: string,
  bookingId?: string,
): Promise<string> =>
  deliver(page, '/api/threads', {
    listingId: listing.id,
    guest: { guestRef: crypto.randomUUID(), ...guest },
    ...(bookingId !== undefined && { bookingId }),
    messageId: crypto.randomUUID(),
    body,
    sentAt: new Date().toISOString(),
  })

/** A guest books the first free nights and writes about them. */
export const bookAndWrite = async (
  page: Page,
  listing: Listing,
  { email = null, ...named }: Readonly<{ displayName: string; email?: string | null }>,
) => {
  const guest = { guestRef: crypto.randomUUID(), ...named }
  const { id: bookingId, days } = await takeFreeNights(page, listing, { ...guest, email })
  const threadId = await write(page, listing, guest, 'We look forward to it.', bookingId)
  return { bookingId, threadId, days }
}
