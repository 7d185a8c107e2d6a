import type { ListedBookingRow } from '@hearth/contracts/booking'
import type { ClaimRow } from '@hearth/contracts/calendar'
import { addDays } from '@hearth/contracts/kernel/dates'
import { deriveId, newId } from '@hearth/contracts/kernel/ids'
import type { ListingRow } from '@hearth/contracts/listing'
import type { ListedRequestRow } from '@hearth/contracts/request'
import type { ReimbursementRow } from '@hearth/contracts/reimbursement'
import { setTimeout as delay } from 'node:timers/promises'
import { deadline } from '@hearth/platform/retry/deadline'
import { createCommandSender } from '../commands/commandSender.ts'
import {
  answerClaim,
  cancelStay,
  drawAlteration,
  drawBooking,
  drawReview,
  drawOfferAnswer,
  drawUpcoming,
  findDueClockCommands,
  type SimulatedCommand,
} from './guests.ts'

/**
 * Guests at a human pace: an occasional booking, a rare cancellation or change of dates, and the clock of the
 * demonstration's own bookings.
 */
const need = (name: string): string => {
  const value = process.env[name]
  if (value) return value
  console.error(`The guest simulator needs ${name}.`)
  process.exit(78)
}
const baseUrl = need('BASE_URL')
const tokens = { gateway: need('GATEWAY_TOKEN'), importer: need('IMPORTER_TOKEN') }
const send = {
  gateway: createCommandSender(baseUrl, tokens.gateway),
  importer: createCommandSender(baseUrl, tokens.importer),
}
const stopped = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stopped.abort())

const getJson = async <Body>(path: string): Promise<Body> => {
  const answer = await fetch(new URL(path, baseUrl), {
    headers: { Authorization: `Bearer ${tokens.gateway}` },
    signal: deadline(10_000),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return (await answer.json()) as Body
}

type Listed = ListingRow & Readonly<{ tenantId: string }>
const list = async <Row>(
  resource: string,
  filter: unknown,
  sort: readonly [string, string],
): Promise<Row[]> => {
  const query = new URLSearchParams({
    filter: JSON.stringify(filter),
    sort: JSON.stringify(sort),
    range: '[0,99]',
  })
  return getJson<Row[]>(`/api/${resource}?${query}`)
}
const carryOut = async (command: SimulatedCommand, key: string, hostAccountId?: string) => {
  const result = await send[command.as]({
    path: command.path,
    body: command.body,
    key,
    ...(hostAccountId ? { hostAccountId } : {}),
    ...(command.occurredAt ? { occurredAt: command.occurredAt } : {}),
  })
  console.log(JSON.stringify({ command: command.path, ...result }))
}

/** Guests take their time: each round, one of those who are asked about a claim may answer. */
const answerClaims = async () => {
  if (Math.random() > 0.2) return
  const [claim] = await list<ReimbursementRow & Readonly<{ tenantId: string }>>(
    'reimbursements',
    { status: 'guest_review' },
    ['dueAt', 'ASC'],
  )
  if (claim === undefined) return
  const { items } = await getJson<ReimbursementRow>(`/api/reimbursements/${claim.id}`)
  const itemIds = items.map(({ itemId }) => itemId)
  await carryOut(
    answerClaim(claim, itemIds, Math.random),
    deriveId('simulator', 'answer', claim.id),
    claim.tenantId,
  )
}

const round = async () => {
  const now = new Date().toISOString()
  const today = now.slice(0, 10)
  const moving = await list<ListedBookingRow>(
    'bookings',
    {
      status: ['confirmed', 'in_stay', 'checked_out'],
      checkIn_lte: today,
      source: ['direct', 'airbnb', 'vrbo', 'booking'],
    },
    ['checkIn', 'DESC'],
  )
  for (const command of findDueClockCommands(moving, now))
    await carryOut(command, deriveId('simulator', command.path))
  const review = Math.random() < 0.2 ? drawReview(moving, Math.random) : undefined
  // Each guest writes once: a repetition is refused.
  if (review !== undefined) await carryOut(review, deriveId('simulator', review.path))
  await answerClaims()
  const chance = Math.random()
  if (chance < 0.1) {
    const upcoming = await list<ListedBookingRow & Readonly<{ tenantId: string }>>(
      'bookings',
      { status: 'confirmed', checkIn_gte: addDays(today, 2), source: 'direct' },
      ['checkIn', 'ASC'],
    )
    const booking = drawUpcoming(upcoming, now, Math.random)
    if (!booking) return
    if (chance < 0.05) await carryOut(cancelStay(booking), newId())
    else await carryOut(drawAlteration(booking, Math.random), newId(), booking.tenantId)
  } else if (chance < 0.6) {
    const listings = await list<Listed>('listings', { status: 'live' }, ['startedAt', 'DESC'])
    const listing = listings[Math.floor(Math.random() * listings.length)]
    if (!listing) return
    const claims = await list<ClaimRow>(
      'claims',
      { listingId: listing.id, state: ['held', 'committed'], end_gte: today },
      ['start', 'ASC'],
    )
    const command = drawBooking(listing, claims, today, Math.random)
    if (command) await carryOut(command, newId(), listing.tenantId)
  } else if (chance < 0.7) {
    const offers = await list<ListedRequestRow>('requests', { awaiting: 'guest' }, ['dueAt', 'ASC'])
    const answer = drawOfferAnswer(offers, now, Math.random)
    if (answer) await carryOut(answer, newId())
  }
}

while (!stopped.signal.aborted) {
  await round().catch((error: unknown) =>
    console.error(JSON.stringify({ level: 'warn', message: `A simulated guest gave up: ${String(error)}` })),
  )
  await delay(20_000 + Math.random() * 40_000, undefined, { signal: stopped.signal }).catch(
    (error: unknown) => {
      if (!stopped.signal.aborted) throw error
    },
  )
}
