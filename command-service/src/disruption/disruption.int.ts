import { newId } from '@hearth/contracts/kernel/ids'
import { addDays } from '@hearth/contracts/kernel/dates'
import { deriveThreadId } from '@hearth/contracts/thread'
import type { Principal } from '@hearth/platform/session/principal'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingFold } from '../booking/booking.state.ts'
import { deliverAndCrash } from '../testing/deliverAndCrash.ts'
import {
  accepted,
  command,
  inDays,
  openTestService,
  PEOPLE,
  readTypes,
  receive,
  rejected,
  startTestSystem,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { openPlace, type Place } from '../testing/place.ts'

let system: TestSystem
let service: TestService
let place: Place
beforeAll(async () => {
  system = await startTestSystem()
  ;({ service } = system)
  place = await openPlace(service)
})
afterAll(() => system?.stop())

const admin = (id: string): Principal => ({
  actor: { id, kind: 'staff', role: 'admin', name: id },
  listingIds: 'all',
})

const readBooking = async (id: string) => {
  const { state } = await service.handler.view(bookingFold, id, 0)
  if (state.status === 'none') throw new Error('The booking is not there')
  return state
}
const readThread = async (id: string) =>
  `thread-${deriveThreadId(place.listingId, (await readBooking(id)).guestRef)}`

/** How often each covered stay was marked, and its guest was written to. */
const countSteps = async (ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => ({
      marked: (await readTypes(service, `booking-${id}`)).filter((type) => type === 'BookingDisrupted')
        .length,
      messages: (await readTypes(service, await readThread(id))).filter((type) => type === 'MessageSent')
        .length,
    })),
  )

const deliverUntilApplied = async (disruptionId: string) => {
  const worker = await openTestService(system.stack)
  await waitUntil(
    async () => {
      await worker.relay.deliver()
      return (await readTypes(service, `disruption-${disruptionId}`)).at(-1) === 'DisruptionApplied'
    },
    30_000,
    'the event to be applied',
  )
  await worker.close()
}

const declare = async (start: string, nights: number, country = 'PT') => {
  const id = newId()
  const data = {
    title: 'Storm Ana',
    area: { country, region: null, circle: null },
    start,
    end: addDays(start, nights),
    reason: 'The coast was evacuated by the civil protection.',
  }
  accepted(await service.handle(command('DeclareDisruption', admin('first'), data, { id })))
  return id
}
const approve = (id: string, by = 'second') =>
  service.handle(command('ApproveDisruption', admin(by), {}, { id }))

/** Each guest has a conversation of their own. */
const book = async (start: string, nights: number) => {
  const guest = { guestRef: newId(), displayName: 'Ana P.', email: null }
  return accepted(await service.handle(receive(place, start, nights, { guest }))).id
}

test.for([
  [20, undefined, undefined],
  [40, 'before', 'ThreadOpened'],
  [60, 'after', 'ThreadOpened'],
  [80, 'before', 'BookingDisrupted'],
  [100, 'after', 'BookingDisrupted'],
  [120, 'before', 'DisruptionApplied'],
  [140, 'after', 'DisruptionApplied'],
] as const)(
  'from day %i on, with a crash %s %s: each stay is covered once, its guest written to once',
  { timeout: 120_000 },
  async ([day, when, type]) => {
    const start = inDays(day)
    const covered = [await book(inDays(day - 1), 2), await book(inDays(day + 2), 2)]
    const outside = await book(inDays(day + 6), 2)
    const id = await declare(start, 5)
    accepted(await approve(id))
    if (when !== undefined) await deliverAndCrash(system, when, type)
    await deliverUntilApplied(id)
    expect(await countSteps(covered)).toEqual(covered.map(() => ({ marked: 1, messages: 1 })))
    expect((await readBooking(outside)).disruption).toBeNull()
  },
)

test('a guest reads of it before the stay is marked, and then gets everything back', async () => {
  const id = await declare(inDays(160), 3)
  const bookingId = await book(inDays(160), 2)
  expect(rejected(await approve(id, 'first')).code).toBe('FOUR_EYES_SAME_ACTOR')
  expect((await readBooking(bookingId)).disruption).toBeNull()
  accepted(await approve(id))
  await deliverUntilApplied(id)
  const commits: bigint[] = []
  for (const stream of [await readThread(bookingId), `booking-${bookingId}`])
    for await (const { type, position } of service.store.read(stream))
      if (type === 'MessageSent' || type === 'BookingDisrupted') commits.push(position.commit)
  expect(commits).toEqual(commits.toSorted((a, b) => (a < b ? -1 : 1)))
  accepted(
    await service.handle(
      command(
        'CancelBookingByGuest',
        PEOPLE.gateway,
        { quote: null },
        { id: bookingId, hostAccountId: place.accountId },
      ),
    ),
  )
  expect((await readBooking(bookingId)).outcome).toMatchObject({
    tier: 'override',
    refundTotalMinor: (await readBooking(bookingId)).money.guestTotalMinor,
  })
})

test('an event elsewhere covers no stay', async () => {
  const id = await declare(inDays(180), 3, 'ES')
  const bookingId = await book(inDays(180), 2)
  accepted(await approve(id))
  await deliverUntilApplied(id)
  expect((await readBooking(bookingId)).disruption).toBeNull()
})
