import type { ListingRow } from '@hearth/contracts/listing'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expect } from './fixtures.ts'
import { deliver } from './gateway.ts'

const zCreated = z.object({ id: z.string() })
const DAY_MS = 86_400_000
/** The first day on which free nights are looked for, in days from today, and the step between tries. */
const FIRST_DAY = 200
const STEP = 3
const MAX_TRIES = 30

/** The day that many days from today. */
export const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

/** A guest books the first free nights and writes about them. */
export const bookAndWrite = async (
  page: Page,
  listing: ListingRow,
  { email = null, ...named }: Readonly<{ displayName: string; email?: string | null }>,
) => {
  const guest = { guestRef: crypto.randomUUID(), ...named }
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const days = FIRST_DAY + tried * STEP
    const nightly = [0, 1, 2].map((night) => ({ date: dayIn(days + night), amountMinor: 20_000 }))
    const booked = await deliver(page, '/api/bookings', {
      listingId: listing.id,
      source: 'direct',
      externalRef: crypto.randomUUID(),
      guest: { ...guest, email },
      party: { adults: 2 },
      checkIn: dayIn(days),
      checkOut: dayIn(days + 3),
      price: { currency: listing.currency, nightly, guestTotalMinor: 60_000 },
    })
    if (!booked.ok()) continue
    const bookingId = zCreated.parse(await booked.json()).id
    const written = await deliver(page, '/api/threads', {
      listingId: listing.id,
      guest,
      bookingId,
      messageId: crypto.randomUUID(),
      body: 'We look forward to it.',
      sentAt: new Date().toISOString(),
    })
    expect(written.ok(), await written.text()).toBe(true)
    return { bookingId, threadId: zCreated.parse(await written.json()).id, days }
  }
  throw new Error('The listing has no free nights')
}
