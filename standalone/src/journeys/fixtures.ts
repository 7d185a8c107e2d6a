import { zBookingRow, type BookingRow } from '@hearth/contracts/booking'
import { addDays, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import { deriveId, newId, type Id } from '@hearth/contracts/kernel/ids'
import { createAddress } from '@hearth/contracts/listing/goLiveSteps'
import { createPrice } from '@hearth/contracts/testing'
import type { OutgoingHttpHeaders } from 'node:http'
import type { z } from 'zod'
import { createCommandSender, type SendCommand } from '../commands/commandSender.ts'
import { createW9 } from '../commands/createW9.ts'
import { completeListing } from '../importer/completeListing.ts'
import { after, accepted, type Client, type Journey } from './journey.ts'
import { readHeader, type Answer } from './request.ts'

type More = Readonly<Record<string, unknown>>

/** The instant at which a service principal says that something happened. */
export const at = (instant: Instant | undefined): OutgoingHttpHeaders =>
  instant === undefined ? {} : { 'x-occurred-at': instant }

export const openAccount = async ({ as }: Journey, opened?: Instant): Promise<Id> =>
  accepted(
    await as('importer').post(
      '/api/accounts',
      {
        displayName: 'Harbor House',
        kind: 'company',
        country: 'US',
        defaultCurrency: 'USD',
        timezone: 'America/New_York',
      },
      at(opened),
    ),
  ).id

/** A listing in New York that is not live yet, sold in US dollars. */
export const startListing = async (
  { as }: Journey,
  accountId: Id,
  more: More = {},
  started?: Instant,
): Promise<Id> => {
  const body = {
    title: 'Harbor House flat',
    place: 'New York, US',
    timezone: 'America/New_York',
    currency: 'USD',
    maxGuests: 4,
    pricing: { baseNightMinor: 20_000 },
    ...more,
  }
  return accepted(
    await as('importer').post('/api/listings', body, { 'x-host-account': accountId, ...at(started) }),
  ).id
}

/** Imports the account's verified bank account; again, it is the same one. */
const payTo = async (send: SendCommand, accountId: Id, imported: Instant | undefined): Promise<void> => {
  const bank = {
    type: 'us_ach',
    routingNumber: '021000021',
    accountNumber: '000123456789',
    accountType: 'checking',
  }
  const result = await send({
    path: `/api/payout-accounts/${accountId}/import-method`,
    body: { currency: 'USD', holderName: 'Harbor House LLC', bankName: null, bank },
    key: deriveId('journeys', 'bank-account', accountId),
    ...(imported === undefined ? {} : { occurredAt: imported }),
  })
  if (!result.ok) throw new Error(`No bank account: ${result.code} ${result.detail}`)
}

/** Imports the account's W-9, without which its payouts wait; again, it is the same one. */
const fileForm = async (send: SendCommand, accountId: Id): Promise<void> => {
  const result = await send({
    path: `/api/tax-profiles/${accountId}/import-form`,
    body: createW9('Harbor House LLC', '13-5550142'),
    key: deriveId('journeys', 'tax-form', accountId),
  })
  if (!result.ok) throw new Error(`No tax form: ${result.code} ${result.detail}`)
}

/** A published listing in New York, sold in US dollars; its account has a bank account and a tax form. */
export const openListing = async (
  journey: Journey,
  accountId: Id,
  more: More = {},
  started?: Instant,
): Promise<Id> => {
  const send = createCommandSender(journey.baseUrl, journey.token('importer'))
  await payTo(send, accountId, started)
  await fileForm(send, accountId)
  const listingId = await startListing(journey, accountId, more, started)
  await completeListing({
    send,
    listingId,
    hostAccountId: accountId,
    address: createAddress('US', 'New York', '12 Warren Street', listingId),
    bedrooms: 1,
    createKey: newId,
    verified: { verifiedBy: 'Journeys', verifiedOn: inDays(0) },
    ...(started === undefined ? {} : { occurredAt: started }),
  })
  return listingId
}

/** The tag of a live listing’s revision: publishing it again changes nothing, and answers it. */
export const readListingTag = async (journey: Journey, listingId: Id): Promise<string> =>
  readHeader(accepted(await journey.as('importer').post(`/api/listings/${listingId}/publish`, {})), 'etag') ??
  ''

/** What the gateway sends for a stay; `nightly` in minor units. */
export const stay = (
  listingId: Id,
  checkIn: LocalDate,
  nightly: readonly number[],
  price: Parameters<typeof createPrice>[2] = {},
  more: More = {},
) => ({
  listingId,
  source: 'direct',
  guest: { guestRef: newId(), displayName: 'Daniel W.' },
  party: { adults: 2 },
  checkIn,
  checkOut: addDays(checkIn, nightly.length),
  price: createPrice(checkIn, nightly, price),
  ...more,
})

/** A stay of two nights whose guest left so many days ago, and whose reviews open then. */
export const endedStay = async (
  { as }: Journey,
  accountId: Id,
  listingId: Id,
  daysAgo: number,
  more: More = {},
): Promise<Id> => {
  const [gateway, importer] = [as('gateway'), as('importer')]
  const checkIn = inDays(-daysAgo - 2)
  const booked = await gateway.post(
    '/api/bookings',
    stay(listingId, checkIn, [20_000, 20_000], {}, { source: 'import', ...more }),
    { 'x-host-account': accountId, ...at(`${addDays(checkIn, -10)}T12:00:00.000Z`) },
  )
  const { id } = accepted(booked)
  // Check-in and check-out in New York are earlier in the day than this.
  for (const [verb, date] of [
    ['check-in', checkIn],
    ['check-out', addDays(checkIn, 2)],
  ] as const)
    accepted(await importer.post(`/api/bookings/${id}/${verb}`, {}, at(`${date}T22:00:00.000Z`)))
  return id
}

/** What the gateway sends of a guest's review. */
export const guestReview = (more: More = {}) => ({
  overall: 4,
  cleanliness: 5,
  accuracy: 4,
  checkIn: 5,
  communication: 5,
  location: 5,
  value: 4,
  publicText: 'Great harbor view, thin walls.',
  privateText: '',
  ...more,
})

/** A host's review of a guest. */
export const hostReview = (more: More = {}) => ({
  cleanliness: 5,
  communication: 4,
  houseRules: 5,
  wouldHostAgain: true,
  publicText: 'Left the flat tidy.',
  privateText: '',
  ...more,
})

/** What the gateway sends for a guest's message, by default of a guest who has not booked. */
export const guestMessage = (listingId: Id, more: More = {}) => ({
  listingId,
  guest: { guestRef: newId(), displayName: 'Daniel W.' },
  messageId: newId(),
  body: 'Is there a cot for our daughter?',
  sentAt: new Date().toISOString(),
  ...more,
})

/** An entry in the ledger of this listing: finance proposes it, an admin approves. */
export const adjust = async (journey: Journey, accountId: Id, listingId: Id): Promise<void> => {
  const [finance, admin] = [
    await journey.signIn({ staffRole: 'finance' }),
    await journey.signIn({ staffRole: 'admin' }),
  ]
  const { id } = accepted(
    await finance.post('/api/adjustments', {
      accountId,
      listingId,
      currency: 'USD',
      amountMinor: 1_999,
      reason: 'A lamp that a guest has broken.',
    }),
  )
  accepted(await admin.post(`/api/adjustments/${id}/approve`, { accountId }))
}

/** Days from today, in UTC. */
export const inDays = (days: number): LocalDate => addDays(new Date().toISOString().slice(0, 10), days)

const zRow: z.ZodType<BookingRow> = zBookingRow.strip()

/** The booking's row as the list shows it, once it holds what `answer` wrote. */
export const rowAfter = async (client: Client, id: Id, answer: Answer): Promise<BookingRow> => {
  const read = await client.get(`/api/bookings/${id}`, after(answer))
  if (read.status !== 200) throw new Error(`${read.status} ${read.text}`)
  return zRow.parse(read.json)
}
