import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accepted,
  command,
  inDays,
  PEOPLE,
  startTestSystem,
  stay,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { handleAndCrash } from '../testing/handleAndCrash.ts'
import { openPlace, type Place } from '../testing/place.ts'
import { deriveThreadId } from '@hearth/contracts/thread'
import { answerGuest } from './testing/answerGuest.ts'
import { expectStreams } from '../testing/expectStreams.ts'

let system: TestSystem
let service: TestService

beforeAll(async () => {
  system = await startTestSystem()
  ;({ service } = system)
})
afterAll(() => system?.stop())

const ask = ({ accountId, listingId }: Place) =>
  command(
    'RequestBooking',
    PEOPLE.gateway,
    { ...stay(listingId, inDays(30), 2), message: '' },
    { hostAccountId: accountId },
  )

/** What the conversation with the guest has of a request. */
const WAITING = ['ThreadOpened', 'GuestRequestReceived', 'ResponseClockStarted']
const ANSWERED = [...WAITING, 'GuestRequestEnded', 'ResponseClockStopped']

const expectInTheEnd = ({ listingId }: Place, id: string, expected: readonly (readonly string[])[]) =>
  expectStreams(
    system,
    [
      `request-${id}`,
      `booking-${id}`,
      `calendar-${listingId}`,
      `thread-${deriveThreadId(listingId, 'guest-1')}`,
    ],
    expected,
  )

test.for([
  ['before', 'BookingRequested', [['RequestHoldAbandoned'], [], ['NightsHeld', 'NightsReleased'], []]],
  ['after', 'NightsHeld', [['RequestHoldAbandoned'], [], ['NightsHeld', 'NightsReleased'], []]],
  ['after', 'BookingRequested', [['BookingRequested'], [], ['NightsHeld'], WAITING]],
] as const)(
  'a crash %s %s leaves the nights to its request, or releases them',
  async ([when, type, expected]) => {
    const place = await openPlace(service)
    const envelope = ask(place)
    const target = await service.handler.locate(envelope)
    await handleAndCrash(system, when, type, envelope)
    await expectInTheEnd(place, target.kind === 'rejected' ? '' : target.id, expected)
  },
)

const SOLD = [
  ['BookingRequested', 'RequestAccepted'],
  ['BookingConfirmed'],
  ['NightsHeld', 'NightsCommitted'],
  ANSWERED,
]
const FREED = [['BookingRequested', 'RequestDeclined'], [], ['NightsHeld', 'NightsReleased'], ANSWERED]
test.for([
  ['after', 'RequestAccepted', 'accept', SOLD],
  ['before', 'BookingConfirmed', 'accept', SOLD],
  ['before', 'NightsCommitted', 'accept', SOLD],
  ['after', 'RequestDeclined', 'decline', FREED],
  ['after', 'GuestRequestEnded', 'decline', FREED],
  ['before', 'GuestRequestEnded', 'accept', SOLD],
  ['before', 'NightsReleased', 'decline', FREED],
] as const)(
  'a crash %s %s: what follows from the answer is done once',
  async ([when, type, decision, expected]) => {
    const place = await openPlace(service)
    const { id } = accepted(await service.handle(ask(place)))
    const envelope = await answerGuest(service, place.accountId, id, decision)
    await handleAndCrash(system, when, type, envelope)
    await expectInTheEnd(place, id, expected)
  },
)

test.for([
  [
    'the same nights',
    2,
    [
      ['BookingRequested', 'RequestSuperseded'],
      ['BookingConfirmed'],
      ['NightsHeld', 'NightsCommitted'],
      ANSWERED,
    ],
  ],
  [
    'more nights',
    3,
    [
      ['BookingRequested', 'RequestSuperseded'],
      ['OverbookingDetected', 'OverbookingResolved'],
      ['NightsHeld', 'NightsReleased', 'NightsHeld', 'NightsCommitted'],
      ANSWERED,
    ],
  ],
] as const)('a channel that sells %s of an open request closes it', async ([, nights, expected]) => {
  const place = await openPlace(service)
  const of = { hostAccountId: place.accountId }
  const wanted = (count: number) => ({
    ...stay(place.listingId, inDays(30), count),
    source: 'airbnb',
    externalRef: 'A-1',
  })
  const asked = command('RequestBooking', PEOPLE.gateway, { ...wanted(2), message: '' }, of)
  const { id } = accepted(await service.handle(asked))
  const sold = accepted(await service.handle(command('ReceiveBooking', PEOPLE.gateway, wanted(nights), of)))
  expect(sold.id).toBe(id)
  await expectInTheEnd(place, id, expected)
})
