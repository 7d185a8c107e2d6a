import { addDays, type LocalDate } from '@hearth/contracts/kernel/dates'
import { deriveId, newId, type Id } from '@hearth/contracts/kernel/ids'
import { createAddress, listGoLiveSteps } from '@hearth/contracts/listing/goLiveSteps'
import { setTimeout as delay } from 'node:timers/promises'
import { deadline } from '@hearth/platform/retry/deadline'
import { createCommandSender } from '../commands/commandSender.ts'
import { formatStepPath, uploadPlaceholders } from '../importer/completeListing.ts'
import type { Acknowledged } from './oracle.ts'

export type Journal = Readonly<{
  acknowledged: Acknowledged[]
  attempted: Set<string>
  refusals: string[]
  repeats: () => number
}>

/** Sends a command to a stream and resolves with its id; undefined for a refusal. */
type Send = (
  path: string,
  body: unknown,
  streamOf: (id: Id) => string,
  hostAccountId?: Id,
) => Promise<Id | undefined>

const RETRIED_STATUSES = [429, 503]
const RETRIED_CODES: readonly (string | undefined)[] = ['COMMAND_IN_FLIGHT', 'CONCURRENT_CHANGE']

const post = (url: URL, headers: Readonly<Record<string, string>>, body: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: deadline(10_000),
  }).then(
    async (response) => ({
      status: response.status,
      json: (await response.json()) as { id: Id; revision: number; events: string[]; code?: string },
    }),
    () => undefined,
  )

/**
 * A client that repeats a request without an answer with the same key until it gets one, and records every
 * answer.
 */
const createClient = (baseUrl: string, token: string): Readonly<{ send: Send; journal: Journal }> => {
  const acknowledged: Acknowledged[] = []
  const attempted = new Set<string>()
  const refusals: string[] = []
  let repeats = 0
  const send: Send = async (path, body, streamOf, hostAccountId) => {
    const key = newId()
    attempted.add(key)
    const headers = {
      Authorization: `Bearer ${token}`,
      'Idempotency-Key': key,
      ...(hostAccountId ? { 'X-Host-Account': hostAccountId } : {}),
    }
    for (;;) {
      const answer = await post(new URL(path, baseUrl), headers, body)
      if (answer && answer.status < 300) {
        const { id, revision, events } = answer.json
        acknowledged.push({ key, stream: streamOf(id), revision, events })
        return id
      }
      if (answer && !RETRIED_STATUSES.includes(answer.status) && !RETRIED_CODES.includes(answer.json.code)) {
        refusals.push(`${path} ${answer.status} ${answer.json.code}`)
        return undefined
      }
      repeats += 1
      await delay(30 + Math.random() * 100)
    }
  }
  return { send, journal: { acknowledged, attempted, refusals, repeats: () => repeats } }
}

const ACCOUNT = {
  displayName: 'Crash test',
  kind: 'company',
  country: 'PT',
  defaultCurrency: 'EUR',
  timezone: 'Europe/Lisbon',
}
const BANK = {
  currency: 'EUR',
  holderName: 'Crash test',
  bankName: null,
  bank: { type: 'sepa', iban: 'PT50000201231234567890154' },
}

/** Writers that book, block and cancel on their own listings until stopped. */
export const startLoad = async (
  baseUrl: string,
  token: string,
  writers: number,
): Promise<{ journal: Journal; stop: () => Promise<void> }> => {
  const { send, journal } = createClient(baseUrl, token)
  let running = true
  const account = await send('/api/accounts', ACCOUNT, (id) => `hostAccount-${id}`)
  if (!account) throw new Error(`no account: ${journal.refusals.join('; ')}`)
  await send(`/api/payout-accounts/${account}/import-method`, BANK, (id) => `payoutAccount-${id}`)
  const upload = createCommandSender(baseUrl, token)
  const goLive = async (listing: Id, name: string) => {
    const photoIds = await uploadPlaceholders({
      send: upload,
      listingId: listing,
      hostAccountId: account,
      bedrooms: 1,
      createKey: newId,
    })
    const steps = listGoLiveSteps({
      address: createAddress('PT', 'Lisbon', 'Rua da Bica 4', name),
      bedrooms: 1,
      photoIds,
      verified: { verifiedBy: 'Crash test', verifiedOn: new Date().toISOString().slice(0, 10) },
    })
    for (const step of steps) await send(formatStepPath(listing, step), step.data, (id) => `listing-${id}`)
  }
  const write = async (number: number) => {
    const body = {
      title: `Crash listing ${number}`,
      place: 'Lisbon, PT',
      timezone: 'Europe/Lisbon',
      currency: 'EUR',
      maxGuests: 4,
      pricing: { baseNightMinor: 10_000 },
    }
    const listing = await send('/api/listings', body, (id) => `listing-${id}`, account)
    if (!listing) throw new Error(`no listing: ${journal.refusals.join('; ')}`)
    await goLive(listing, body.title)
    let night: LocalDate = addDays(new Date().toISOString().slice(0, 10), 2)
    for (let index = 0; running; index += 1) {
      const end = addDays(night, 1)
      if (index % 5 === 4)
        await send(
          '/api/blocks',
          { listingId: listing, kind: 'maintenance', start: night, end },
          () => `calendar-${listing}`,
        )
      else {
        const booking = await send(
          '/api/bookings',
          createBookingBody(listing, night, end, `${number}-${index}`),
          (id) => `booking-${id}`,
          account,
        )
        if (booking && index % 3 === 0)
          await send(`/api/bookings/${booking}/cancel-by-guest`, {}, (id) => `booking-${id}`)
      }
      night = end
    }
  }
  const writing = Promise.all(Array.from({ length: writers }, (_, number) => write(number)))
  return {
    journal,
    stop: async () => {
      running = false
      await writing
    },
  }
}

const createBookingBody = (listingId: Id, checkIn: LocalDate, checkOut: LocalDate, name: string) => ({
  listingId,
  source: 'import',
  externalRef: deriveId('crash', listingId, name),
  guest: { guestRef: `guest-${name}`, displayName: 'Crash G.' },
  party: { adults: 2 },
  checkIn,
  checkOut,
  price: { currency: 'EUR', nightly: [{ date: checkIn, amountMinor: 10_000 }], guestTotalMinor: 10_000 },
})
