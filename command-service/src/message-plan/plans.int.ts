import { addDays } from '@hearth/contracts/kernel/dates'
import { deriveId, newId, type Id } from '@hearth/contracts/kernel/ids'
import { derivePlanId } from '@hearth/contracts/message-plan'
import type { RuleTerms } from '@hearth/contracts/message-rule'
import { deriveThreadId } from '@hearth/contracts/thread'
import type { TestStack } from '@hearth/platform/testing/stack'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { threadFold } from '../thread/thread.state.ts'
import { crashingStore } from '../testing/crashingStore.ts'
import {
  accepted,
  command,
  inDays,
  movableClock,
  openTestService,
  PEOPLE,
  readTypes,
  startTestSystem,
  stay,
  type TestService,
  type TestSystem,
} from '../testing/fixture.ts'
import { openPlace, type Place } from '../testing/place.ts'
import { messagePlanFold } from './messagePlan.state.ts'

const WITHIN_MS = 30_000
const DAY_HOURS = 24

let system: TestSystem
let stack: TestStack
let service: TestService

beforeAll(async () => {
  system = await startTestSystem()
  ;({ stack, service } = system)
})
afterAll(() => system?.stop())

const TERMS: Omit<RuleTerms, 'templateId'> = {
  trigger: 'checkin-3d',
  time: '10:00',
  minNights: 1,
  listingIds: null,
  isOn: true,
}

const addRule = async ({ accountId }: Place, body: string, terms: Partial<RuleTerms> = {}): Promise<Id> => {
  const owner = PEOPLE.owner(accountId)
  const reply = command('AddReplyTemplate', owner, { name: newId(), body }, { id: accountId })
  accepted(await service.handle(reply))
  const templateId = deriveId('id', reply.commandId, 'reply-template')
  const rule = command('AddMessageRule', owner, { ...TERMS, ...terms, templateId }, { id: accountId })
  accepted(await service.handle(rule))
  return deriveId('id', rule.commandId, 'message-rule')
}

const book = async ({ accountId, listingId }: Place, days: number): Promise<Id> =>
  accepted(
    await service.handle(
      command('ReceiveBooking', PEOPLE.gateway, stay(listingId, inDays(days), 2), {
        hostAccountId: accountId,
      }),
    ),
  ).id

/** As an accepted alteration does: first the nights, then the booking. */
const moveStay = async ({ listingId }: Place, bookingId: Id, days: number) => {
  const { checkIn, checkOut, party, price } = stay(listingId, inDays(days), 2)
  const nights = { listingId, claimId: bookingId, start: checkIn, end: checkOut }
  const altered = { requestId: newId(), listingId, party, checkIn, checkOut, price }
  for (const [type, data] of [
    ['ReplaceClaim', nights],
    ['AlterBooking', altered],
  ] as const)
    accepted(await service.handle(command(type, PEOPLE.gateway, data, { id: bookingId, internal: true })))
}

const readPlan = async (bookingId: Id) => (await service.handler.view(messagePlanFold, bookingId, 0)).state
const typesOf = (bookingId: Id) => readTypes(service, `messagePlan-${bookingId}`)
const threadOf = ({ listingId }: Place) => deriveThreadId(listingId, 'guest-1')

/** Lets the process managers of a process do what is due until the plan has these events. */
const expectPlan = async (bookingId: Id, expected: readonly string[], by: TestService = service) => {
  await waitUntil(
    async () => {
      await by.relay.deliver()
      return JSON.stringify(await typesOf(bookingId)) === JSON.stringify(expected)
    },
    WITHIN_MS,
    `${JSON.stringify(expected)} in the plan`,
  )
}

const countSent = async (place: Place) =>
  (await readTypes(service, `thread-${threadOf(place)}`)).filter((type) => type === 'MessageSent').length

test('a stay gets the messages of rules that were there and that come later, and they move and end with it', async () => {
  const place = await openPlace(service)
  const first = await addRule(place, 'Hello {{guestFirstName}}')
  const bookingId = await book(place, 30)
  await expectPlan(bookingId, ['MessagePlanned'])
  const second = await addRule(place, 'Goodbye', { trigger: 'checkout', time: '08:00' })
  await expectPlan(bookingId, ['MessagePlanned', 'MessagePlanned'])
  const before = await readPlan(bookingId)
  expect(before.messages.map(({ planId }) => planId)).toEqual(
    [first, second].map((ruleId) => derivePlanId(bookingId, ruleId)),
  )
  await moveStay(place, bookingId, 37)
  const moved = ['MessagePlanned', 'MessagePlanned', 'PlannedMessageChanged', 'PlannedMessageChanged']
  await expectPlan(bookingId, moved)
  const after = await readPlan(bookingId)
  for (const [index, { sendAt }] of after.messages.entries())
    expect(sendAt.slice(0, 10)).toBe(addDays(before.messages[index]?.sendAt.slice(0, 10) ?? '', 7))
  accepted(await service.handle(command('CancelBookingByGuest', PEOPLE.gateway, {}, { id: bookingId })))
  await expectPlan(bookingId, [...moved, 'PlannedMessageEnded', 'PlannedMessageEnded'])
  expect(await countSent(place)).toBe(0)
})

test.for([
  ['before', 'PlannedMessageSent'],
  ['after', 'PlannedMessageSent'],
  ['before', 'ThreadOpened'],
  ['after', 'ThreadOpened'],
] as const)(
  'a crash %s %s, and processes that wake up together, send a message once',
  async ([when, type]) => {
    const place = await openPlace(service)
    await addRule(place, 'Hello {{guestFirstName}}')
    const bookingId = await book(place, 30)
    await expectPlan(bookingId, ['MessagePlanned'])
    const clock = movableClock()
    clock.forward(28 * DAY_HOURS)
    const doomed = await openTestService(stack, {
      now: clock.now,
      aroundStore: (store) => crashingStore(store, when, type),
    })
    const others = await Promise.all([1, 2, 3].map(() => openTestService(stack, { now: clock.now })))
    const [planId = ''] = (await readPlan(bookingId)).messages.map((message) => message.planId)
    await doomed.handle(
      command('SendPlannedMessage', PEOPLE.owner(place.accountId), { planId }, { id: bookingId }),
    )
    await doomed.close()
    await waitUntil(
      async () => {
        await Promise.all(others.map(({ relay }) => relay.deliver()))
        return (await countSent(place)) > 0
      },
      WITHIN_MS,
      'the message in its thread',
    )
    for (const { relay } of others) await relay.deliver()
    expect(await typesOf(bookingId)).toEqual(['MessagePlanned', 'PlannedMessageSent'])
    expect(await readTypes(service, `thread-${threadOf(place)}`)).toEqual([
      'ThreadOpened',
      'MessageSent',
      'MessageDeliveryPlanned',
    ])
    const { state } = await service.handler.view(threadFold, threadOf(place), 0)
    expect(state.status !== 'none' && state.messages).toMatchObject([{ from: 'host', automated: true }])
    await Promise.all(others.map((other) => other.close()))
  },
)

test('a message whose value is missing waits for the host, who writes it and sends it', async () => {
  const place = await openPlace(service)
  await addRule(place, 'The Wi-Fi is {{wifiName}}')
  const bookingId = await book(place, 30)
  await expectPlan(bookingId, ['MessagePlanned'])
  const clock = movableClock()
  clock.forward(28 * DAY_HOURS)
  const later = await openTestService(stack, { now: clock.now })
  await expectPlan(bookingId, ['MessagePlanned', 'PlannedMessageHeld'], later)
  expect(await countSent(place)).toBe(0)
  const [planId = ''] = (await readPlan(bookingId)).messages.map((message) => message.planId)
  const owner = PEOPLE.owner(place.accountId)
  accepted(
    await later.handle(
      command('EditPlannedMessage', owner, { planId, body: 'Ask for the Wi-Fi' }, { id: bookingId }),
    ),
  )
  accepted(await later.handle(command('SendPlannedMessage', owner, { planId }, { id: bookingId })))
  // In its thread before the answer.
  expect(await countSent(place)).toBe(1)
  await later.close()
})
