import { domain } from '@hearth/contracts'
import { addDays, listNights } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { createPrice } from '@hearth/contracts/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarFold } from '../calendar/calendar.state.ts'
import { LISTING, openHome, START, TENANT } from '../request/testing/liveHome.ts'
import { bringLive } from '../testing/bringLive.ts'
import { GATEWAY, IMPORTER, OWNER, SCHEDULER } from '../testing/given.ts'
import type { World } from '../testing/world.ts'
import { bookingFold } from './booking.state.ts'
import { HOLD_MINUTES } from './nights.ts'

const HOMES = [LISTING, deriveId('test', 'home-2'), deriveId('test', 'home-3')] as const
const FACTS = { place: 'Hudson', timezone: 'UTC', currency: 'USD', maxGuests: 4 }

const openHomes = async (): Promise<World> => {
  const world = await openHome()
  for (const id of HOMES.slice(1)) {
    const data = domain.listing.commands.StartListing.schema.parse({
      ...FACTS,
      title: `House ${id.slice(0, 4)}`,
      pricing: { baseNightMinor: 200 },
    })
    const commandId = deriveId('test', 'start', id)
    await world.send({
      tenantId: TENANT,
      now: START,
      actor: IMPORTER,
      id,
      type: 'StartListing',
      data,
      commandId,
    })
    await bringLive(world, { tenantId: TENANT, listingId: id, now: START })
  }
  return world
}
const opened = openHomes()

type Step = Readonly<{
  what: 'book' | 'move' | 'cancel'
  who: number
  home: number
  start: number
  nights: number
  /** Steps of a move after which its process dies; the process manager does the rest. */
  lives: number
}>
const steps: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('book', 'book', 'move', 'move', 'move', 'cancel'),
  who: fc.nat(5),
  home: fc.nat(HOMES.length - 1),
  start: fc.nat(8),
  nights: fc.integer({ min: 1, max: 4 }),
  lives: fc.nat(5),
})

const idOf = (who: number) => deriveId('booking', TENANT, 'direct', `stay-${who}`)
const homeOf = ({ home }: Step) => HOMES[home] ?? LISTING

/** One story: the commands in the steps in which the command service sends them, beside a naive calendar. */
const createStory = (world: World, seen: Record<'moved' | 'refused' | 'died', number>) => {
  let count = 0
  /** Who has which night of which home. */
  const taken = new Map<string, string>()
  const keys = (home: string, checkIn: string, checkOut: string) =>
    listNights(checkIn, checkOut).map((night) => `${home} ${night}`)

  const send = (type: string, id: string, data: unknown, actor = SCHEDULER) => {
    count += 1
    const commandId = deriveId('step', String(count))
    return world.send({ tenantId: TENANT, now: START, actor, id, type, data, commandId })
  }
  const hold = (listingId: string, claimId: string, start: string, end: string) =>
    send('HoldNights', listingId, {
      listingId,
      claimId,
      kind: 'booking',
      start,
      end,
      ttlMinutes: HOLD_MINUTES,
      skipRules: true,
    })
  const release = (listingId: string, claimId: string) =>
    send('ReleaseClaim', listingId, { listingId, claimId, reason: 'moved', holdAs: null })

  const book = async (step: Step) => {
    const id = idOf(step.who)
    if (world.stateOf(bookingFold, id).status !== 'none') return
    const [listingId, checkIn] = [homeOf(step), addDays('2026-07-01', step.start)]
    const checkOut = addDays(checkIn, step.nights)
    const wanted = keys(listingId, checkIn, checkOut)
    const isFree = wanted.every((key) => !taken.has(key))
    expect((await hold(listingId, id, checkIn, checkOut)).ok).toBe(isFree)
    if (!isFree) return
    const price = createPrice(
      checkIn,
      Array.from({ length: step.nights }, () => 100),
      { cleaningMinor: 0 },
    )
    const stay = {
      listingId,
      source: 'direct',
      externalRef: `stay-${step.who}`,
      guest: { guestRef: `g${step.who}`, displayName: 'Daniel W.', email: null },
      party: { adults: 2, children: 0, infants: 0, pets: 0 },
      checkIn,
      checkOut,
      price,
      cancellationPolicyCode: null,
    }
    expect((await send('ReceiveBooking', id, stay, GATEWAY)).ok).toBe(true)
    await send('CommitClaim', listingId, { listingId, claimId: id })
    for (const key of wanted) taken.set(key, id)
  }

  /** What the process managers do after a process died on the way. */
  const recover = async (id: string, from: string, target: string) => {
    seen.died += 1
    const state = world.stateOf(bookingFold, id)
    if (state.status !== 'none' && state.listingId === target) {
      await send('CommitClaim', target, { listingId: target, claimId: id })
      await release(from, id)
      return
    }
    if (state.status === 'none') return
    const { checkIn: start, checkOut: end } = state
    const bid = await send('AbandonBookingHold', id, { listingId: target, start, end })
    expect(bid.ok).toBe(true)
    await release(target, id)
  }

  const move = async (step: Step) => {
    const [id, target] = [idOf(step.who), homeOf(step)]
    const state = world.stateOf(bookingFold, id)
    if (state.status !== 'confirmed' || state.listingId === target) return
    const { listingId: from, checkIn, checkOut } = state
    const wanted = keys(target, checkIn, checkOut)
    const isFree = wanted.every((key) => !taken.has(key))
    const work = [
      async () => expect((await hold(target, id, checkIn, checkOut)).ok).toBe(isFree),
      async () => {
        const data = { toListingId: target, message: 'Our other house is yours, for the same price.' }
        const decision = await send('MoveBooking', id, data, OWNER)
        expect(decision.ok).toBe(isFree)
      },
      () => send('CommitClaim', target, { listingId: target, claimId: id }),
      () => release(from, id),
    ]
    const done = isFree ? work.slice(0, step.lives) : work.slice(0, 2)
    for (const act of done) await act()
    if (!isFree) {
      seen.refused += 1
      return
    }
    if (done.length < work.length) await recover(id, from, target)
    if (done.length < 2) return
    for (const key of keys(from, checkIn, checkOut)) taken.delete(key)
    for (const key of wanted) taken.set(key, id)
    seen.moved += 1
    const after = world.stateOf(bookingFold, id)
    expect(after).toMatchObject({ listingId: target, money: state.money, status: 'confirmed' })
  }

  const cancel = async ({ who }: Step) => {
    const id = idOf(who)
    const state = world.stateOf(bookingFold, id)
    if (state.status !== 'confirmed') return
    const decision = await send('CancelBookingByGuest', id, { quote: null }, GATEWAY)
    if (!decision.ok) return
    await release(state.listingId, id)
    for (const [key, owner] of taken) if (owner === id) taken.delete(key)
  }

  const expectSameNights = () => {
    const claims = HOMES.flatMap((home) =>
      world
        .stateOf(calendarFold, home)
        .claims.flatMap(({ claimId, start, end }) =>
          keys(home, start, end).map((key) => [key, claimId] as const),
        ),
    )
    // Each night once, and exactly those of the naive calendar.
    expect(claims.toSorted()).toEqual([...taken].toSorted())
  }

  return async (step: Step) => {
    if (step.what === 'book') await book(step)
    else if (step.what === 'move') await move(step)
    else await cancel(step)
    expectSameNights()
  }
}

test('after any story no night has two stays and none is lost, wherever a process dies', async () => {
  const seen = { moved: 0, refused: 0, died: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 30, size: 'max' }), async (story) => {
      const take = createStory((await opened).copy(), seen)
      for (const step of story) await take(step)
    }),
    { numRuns: 80 },
  )
  // Each about 30 times; how often differs from run to run.
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5)
}, 60_000)
