import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accepted,
  command,
  PEOPLE,
  rejected,
  startTestSystem,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { handleAndCrash } from '../testing/handleAndCrash.ts'
import { openPlace } from '../testing/place.ts'
import { grantRefund, openBegunStay } from './testing/refunds.ts'
import { answerGuest } from './testing/answerGuest.ts'
import { expectStreams } from '../testing/expectStreams.ts'

let system: TestSystem
let service: TestService

beforeAll(async () => {
  system = await startTestSystem()
  service = system.service
})
afterAll(() => system?.stop())

const askForRefund = async (amountMinor: number) => {
  const place = await openPlace(service)
  const bookingId = await openBegunStay(service, place)
  const asked = command(
    'RequestRefundWaiver',
    PEOPLE.gateway,
    { listingId: place.listingId, bookingId, amountMinor, reason: 'broken', message: 'Cold.', fileIds: [] },
    { hostAccountId: place.accountId },
  )
  return { ...place, bookingId, outcome: await service.handle(asked) }
}

test.for([
  ['after', 'RefundWaiverGranted'],
  ['before', 'GoodwillRefundIssued'],
  ['after', 'GoodwillRefundIssued'],
  ['before', 'GuestRequestEnded'],
] as const)('a crash %s %s: what was granted is given back once', async ([when, type]) => {
  const { accountId, bookingId, outcome } = await askForRefund(1_000)
  const { id } = accepted(outcome)
  const envelope = await grantRefund(service, accountId, id, 600)
  await handleAndCrash(system, when, type, envelope)
  await expectStreams(
    system,
    [`request-${id}`, `booking-${bookingId}`],
    [
      ['RefundWaiverRequested', 'RefundWaiverGranted'],
      ['BookingConfirmed', 'BookingCheckedIn', 'GoodwillRefundIssued', 'RefundRequested', 'RefundSettled'],
    ],
  )
})

test('a declined refund moves no money', async () => {
  const { accountId, bookingId, outcome } = await askForRefund(1_000)
  const { id } = accepted(outcome)
  accepted(await service.handle(await answerGuest(service, accountId, id, 'decline')))
  await expectStreams(
    system,
    [`request-${id}`, `booking-${bookingId}`],
    [
      ['RefundWaiverRequested', 'RequestDeclined'],
      ['BookingConfirmed', 'BookingCheckedIn'],
    ],
  )
})

test('more than the host has of the stay cannot be asked back', async () => {
  const { outcome } = await askForRefund(100_000_000)
  expect(rejected(outcome).code).toBe('LIMIT_EXCEEDED')
})
