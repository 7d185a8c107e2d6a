import { addMilliseconds, hoursBetween, type Instant } from '@hearth/contracts/kernel/dates'
import type { Id } from '@hearth/contracts/kernel/ids'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingFold } from '../booking/booking.state.ts'
import {
  accepted,
  command,
  inDays,
  movableClock,
  openTestService,
  PEOPLE,
  readTypes,
  receive,
  startTestSystem,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { openPlace, type Place } from '../testing/place.ts'
import { reviewFold } from './review.state.ts'
import { guestReview, hostReview } from './testing/reviewFacts.ts'

const WITHIN_MS = 60_000
const DAY_HOURS = 24
const RACES = 12

/** When it is for each of two processes. */
const times: Record<'early' | 'late', Instant> = { early: '', late: '' }

let system: TestSystem
let place: Place
let early: TestService
let late: TestService
let days = 1

beforeAll(async () => {
  system = await startTestSystem()
  place = await openPlace(system.service)
  early = await openTestService(system.stack, { now: () => times.early })
  late = await openTestService(system.stack, { now: () => times.late })
})
afterAll(async () => {
  await Promise.all([early?.close(), late?.close()])
  await system?.stop()
})

const typesOf = (bookingId: Id) => readTypes(system.service, `review-${bookingId}`)
const send = (by: TestService, type: string, principal: typeof PEOPLE.gateway, id: Id, data: object = {}) =>
  by.handle(command(type, principal, data, { id }))

/** The next stay of one night, and when it ends. */
const book = async (): Promise<Readonly<{ id: Id; checkOutInstant: Instant }>> => {
  days += 2
  const { id } = accepted(await system.service.handle(receive(place, inDays(days), 1)))
  const { state } = await system.service.handler.view(bookingFold, id, 0)
  if (state.status === 'none') throw new Error('The stay was not booked')
  return { id, checkOutInstant: state.snapshot.checkOutInstant }
}

const endStay = async (by: TestService, id: Id): Promise<void> => {
  for (const type of ['CheckInBooking', 'CheckOutBooking'])
    accepted(await send(by, type, PEOPLE.importer, id))
}

/** A pair of reviews that has just opened, and when its time is over. */
const openPair = async (): Promise<Readonly<{ id: Id; closesAt: Instant }>> => {
  const { id, checkOutInstant } = await book()
  times.early = checkOutInstant
  await endStay(early, id)
  const { accountId: hostAccountId, listingId } = place
  const data = { hostAccountId, listingId, bookingId: id }
  accepted(await early.handle(command('OpenReviewWindow', PEOPLE.importer, data)))
  const { state } = await early.handler.view(reviewFold, id, 0)
  if (state.status === 'none') throw new Error('The reviews of the stay did not open')
  return { id, closesAt: state.closesAt }
}

const submit = (by: TestService, id: Id) =>
  send(by, 'SubmitHostReview', PEOPLE.owner(place.accountId), id, hostReview)
const arrive = (by: TestService, id: Id) => send(by, 'ReceiveGuestReview', PEOPLE.gateway, id, guestReview)

test('reviews that both sides send at the same moment are revealed once, together', async () => {
  for (let race = 0; race < RACES; race += 1) {
    const { id, closesAt } = await openPair()
    times.early = addMilliseconds(closesAt, -2)
    times.late = addMilliseconds(closesAt, -1)
    const outcomes = await Promise.all([submit(early, id), arrive(late, id)])
    for (const outcome of outcomes) accepted(outcome)
    const types = await typesOf(id)
    expect(types.toSorted()).toEqual([
      'GuestReviewReceived',
      'HostReviewSubmitted',
      'ReviewWindowOpened',
      'ReviewsRevealed',
    ])
    expect(types.at(-1)).toBe('ReviewsRevealed')
  }
}, 600_000)

test('a review of the last millisecond is revealed with the other one, or is late', async () => {
  const seen = new Set<string>()
  for (let race = 0; race < RACES; race += 1) {
    const { id, closesAt } = await openPair()
    times.early = addMilliseconds(closesAt, -1)
    times.late = closesAt
    accepted(await submit(early, id))
    const [guest, reveal] = await Promise.all([
      arrive(early, id),
      send(late, 'RevealReviews', PEOPLE.importer, id),
    ])
    accepted(reveal)
    const types = await typesOf(id)
    expect(types.filter((type) => type === 'ReviewsRevealed')).toHaveLength(1)
    if (guest.kind === 'rejected') {
      expect(guest.code).toBe('WINDOW_CLOSED')
      expect(types).toEqual(['ReviewWindowOpened', 'HostReviewSubmitted', 'ReviewsRevealed'])
    } else
      expect(types).toEqual([
        'ReviewWindowOpened',
        'HostReviewSubmitted',
        'GuestReviewReceived',
        'ReviewsRevealed',
      ])
    seen.add(guest.kind)
  }
  expect(seen.size).toBeGreaterThan(0)
}, 600_000)

test.for([
  ['the guest, then the clock', ['guest', 'clock']],
  ['the clock, then the guest', ['clock', 'guest']],
] as const)('%s: what was revealed has what was accepted', async ([, order]) => {
  const { id, closesAt } = await openPair()
  times.early = addMilliseconds(closesAt, -1)
  times.late = closesAt
  accepted(await submit(early, id))
  const outcomes = []
  for (const who of order)
    outcomes.push(
      who === 'guest' ? await arrive(early, id) : await send(late, 'RevealReviews', PEOPLE.importer, id),
    )
  const isGuestFirst = order[0] === 'guest'
  expect(outcomes.map(({ kind }) => kind === 'rejected')).toEqual(
    isGuestFirst ? [false, false] : [false, true],
  )
  expect((await typesOf(id)).includes('GuestReviewReceived')).toBe(isGuestFirst)
})

test('the process manager opens the reviews at check-out, reminds the host, and reveals at the end', async () => {
  const { id, checkOutInstant } = await book()
  const now = movableClock()
  now.forward(hoursBetween(new Date().toISOString(), checkOutInstant) + 1)
  const follower = await openTestService(system.stack, { now: now.now })
  const expectReviews = (expected: readonly string[]) =>
    waitUntil(
      async () => {
        await follower.relay.deliver()
        return JSON.stringify(await typesOf(id)) === JSON.stringify(expected)
      },
      WITHIN_MS,
      `${expected.at(-1)} as the last event`,
    )
  await endStay(follower, id)
  const opened = ['ReviewWindowOpened']
  await expectReviews(opened)
  accepted(await arrive(follower, id))
  now.forward(15 * DAY_HOURS)
  const reminded = ['ReviewReminderDue', 'ReviewReminderDue', 'ReviewReminderDue']
  await expectReviews([...opened, 'GuestReviewReceived', ...reminded, 'ReviewsRevealed'])
  await follower.close()
})
