import { randomUUID } from 'node:crypto'
import { addHours } from '@hearth/contracts/kernel/dates'
import { createPrice } from '@hearth/contracts/testing'
import type { NewEvent } from '@hearth/platform/event-store/port'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import type { StreamHistory } from './history.ts'
import { createAdd, type World } from './stays.ts'
import { createRandom } from './tally.ts'

const ASKED_AT = '2026-03-01T09:00:00.000Z'
const PARTY = { adults: 2, children: 0, infants: 0, pets: 0 }

type Guest = Readonly<{ tenantId: string; listingId: string; guestRef: string; guestName: string }>

/** A guest asks and the host answers, several times; some questions wait. */
const converse = async ({ random, add }: World, { tenantId, listingId, guestRef, guestName }: Guest) => {
  const threadId = randomUUID()
  const of = { threadId, listingId }
  const append = (type: string, data: object) => add(`thread-${threadId}`, tenantId, type, { ...of, ...data })
  const message = { guestRef, masked: [], attachments: [] }
  await append('ThreadOpened', { hostAccountId: tenantId, guestRef, guestName, bookingId: null })
  for (let turn = 0; turn < 1 + random(4); turn += 1) {
    const [asked, answer] = [randomUUID(), randomUUID()]
    await append('GuestMessageReceived', {
      ...message,
      messageId: asked,
      body: `“When”, number ${turn}?\nThank you`,
      externalRef: asked,
      bookingId: null,
      sentAt: ASKED_AT,
    })
    await append('ResponseClockStarted', {
      messageId: asked,
      startedAt: ASKED_AT,
      dueAt: addHours(ASKED_AT, 24),
      reminders: [],
    })
    if (random(3) === 0) return
    await append('MessageSent', {
      ...message,
      messageId: answer,
      body: 'At four',
      author: 'host',
      by: 'u1',
      automated: random(2) === 0,
    })
    await append('ResponseClockStopped', {
      startedAt: ASKED_AT,
      dueAt: addHours(ASKED_AT, 24),
      messageId: answer,
      by: 'message',
      elapsedS: 60 + random(90_000),
      onTime: random(2) === 0,
    })
  }
}

/** A guest asks to book; some are declined, some withdraw, and some wait. */
const askToBook = async ({ random, add }: World, { tenantId, listingId, guestRef, guestName }: Guest) => {
  const requestId = randomUUID()
  const of = { requestId, listingId }
  const append = (type: string, data: object) =>
    add(`request-${requestId}`, tenantId, type, { ...of, ...data })
  await append('BookingRequested', {
    guestRef,
    hostAccountId: tenantId,
    code: `RQ-${random(99_999_999)}`,
    source: 'airbnb',
    externalRef: randomUUID(),
    guestName,
    guestEmail: null,
    message: 'We “would” love to come',
    party: PARTY,
    checkIn: '2026-05-01',
    checkOut: '2026-05-03',
    price: createPrice('2026-05-01', [10_000, 12_000]),
    hostPayoutMinor: 20_000,
    cancellationPolicyCode: null,
    dueAt: addHours(ASKED_AT, 24),
    reminderHoursLeft: [12, 4],
  })
  const outcome = random(3)
  if (outcome === 0)
    await append('RequestDeclined', { guestRef, by: 'u1', previewHash: 'h', reason: 'other', text: 'No' })
  if (outcome === 1) await append('RequestWithdrawn', { by: 'gateway' })
}

/** Random conversations and requests of guests, in the shapes of the contracts. */
export const randomConversations = async (
  sealer: Pick<Sealer, 'seal'>,
  guests: number,
  seed: number,
): Promise<readonly StreamHistory[]> => {
  const random = createRandom(seed)
  const histories = new Map<string, NewEvent[]>()
  const world = { random, add: createAdd(sealer, random, histories) }
  const [tenantId, listingId] = [randomUUID(), randomUUID()]
  for (let made = 0; made < guests; made += 1) {
    const guest = { tenantId, listingId, guestRef: `guest-${made}`, guestName: `Zoë ${made}` }
    await converse(world, guest)
    await askToBook(world, guest)
  }
  return [...histories].map(([stream, events]) => ({ stream, events }))
}
