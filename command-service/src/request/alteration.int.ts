import type { TestStack } from '@hearth/platform/testing/stack'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxCharges, type ChargePort } from '../booking/chargePort.ts'
import {
  accepted,
  command,
  inDays,
  openTestService,
  PEOPLE,
  receive,
  rejected,
  startTestSystem,
  type TestOptions,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { handleAndCrash } from '../testing/handleAndCrash.ts'
import { openPlace, type Place } from '../testing/place.ts'
import { answerGuest } from './testing/answerGuest.ts'
import { expectStreams } from '../testing/expectStreams.ts'

let system: TestSystem
let stack: TestStack
let service: TestService

beforeAll(async () => {
  system = await startTestSystem()
  ;({ stack, service } = system)
})
afterAll(() => system?.stop())

const declined: ChargePort = async () => ({ kind: 'failed', code: 'card_declined' })

type Booked = Place & Readonly<{ bookingId: string }>

const book = async (place: Place, from: number, nights: number): Promise<string> =>
  accepted(await service.handle(receive(place, inDays(from), nights))).id
/** A home with a stay of three nights. */
const openStay = async (): Promise<Booked> => {
  const place = await openPlace(service)
  return { ...place, bookingId: await book(place, 30, 3) }
}
/** What the gateway sends for a guest who wants to leave on another day. */
const askToLeave = ({ accountId, listingId, bookingId }: Booked, on: number) => {
  const wanted = { checkIn: null, checkOut: inDays(on), party: null, message: '', after: null }
  const of = { hostAccountId: accountId }
  return command('RequestAlteration', PEOPLE.gateway, { listingId, bookingId, ...wanted }, of)
}
const answer = ({ accountId }: Booked, id: string, decision: 'accept' | 'decline') =>
  answerGuest(service, accountId, id, decision)
const streamsOf = ({ listingId, bookingId }: Booked, id: string) => [
  `request-${id}`,
  `booking-${bookingId}`,
  `calendar-${listingId}`,
]
/** Answers in a process that dies at one append; the process managers do the rest. */
const answerAndCrash = async (
  booked: Booked,
  id: string,
  when: 'before' | 'after',
  type: string,
  options: Pick<TestOptions, 'chargePort'> = {},
) => {
  const envelope = await answer(booked, id, 'accept')
  await handleAndCrash(system, when, type, envelope, options)
}

const ACCEPTED = ['AlterationRequested', 'RequestAccepted']
const HELD = ['NightsHeld', 'NightsCommitted']
const LONGER = [
  ACCEPTED,
  ['BookingConfirmed', 'AlterationCharged', 'BookingAltered'],
  [...HELD, 'NightsMoved'],
]

test.for([
  ['after', 'RequestAccepted'],
  ['before', 'AlterationCharged'],
  ['after', 'AlterationCharged'],
  ['before', 'NightsMoved'],
  ['after', 'NightsMoved'],
  ['before', 'BookingAltered'],
  ['after', 'BookingAltered'],
] as const)('a crash %s %s: a longer stay is paid, moved and altered once', async ([when, type]) => {
  const charged = new Set<string>()
  const chargePort: ChargePort = (request) => {
    charged.add(request.idempotencyKey)
    return sandboxCharges(request)
  }
  const booked = await openStay()
  const { id } = accepted(await service.handle(askToLeave(booked, 34)))
  await answerAndCrash(booked, id, when, type, { chargePort })
  await expectStreams(system, streamsOf(booked, id), LONGER, { chargePort })
  expect([...charged]).toEqual([id])
})

test('a shorter stay gives back what it costs less', async () => {
  const booked = await openStay()
  const { id } = accepted(await service.handle(askToLeave(booked, 32)))
  await answerAndCrash(booked, id, 'before', 'BookingAltered')
  await expectStreams(system, streamsOf(booked, id), [
    ACCEPTED,
    ['BookingConfirmed', 'BookingAltered', 'RefundRequested', 'RefundSettled'],
    [...HELD, 'NightsMoved'],
  ])
})

test.for([
  ['after', 'RequestAccepted'],
  ['before', 'AlterationFailed'],
  ['after', 'AlterationFailed'],
  ['before', 'AlterationNotMade'],
] as const)(
  'a crash %s %s: a declined payment leaves the stay as it was, and the request says so',
  async ([when, type]) => {
    const booked = await openStay()
    const { id } = accepted(await service.handle(askToLeave(booked, 34)))
    await answerAndCrash(booked, id, when, type, { chargePort: declined })
    await expectStreams(
      system,
      streamsOf(booked, id),
      [[...ACCEPTED, 'AlterationNotMade'], ['BookingConfirmed', 'AlterationFailed'], HELD],
      { chargePort: declined },
    )
  },
)

test('nights that were taken after the payment lead to a refund of it', async () => {
  const booked = await openStay()
  const { id } = accepted(await service.handle(askToLeave(booked, 34)))
  await answerAndCrash(booked, id, 'after', 'AlterationCharged')
  await book(booked, 33, 2)
  await expectStreams(system, streamsOf(booked, id), [
    [...ACCEPTED, 'AlterationNotMade'],
    ['BookingConfirmed', 'AlterationCharged', 'AlterationFailed', 'RefundRequested', 'RefundSettled'],
    [...HELD, ...HELD],
  ])
})

test('a booking has one open alteration, also when two processes are asked at the same moment', async () => {
  const booked = await openStay()
  const other = await openTestService(stack)
  const asked = [askToLeave(booked, 34), askToLeave(booked, 35)] as const
  const outcomes = await Promise.all([service.handle(asked[0]), other.handle(asked[1])])
  expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['accepted', 'rejected'])
  expect(outcomes.find(({ kind }) => kind === 'rejected')).toMatchObject({ code: 'DUPLICATE' })
  await other.close()

  const first = outcomes[0].kind === 'rejected' ? outcomes[1] : outcomes[0]
  const { id } = accepted(first)
  accepted(await service.handle(await answer(booked, id, 'decline')))
  const again = askToLeave(booked, 36)
  const second = accepted(await service.handle(again))
  expect(second.id).not.toBe(id)
  expect(accepted(await service.handle(again))).toMatchObject({ kind: 'duplicate', id: second.id })
  // The key of an answered one still gives its answer.
  const winner = outcomes[0].kind === 'rejected' ? asked[1] : asked[0]
  expect(accepted(await service.handle(winner))).toMatchObject({ kind: 'duplicate', id })
  const stranger = { ...askToLeave(booked, 36), data: { ...Object(again.data), after: booked.bookingId } }
  expect(rejected(await service.handle(stranger)).code).toBe('DUPLICATE')
})

test('a cancelled booking closes its open alteration', async () => {
  const booked = await openStay()
  const { id } = accepted(await service.handle(askToLeave(booked, 34)))
  const cancel = command('CancelBookingByGuest', PEOPLE.gateway, { quote: null }, { id: booked.bookingId })
  accepted(await service.handle(cancel))
  await expectStreams(system, [`request-${id}`], [['AlterationRequested', 'RequestSuperseded']])
})
