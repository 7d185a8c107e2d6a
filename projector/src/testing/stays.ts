import { randomUUID } from 'node:crypto'
import { bookingMoney } from '@hearth/contracts/booking'
import { addDays, addHours, type LocalDate } from '@hearth/contracts/kernel/dates'
import { eventDefinitions } from '@hearth/contracts'
import { confirmedStay, createPrice, createSnapshot } from '@hearth/contracts/testing'
import type { NewEvent } from '@hearth/platform/event-store/port'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import type { StreamHistory } from './history.ts'
import { createRandom } from './tally.ts'

const NOW = '2026-03-01T09:00:00.000Z'
/** Events happen at any time in this many hours from NOW, in no order. */
const HOURS = 9_000
/** After the last event: a calendar forgets nights that are over, and would hold none for some seeds. */
const STILL_AHEAD = '2027-05-01'

type Add = (
  stream: string,
  tenantId: string,
  type: string,
  data: Readonly<Record<string, unknown>>,
) => Promise<void>
export type World = Readonly<{ random: (below: number) => number; add: Add }>
type Listing = Readonly<{ tenantId: string; listingId: string }>

/** Adds valid, sealed events to the histories of their streams. */
export const createAdd =
  (sealer: Pick<Sealer, 'seal'>, random: World['random'], histories: Map<string, NewEvent[]>): Add =>
  async (stream, tenantId, type, data) => {
    const definition = eventDefinitions.get(type)
    if (!definition) throw new Error(`${type} is not in the contracts`)
    definition.schema.parse(data)
    const metadata = {
      tenantId,
      schema: String(definition.version),
      occurredAt: addHours(NOW, random(HOURS)),
      commandId: randomUUID(),
      actorId: 'gateway',
      actorKind: 'service',
    }
    const events = histories.get(stream) ?? []
    events.push({ id: randomUUID(), type, data: await sealer.seal(tenantId, stream, type, data), metadata })
    histories.set(stream, events)
  }

const cancellation = (bookingId: string, listingId: string, total: number) => ({
  bookingId,
  listingId,
  reason: 'guest',
  outcome: {
    initiator: 'guest',
    cancelAt: NOW,
    tier: 'partial',
    nightsBps: 5_000,
    hoursBefore: 36.5,
    keptNights: 0,
    refundLines: [{ code: 'nights', amountMinor: total }],
    refundTotalMinor: total,
    hostKeepsMinor: 0,
    platformFeeMinor: 0,
    cleaningRetainedMinor: 0,
    hostTaxPassThroughMinor: 0,
    hostPayoutMinor: 0,
    hostFeeMinor: 0,
    hostFeeBps: null,
    waived: false,
    policy: { code: 'flexible', version: 1 },
  },
})

/** A booking that is held, confirmed and committed, in the 120 days from `first`. */
const confirmStay = async (
  { random, add }: World,
  { tenantId, listingId }: Listing,
  first: LocalDate = '2026-04-01',
) => {
  const bookingId = randomUUID()
  const booking = `booking-${bookingId}`
  const calendar = `calendar-${listingId}`
  const nights = 1 + random(9)
  const start: LocalDate = addDays(first, random(120))
  const range = { start, end: addDays(start, nights) }
  const snapshot = createSnapshot(`${start}T19:00:00.000Z`, nights, 'flexible')
  const money = bookingMoney(
    createPrice(
      start,
      Array.from({ length: nights }, () => 5_000 + random(20_000)),
    ),
    snapshot.fee,
  )
  await add(calendar, tenantId, 'NightsHeld', {
    listingId,
    claimId: bookingId,
    kind: 'booking',
    ...range,
    holdExpiresAt: addHours(NOW, 1),
  })
  const confirmed = confirmedStay({
    bookingId,
    listingId,
    hostAccountId: tenantId,
    code: `HB-${random(99_999_999)}`,
    source: 'airbnb',
    externalRef: null,
    guestRef: `guest-${random(40)}`,
    guestName: `Zoë "${random(100)}" d’Arc\\`,
    party: { adults: 1 + random(4), children: 0, infants: 0, pets: 0 },
    checkIn: range.start,
    checkOut: range.end,
    money,
    snapshot,
  })
  await add(booking, tenantId, 'BookingConfirmed', confirmed)
  await add(calendar, tenantId, 'NightsCommitted', { listingId, claimId: bookingId, ...range })
  return { booking, calendar, bookingId, range, snapshot }
}
type Confirmed = Awaited<ReturnType<typeof confirmStay>>

const cancelStay = async (
  { random, add }: World,
  { tenantId, listingId }: Listing,
  { booking, calendar, bookingId, range }: Confirmed,
): Promise<void> => {
  const refundId = randomUUID()
  await add(booking, tenantId, 'BookingCancelled', cancellation(bookingId, listingId, 2_500))
  await add(booking, tenantId, 'RefundRequested', {
    bookingId,
    listingId,
    refundId,
    amountMinor: 2_500,
    currency: 'USD',
    lines: [{ code: 'nights', amountMinor: 2_500 }],
    cause: 'cancellation',
  })
  await add(calendar, tenantId, 'NightsReleased', {
    listingId,
    claimId: bookingId,
    ...range,
    reason: 'cancelled',
  })
  // Some refunds are still on their way.
  if (random(4) === 0) return
  if (random(2) === 0)
    await add(booking, tenantId, 'RefundSettled', {
      bookingId,
      listingId,
      refundId,
      providerRef: 'ref-1',
    })
  else await add(booking, tenantId, 'RefundFailed', { bookingId, listingId, refundId, code: 'declined' })
}

const completeStay = async (
  { random, add }: World,
  { tenantId, listingId }: Listing,
  { booking, bookingId, snapshot }: Confirmed,
): Promise<void> => {
  if (random(3) === 0)
    await add(booking, tenantId, 'BookingNoteAdded', {
      bookingId,
      listingId,
      noteId: randomUUID(),
      guestRef: 'guest-1',
      text: 'Late, “maybe”\nnext line',
      visibility: random(2) === 0 ? 'host' : 'staff',
      by: 'u1',
    })
  await add(booking, tenantId, 'BookingCheckedIn', {
    bookingId,
    listingId,
    at: snapshot.checkInInstant,
    by: 'lock',
  })
  await add(booking, tenantId, 'BookingCheckedOut', { bookingId, listingId, at: snapshot.checkOutInstant })
  await add(booking, tenantId, 'BookingCompleted', { bookingId, listingId })
  if (random(8) === 0)
    await add(booking, tenantId, 'ChargebackReceived', {
      bookingId,
      listingId,
      amountMinor: 100,
      ref: 'cb-1',
    })
}

const addBlock = async ({ random, add }: World, { tenantId, listingId }: Listing): Promise<void> => {
  const blockId = randomUUID()
  const start = addDays('2026-05-01', random(60))
  const before = { start, end: addDays(start, 1 + random(20)) }
  const after = { start: addDays(start, 2), end: addDays(start, 3 + random(9)) }
  const calendar = `calendar-${listingId}`
  await add(calendar, tenantId, 'BlockCreated', {
    listingId,
    blockId,
    kind: 'maintenance',
    ...before,
    note: null,
    ownerStay: null,
  })
  await add(calendar, tenantId, 'BlockChanged', {
    listingId,
    blockId,
    kind: 'maintenance',
    before: { ...before, note: null },
    after: { ...after, note: 'paint' },
  })
  if (random(2) === 0)
    await add(calendar, tenantId, 'BlockRemoved', { listingId, blockId, ...after, remaining: null })
  if (random(2) === 0)
    await add(calendar, tenantId, 'BlockRestored', { listingId, blockId, kind: 'maintenance', ...after })
}

/** Random accounts with bookings and calendars, in the shapes of the contracts; about `stays` bookings. */
export const randomStays = async (
  sealer: Pick<Sealer, 'seal'>,
  stays: number,
  seed: number,
): Promise<readonly StreamHistory[]> => {
  const random = createRandom(seed)
  const histories = new Map<string, NewEvent[]>()
  const add = createAdd(sealer, random, histories)
  const world = { random, add }
  for (let made = 0; made < stays;) {
    const tenantId = randomUUID()
    await add(`hostAccount-${tenantId}`, tenantId, 'AccountOpened', {
      hostAccountId: tenantId,
      displayName: `Host ${made}`,
      kind: 'individual',
      country: 'PT',
      defaultCurrency: 'EUR',
      timezone: 'Europe/Lisbon',
    })
    for (let listings = 0; listings < 1 + random(3); listings += 1) {
      const listing = { tenantId, listingId: randomUUID() }
      for (let visit = 0; visit < 1 + random(12); visit += 1) {
        const confirmed = await confirmStay(world, listing)
        await (random(3) === 0 ? cancelStay : completeStay)(world, listing, confirmed)
        made += 1
      }
      await addBlock(world, listing)
    }
    await confirmStay(world, { tenantId, listingId: randomUUID() }, STILL_AHEAD)
    await add(`hostAccount-${tenantId}`, tenantId, 'AccountRenamed', {
      hostAccountId: tenantId,
      displayName: `Host ${made} & Sons`,
    })
  }
  return [...histories].map(([stream, events]) => ({ stream, events }))
}
