import { deriveAlterationId } from '@hearth/contracts/request'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookingFold } from '../booking/booking.state.ts'
import {
  accepted,
  command,
  inDays,
  PEOPLE,
  receive,
  rejected,
  startTestSystem,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { handleAndCrash } from '../testing/handleAndCrash.ts'
import { openPlace, type Place } from '../testing/place.ts'
import { expectStreams } from '../testing/expectStreams.ts'
import { offerStay, previewAcceptance } from './testing/offers.ts'

let system: TestSystem
let service: TestService

beforeAll(async () => {
  system = await startTestSystem()
  service = system.service
})
afterAll(() => system?.stop())

type Booked = Place & Readonly<{ bookingId: string }>
const openStay = async (): Promise<Booked> => {
  const place = await openPlace(service)
  const { id: bookingId } = accepted(await service.handle(receive(place, inDays(30), 3)))
  return { ...place, bookingId }
}
const askToLeave = ({ accountId, listingId, bookingId }: Booked, on: number) => {
  const wanted = { checkIn: null, checkOut: inDays(on), party: null, message: '', after: null }
  return command(
    'RequestAlteration',
    PEOPLE.gateway,
    { listingId, bookingId, ...wanted },
    { hostAccountId: accountId },
  )
}
const byGuest = (type: 'AcceptOffer' | 'DeclineOffer', id: string) =>
  command(type, PEOPLE.gateway, {}, { id })

test.for([
  ['after', 'RequestCountered'],
  ['before', 'AlterationOffered'],
  ['after', 'AlterationOffered'],
] as const)('a crash %s %s: a countered request leads to one offer', async ([when, type]) => {
  const booked = await openStay()
  const { id } = accepted(await service.handle(askToLeave(booked, 34)))
  const envelope = await offerStay(service, booked, { checkOut: inDays(35) }, id)
  await handleAndCrash(system, when, type, envelope)
  const offerId = deriveAlterationId(booked.accountId, booked.bookingId, id)
  await expectStreams(
    system,
    [`request-${id}`, `request-${offerId}`],
    [['AlterationRequested', 'RequestCountered'], ['AlterationOffered']],
  )
  // While it is open, the guest asks for nothing else.
  expect(rejected(await service.handle(askToLeave(booked, 33))).code).toBe('DUPLICATE')
})

test.for([
  ['after', 'OfferAccepted'],
  ['after', 'AlterationCharged'],
  ['after', 'NightsMoved'],
  ['before', 'BookingAltered'],
] as const)('a crash %s %s: an accepted offer alters the stay once', async ([when, type]) => {
  const booked = await openStay()
  const { id } = accepted(await service.handle(await offerStay(service, booked, { checkOut: inDays(34) })))
  await handleAndCrash(system, when, type, byGuest('AcceptOffer', id))
  await expectStreams(
    system,
    [`request-${id}`, `booking-${booked.bookingId}`],
    [
      ['AlterationOffered', 'OfferAccepted'],
      ['BookingConfirmed', 'AlterationCharged', 'BookingAltered'],
    ],
  )
})

test('an offered price is what the guest pays, and a declined offer changes nothing', async () => {
  const booked = await openStay()
  const cheaper = await offerStay(service, booked, { nightsMinor: 24_000 })
  const { id } = accepted(await service.handle(cheaper))
  expect(accepted(await service.handle(cheaper))).toMatchObject({ kind: 'duplicate', id })
  accepted(await service.handle(byGuest('AcceptOffer', id)))
  const next = accepted(await service.handle(await offerStay(service, booked, { checkOut: inDays(34) })))
  expect(next.id).toBe(deriveAlterationId(booked.accountId, booked.bookingId, id))
  accepted(await service.handle(byGuest('DeclineOffer', next.id)))
  expect(rejected(await service.handle(byGuest('AcceptOffer', next.id))).code).toBe('ALREADY_DECIDED')
  await expectStreams(
    system,
    [`request-${next.id}`, `booking-${booked.bookingId}`],
    [
      ['AlterationOffered', 'OfferDeclined'],
      ['BookingConfirmed', 'BookingAltered', 'RefundRequested', 'RefundSettled'],
    ],
  )
})

test('the preview of an offer is what the guest’s acceptance does, and decides nothing', async () => {
  const booked = await openStay()
  const owner = PEOPLE.owner(booked.accountId)
  const { id } = accepted(await service.handle(await offerStay(service, booked, { nightsMinor: 24_000 })))
  const { hostPayout, guestTotal, token } = await previewAcceptance(service, booked, id)
  const byHost = command('AcceptRequest', owner, { previewToken: token, note: null }, { id })
  expect(rejected(await service.handle(byHost)).code).toBe('INVALID_TRANSITION')
  accepted(await service.handle(byGuest('AcceptOffer', id)))
  const { state } = await service.handler.view(bookingFold, booked.bookingId, 0)
  expect(state).toMatchObject({
    money: { hostPayoutMinor: hostPayout.afterMinor, guestTotalMinor: guestTotal.afterMinor },
  })
})

test('a cancelled booking closes its offer', async () => {
  const booked = await openStay()
  const { id } = accepted(await service.handle(await offerStay(service, booked, { checkOut: inDays(34) })))
  const cancel = command('CancelBookingByGuest', PEOPLE.gateway, { quote: null }, { id: booked.bookingId })
  accepted(await service.handle(cancel))
  await expectStreams(system, [`request-${id}`], [['AlterationOffered', 'RequestSuperseded']])
})
