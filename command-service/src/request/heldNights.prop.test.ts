import { addDays, addHours, listNights } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { outcomeHash, PREVIEW_TOKEN, type RequestDecision } from '@hearth/contracts/request'
import { createPrice } from '@hearth/contracts/testing'
import { signToken } from '@hearth/platform/sealing/signedToken'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReceiveFacts } from '../booking/booking.facts.ts'
import { bookingFold } from '../booking/booking.state.ts'
import type { Foldable } from '../runtime/decider.ts'
import { GATEWAY, OWNER, SCHEDULER } from '../testing/given.ts'
import { PREVIEW_SECRET } from '../testing/memoryPorts.ts'
import type { World } from '../testing/world.ts'
import { previewBookingRequest } from './bookingRequest.ts'
import { requestFold, type BookingRequestState } from './request.state.ts'
import { LISTING, openHome, START, TENANT } from './testing/liveHome.ts'

const base = { tenantId: TENANT, now: START }
const opened = openHome()

type Step = Readonly<{
  what: 'request' | 'book' | 'accept' | 'decline' | 'withdraw' | 'expire'
  who: number
  start: number
  nights: number
  price: number
  hours: number
}>
const steps: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('request', 'request', 'book', 'accept', 'accept', 'decline', 'withdraw', 'expire'),
  who: fc.nat(2),
  start: fc.nat(8),
  nights: fc.integer({ min: 1, max: 4 }),
  price: fc.integer({ min: 0, max: 50_000 }),
  hours: fc.constantFrom(0, 0, 0, 1, 25),
})

const idOf = (what: string, who: number) => deriveId('booking', TENANT, 'direct', `${what}-${who}`)

/** The stay that a step is about: its nights, its price, and the reference that gives it its id. */
const stayOf = (what: 'request' | 'book', { who, start, nights, price }: Step) => {
  const checkIn = addDays('2026-07-01', start)
  return {
    listingId: LISTING,
    source: 'direct' as const,
    externalRef: `${what}-${who}`,
    guest: { guestRef: `g${who}`, displayName: 'Daniel W.', email: null },
    party: { adults: 2, children: 0, infants: 0, pets: 0 },
    checkIn,
    checkOut: addDays(checkIn, nights),
    price: createPrice(
      checkIn,
      Array.from({ length: nights }, () => price),
      { cleaningMinor: 999 },
    ),
    cancellationPolicyCode: null,
  }
}

type Seen = { accepted: number; refused: number; freed: number }

/** One story: the commands in the steps in which the command service sends them, beside a naive calendar. */
const createStory = (world: World, seen: Seen) => {
  let now = START
  let count = 0
  /** Who has which night. */
  const taken = new Map<string, string>()
  const claim = (id: string) => ({ listingId: LISTING, claimId: id })

  const send = (type: string, id: string, data: unknown, actor = SCHEDULER) => {
    count += 1
    return world.send({ ...base, now, actor, id, type, data, commandId: deriveId('step', String(count)) })
  }

  const readPreview = async (id: string, state: BookingRequestState, decision: RequestDecision) => {
    const readState = async <S>(of: Foldable<S>, other: string): Promise<S> => world.stateOf(of, other)
    const facts = await readReceiveFacts(id, state.stay, now, readState, async (name) => FIRST_POLICIES[name])
    const previewed = previewBookingRequest(state, decision, now, { stay: facts, booking: 'none' })
    if (!previewed.ok) return { token: 'none', outcome: undefined }
    const resultHash = outcomeHash(previewed.outcome)
    const payload = { requestId: id, decision, resultHash, validUntil: addHours(now, 1) }
    return { token: signToken(PREVIEW_SECRET, PREVIEW_TOKEN, payload), outcome: previewed.outcome }
  }

  const openStay = async (what: 'request' | 'book', step: Step) => {
    const [stay, id] = [stayOf(what, step), idOf(what, step.who)]
    const isKnown =
      world.stateOf(requestFold, id).kind !== 'none' || world.stateOf(bookingFold, id).status !== 'none'
    if (isKnown) return
    const nights = listNights(stay.checkIn, stay.checkOut)
    const isFree = nights.every((night) => !taken.has(night))
    const kind = what === 'book' ? 'booking' : 'request_hold'
    const range = { start: stay.checkIn, end: stay.checkOut }
    const hold = { ...claim(id), kind, ...range, ttlMinutes: 60, skipRules: false }
    expect((await send('HoldNights', LISTING, hold)).ok).toBe(isFree)
    const decision =
      what === 'book'
        ? await send('ReceiveBooking', id, stay, GATEWAY)
        : await send('RequestBooking', id, { ...stay, message: '' }, GATEWAY)
    expect(decision.ok).toBe(isFree)
    if (!decision.ok) {
      expect(decision.code).toBe('NIGHTS_UNAVAILABLE')
      seen.refused += 1
      return
    }
    if (what === 'book') await send('CommitClaim', LISTING, claim(id))
    for (const night of nights) taken.set(night, id)
  }

  const acceptRequest = async (id: string, state: BookingRequestState) => {
    const { token, outcome } = await readPreview(id, state, 'accept')
    const decision = await send('AcceptRequest', id, { previewToken: token, note: null }, OWNER)
    if (!decision.ok) return
    expect((await send('ReceiveBooking', id, state.stay, GATEWAY)).ok).toBe(true)
    await send('CommitClaim', LISTING, claim(id))
    const sold = world.stateOf(bookingFold, id)
    if (sold.status === 'none') throw new Error('No booking')
    expect([sold.money.guestTotalMinor, sold.money.hostPayoutMinor]).toEqual([
      outcome?.guestTotal.afterMinor,
      outcome?.hostPayout.afterMinor,
    ])
    seen.accepted += 1
  }

  const endRequest = async (
    what: 'decline' | 'withdraw' | 'expire',
    id: string,
    state: BookingRequestState,
  ) => {
    const { token } = await readPreview(id, state, 'decline')
    const answers = {
      decline: ['DeclineRequest', { previewToken: token, reason: 'pets', text: null }, OWNER],
      withdraw: ['WithdrawRequest', {}, GATEWAY],
      expire: ['ExpireRequest', { dueAt: state.dueAt }, SCHEDULER],
    } as const
    const [type, data, actor] = answers[what]
    const decision = await send(type, id, data, actor)
    if (!decision.ok || decision.events.length === 0) return
    const released = await send('ReleaseClaim', LISTING, { ...claim(id), reason: 'declined', holdAs: null })
    expect(released.ok).toBe(true)
    for (const [night, owner] of taken) if (owner === id) taken.delete(night)
    seen.freed += 1
  }

  return async (step: Step) => {
    now = addHours(now, step.hours)
    const { what, who } = step
    if (what === 'request' || what === 'book') return openStay(what, step)
    const state = world.stateOf(requestFold, idOf('request', who))
    if (state.kind !== 'booking_request') return undefined
    const id = idOf('request', who)
    return what === 'accept' ? acceptRequest(id, state) : endRequest(what, id, state)
  }
}

test('a held night is never sold, and an accepted request is the booking of its preview', async () => {
  const seen: Seen = { accepted: 0, refused: 0, freed: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 5, maxLength: 30, size: 'max' }), async (story) => {
      const take = createStory((await opened).copy(), seen)
      for (const step of story) await take(step)
    }),
    { numRuns: 120 },
  )
  // Each about 30 times; how often differs from run to run.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5)
}, 60_000)
