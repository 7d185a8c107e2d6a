import { deriveThreadId } from '@hearth/contracts/thread'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectStreams } from '../testing/expectStreams.ts'
import {
  accepted,
  command,
  inDays,
  PEOPLE,
  readTypes,
  receive,
  rejected,
  startTestSystem,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { handleAndCrash } from '../testing/handleAndCrash.ts'
import { openPlace, openSecondHouse, type Place } from '../testing/place.ts'
import { createPreviewMove } from './previewMove.ts'

let system: TestSystem
let service: TestService
let here: Place
let there: Place
let day = 10

beforeAll(async () => {
  system = await startTestSystem()
  ;({ service } = system)
  here = await openPlace(service)
  there = await openSecondHouse(service, here)
})
afterAll(() => system?.stop())

const MESSAGE = 'Hello, our other house is yours, for the same price.'
const owner = (listingIds: 'all' | string[] = 'all') => ({
  ...PEOPLE.owner(here.accountId),
  listingIds,
})
const ofGuest = (guestRef: string) => ({ guest: { guestRef, displayName: 'Ana P.', email: null } })
const book = async (guestRef: string) => {
  day += 5
  return accepted(await service.handle(receive(here, inDays(day), 3, ofGuest(guestRef))))
}
const moveTo = (id: string, { listingId }: Place, by = owner()) =>
  command('MoveBooking', by, { toListingId: listingId, message: MESSAGE }, { id, expected: 0n })

const streamsOf = (id: string, guest: string) => [
  `booking-${id}`,
  `thread-${deriveThreadId(there.listingId, guest)}`,
]
/** What the calendars say of this booking. */
const readClaims = async (id: string) => {
  const read = async ({ listingId }: Place) => {
    const types: string[] = []
    for await (const { type, data } of service.store.read(`calendar-${listingId}`))
      if ((data as { claimId?: string }).claimId === id) types.push(type)
    return types
  }
  return { here: await read(here), there: await read(there) }
}

const MOVED = [
  ['BookingConfirmed', 'BookingMoved'],
  ['ThreadOpened', 'MessageSent', 'MessageDeliveryPlanned'],
]
const STAYED = [['BookingConfirmed', 'BookingHoldAbandoned'], []]

test('a stay moves with its nights, and its guest is written to', async () => {
  const { id } = await book('guest-0')
  const done = accepted(await service.handle(moveTo(id, there)))
  expect(done.events).toEqual(['BookingMoved'])
  expect(await Promise.all(streamsOf(id, 'guest-0').map((stream) => readTypes(service, stream)))).toEqual(
    MOVED,
  )
  expect(await readClaims(id)).toEqual({
    here: ['NightsHeld', 'NightsCommitted', 'NightsReleased'],
    there: ['NightsHeld', 'NightsCommitted'],
  })
})

test.for([
  ['after', 'NightsHeld', STAYED],
  ['before', 'BookingMoved', STAYED],
  ['after', 'BookingMoved', MOVED],
  ['before', 'MessageSent', MOVED],
  ['before', 'NightsReleased', MOVED],
  ['before', 'NightsCommitted', MOVED],
] as const)('a crash %s %s leaves the stay in one home', async ([when, type, expected]) => {
  const guest = `guest-${when}-${type}`
  const { id } = await book(guest)
  await handleAndCrash(system, when, type, moveTo(id, there))
  await expectStreams(system, streamsOf(id, guest), expected)
  const ends = expected === MOVED ? 'NightsReleased NightsCommitted' : 'NightsCommitted NightsReleased'
  // The nights of a hold that was abandoned are released by the process manager that follows it.
  await waitUntil(
    async () => {
      await service.relay.deliver()
      const claims = await readClaims(id)
      return `${claims.here.at(-1)} ${claims.there.at(-1)}` === ends
    },
    15_000,
    ends,
  )
})

test('only to a home that the person sees and that is free, as the preview says', async () => {
  const { id } = await book('guest-1')
  expect(rejected(await service.handle(moveTo(id, there, owner([here.listingId])))).code).toBe('NOT_FOUND')
  const preview = createPreviewMove({ handler: service.handler, now: () => new Date().toISOString() })
  const ask = () => preview(owner(), id, { listingIds: [here.listingId, there.listingId] })
  expect(await ask()).toMatchObject({ preview: { options: [{ listingId: there.listingId, refusal: null }] } })
  accepted(await service.handle(receive(there, inDays(day), 3, ofGuest('guest-2'))))
  expect(await ask()).toMatchObject({
    preview: { options: [{ refusal: { code: 'NIGHTS_UNAVAILABLE' }, usualMinor: expect.any(Number) }] },
  })
  expect(rejected(await service.handle(moveTo(id, there))).code).toBe('NIGHTS_UNAVAILABLE')
  expect(await readClaims(id)).toEqual({ here: ['NightsHeld', 'NightsCommitted'], there: [] })
})
