import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { addHours } from '@hearth/contracts/kernel/dates'
import type { OfType } from '@hearth/contracts/kernel/message'
import {
  bookingRequestOutcome,
  guestCommands,
  outcomeHash,
  type PreviewPayload,
  type RequestCommand,
  type RequestDecision,
  type RequestEvent,
} from '@hearth/contracts/request'
import { createPrice } from '@hearth/contracts/testing'
import { describe, expect, test } from 'vitest'
import type { ReceiveFacts } from '../booking/booking.facts.ts'
import { computeTerms } from '../booking/receiving.ts'
import { listing } from '../booking/testing/bookingHistory.ts'
import { GATEWAY, given, NOW, OWNER, SCHEDULER, stateAfter } from '../testing/given.ts'
import { request } from './request.decider.ts'
import type { RequestFacts } from './request.facts.ts'

const ID = '6c1f9a52-1d0e-5c3b-8e4a-2b7d1c0e5f33'
const LISTING = '5b1f7a34-2f0c-5c1e-9d0a-6c7d1f0e4a11'
const wanted = guestCommands.RequestBooking.schema.parse({
  listingId: LISTING,
  source: 'direct',
  externalRef: 'rq-1',
  guest: { guestRef: 'g1', displayName: 'Daniel W.' },
  party: { adults: 2 },
  checkIn: '2026-07-10',
  checkOut: '2026-07-12',
  price: createPrice('2026-07-10', [20_000, 20_000], { cleaningMinor: 5_000 }),
  message: 'Is there a cot?',
})
const { message: _message, ...stay } = wanted
const held: ReceiveFacts = { listing, policies: FIRST_POLICIES, hold: { held: true, conflicts: [] } }
const outcomeOf = (decision: RequestDecision) =>
  bookingRequestOutcome(decision, { ...stay, money: computeTerms(stay, held).money })

const preview = (decision: RequestDecision, change: Partial<PreviewPayload> = {}) =>
  ({
    ok: true,
    payload: {
      requestId: ID,
      decision,
      resultHash: outcomeHash(outcomeOf(decision)),
      validUntil: addHours(NOW, 1),
      ...change,
    },
  }) as const
const facts: RequestFacts = {
  listing: { hostAccountId: 'tenant', currency: 'USD' },
  terms: FIRST_POLICIES.request.body,
  policy: 'request@1',
  unknown: [],
  emergency: null,
  stay: held,
  alteration: null,
  countered: null,
  refunded: null,
  booking: 'none',
  preview: preview('accept'),
  movedBy: null,
}
const situation = { id: ID, facts }
const byGateway = { ...situation, actor: GATEWAY }
const byClock = { ...situation, actor: SCHEDULER }
const declining = { ...situation, facts: { ...facts, preview: preview('decline') } }

const opening: OfType<RequestCommand, 'RequestBooking'> = { type: 'RequestBooking', data: wanted }
const accept: OfType<RequestCommand, 'AcceptRequest'> = {
  type: 'AcceptRequest',
  data: { previewToken: 't', note: 'Welcome!' },
}
const decline: OfType<RequestCommand, 'DeclineRequest'> = {
  type: 'DeclineRequest',
  data: { previewToken: 't', reason: 'maintenance', text: null },
}
const of = { requestId: ID, listingId: LISTING, guestRef: 'g1' }
const { guest: _guest, externalRef: _ref, ...rest } = wanted
const opened: RequestEvent = {
  type: 'BookingRequested',
  data: {
    ...rest,
    ...of,
    externalRef: 'rq-1',
    guestName: 'Daniel W.',
    guestEmail: null,
    hostAccountId: 'tenant',
    code: 'RQ-0E5F33AB',
    hostPayoutMinor: 90_000,
    dueAt: addHours(NOW, 24),
    reminderHoursLeft: [12, 4],
  },
}
const decided = { ...of, by: OWNER.id, previewHash: 'h' }
const ended: readonly RequestEvent[] = [
  { type: 'RequestAccepted', data: { ...decided, note: null } },
  { type: 'RequestDeclined', data: { ...decided, reason: 'maintenance', text: null } },
  { type: 'RequestExpired', data: of },
  { type: 'RequestWithdrawn', data: { requestId: ID, listingId: LISTING, by: GATEWAY.id } },
  { type: 'RequestSuperseded', data: of },
]

describe('a guest’s request to book', () => {
  test('is open for 24 hours, but not past check-in', () => {
    given(request)
      .when(opening, byGateway)
      .thenEvents({
        type: 'BookingRequested',
        data: { dueAt: addHours(NOW, 24), reminderHoursLeft: [12, 4], externalRef: 'rq-1' },
      })
    const { snapshot, money } = computeTerms(stay, held)
    given(request)
      .when(opening, byGateway)
      .thenEvents({ type: 'BookingRequested', data: { hostPayoutMinor: money.hostPayoutMinor } })
    given(request)
      .when(opening, { ...byGateway, now: addHours(snapshot.checkInInstant, -2) })
      .thenEvents({ type: 'BookingRequested', data: { dueAt: snapshot.checkInInstant } })
  })
  test('needs its nights first', () => {
    const without = (hold: ReceiveFacts['hold']) => ({
      ...byGateway,
      facts: { ...facts, stay: { ...held, hold } },
    })
    const conflicts = [{ kind: 'booking', start: '2026-07-11', end: '2026-07-12' }]
    given(request)
      .when(opening, without({ held: false, conflicts: [] }))
      .thenRefused('PRECONDITION_FAILED', { rule: 'nights_held' })
    given(request)
      .when(opening, without({ held: false, conflicts }))
      .thenRefused('NIGHTS_UNAVAILABLE', { conflicts })
  })
  test('fits its listing and has a price that adds up', () =>
    void given(request)
      .when({ ...opening, data: { ...wanted, price: { ...wanted.price, guestTotalMinor: 1 } } }, byGateway)
      .thenRefused('VALIDATION_FAILED', { errors: [{ pointer: '/price/guestTotalMinor' }] }))
  test('is opened once', () => void given(request, opened).when(opening, byGateway).thenRefused('DUPLICATE'))
})

describe('its answer', () => {
  test('carries what the host saw', () => {
    given(request, opened)
      .when(accept, situation)
      .thenEvents({
        type: 'RequestAccepted',
        data: { by: OWNER.id, note: 'Welcome!', previewHash: outcomeHash(outcomeOf('accept')) },
      })
    given(request, opened)
      .when(decline, declining)
      .thenEvents({ type: 'RequestDeclined', data: { reason: 'maintenance', guestRef: 'g1' } })
  })
  test.for([
    ['forged', { ok: false, reason: 'invalid' }, 'VALIDATION_FAILED'],
    ['expired', { ok: false, reason: 'expired' }, 'QUOTE_STALE'],
    ['of another request', preview('accept', { requestId: 'other' }), 'QUOTE_STALE'],
    ['of the other decision', preview('decline'), 'QUOTE_STALE'],
    ['no longer true', preview('accept', { resultHash: 'other' }), 'QUOTE_STALE'],
  ] as const)('is refused with a preview that is %s', ([, seen, code]) => {
    given(request, opened)
      .when(accept, { ...situation, facts: { ...facts, preview: seen } })
      .thenRefused(code)
  })
  test('comes before the deadline, which is late itself', () => {
    given(request, opened)
      .when(accept, { ...situation, now: addHours(NOW, 23.99) })
      .thenEvents({ type: 'RequestAccepted' })
    given(request, opened)
      .when(accept, { ...situation, now: addHours(NOW, 24) })
      .thenRefused('WINDOW_CLOSED', { closedAt: addHours(NOW, 24), rule: 'deadline' })
  })
  test('accepts only while the nights are held; declining needs none', () => {
    const lost = { ...held, hold: { held: false, conflicts: [{ kind: 'other', start: 'a', end: 'b' }] } }
    given(request, opened)
      .when(accept, { ...situation, facts: { ...facts, stay: lost } })
      .thenRefused('NIGHTS_UNAVAILABLE')
    given(request, opened)
      .when(decline, { ...declining, facts: { ...declining.facts, stay: lost } })
      .thenEvents({ type: 'RequestDeclined' })
  })
  test.for(ended.map((event) => [event.type, event] as const))('is given once: after %s', ([, event]) => {
    for (const [command, how] of [
      [accept, situation],
      [decline, declining],
    ] as const)
      given(request, opened, event)
        .when(command, { ...how, now: addHours(NOW, 1) })
        .thenRefused('ALREADY_DECIDED', { decidedByName: 'Hearth', decidedAt: NOW })
    given(request, opened, event)
      .when(
        { type: 'ExpireRequest', data: { dueAt: addHours(NOW, 24) } },
        { ...byClock, now: addHours(NOW, 24) },
      )
      .thenNothing()
  })
  test('is of its own kind: what belongs to another is refused', () => {
    for (const type of ['AcknowledgeService', 'StartService', 'CloseService'] as const)
      given(request, opened)
        .when({ type, data: {} }, situation)
        .thenRefused('INVALID_TRANSITION', { requestKind: 'booking_request' })
    given(request).when(accept, situation).thenRefused('NOT_FOUND')
  })
  test('explains a concern about the guest', () => {
    const { schema } = guestCommands.DeclineRequest
    for (const reason of ['guest_concern', 'other'])
      expect(schema.safeParse({ previewToken: 't', reason }).error?.issues[0]?.path).toEqual(['text'])
    expect(schema.safeParse({ previewToken: 't', reason: 'pets' }).success).toBe(true)
  })
})

describe('without an answer', () => {
  const expire = { type: 'ExpireRequest', data: { dueAt: addHours(NOW, 24) } } as const
  test('it expires at its deadline, not before', () => {
    given(request, opened)
      .when(expire, { ...byClock, now: addHours(NOW, 23.99) })
      .thenRefused('PRECONDITION_FAILED', { rule: 'not_due' })
    given(request, opened)
      .when(expire, { ...byClock, now: addHours(NOW, 24) })
      .thenEvents({ type: 'RequestExpired' })
  })
  test('only the guest withdraws it', () => {
    const withdraw = { type: 'WithdrawRequest', data: {} } as const
    given(request, opened).when(withdraw, byGateway).thenEvents({ type: 'RequestWithdrawn' })
    given(request, opened).when(withdraw, situation).thenRefused('FORBIDDEN')
  })
  test.for([
    ['an open one is withdrawn', [opened], ['RequestWithdrawn', 'RequestGuestErased']],
    ['an answered one stays', [opened, ended[1] ?? opened], ['RequestGuestErased']],
  ] as const)('the guest is erased: %s', ([, history, types]) => {
    const erase = { type: 'EraseRequestGuest', data: { erasureId: ID } } as const
    given(request, ...history)
      .when(erase, byClock)
      .thenEvents(...types.map((type) => ({ type })))
    const erased: RequestEvent = { type: 'RequestGuestErased', data: { ...of, erasureId: ID } }
    given(request, ...history, erased)
      .when(erase, byClock)
      .thenNothing()
    const state = stateAfter(request, [...history, erased])
    expect(JSON.stringify(state)).not.toContain('Daniel')
  })
  test('nights are abandoned only where no request holds them', () => {
    const abandon = (listingId: string) => ({ type: 'AbandonRequestHold', data: { listingId } }) as const
    given(request).when(abandon(LISTING), byClock).thenEvents({ type: 'RequestHoldAbandoned' })
    given(request, opened).when(abandon(LISTING), byClock).thenNothing()
    given(request, opened).when(abandon('other'), byClock).thenEvents({ type: 'RequestHoldAbandoned' })
  })
})

describe('a stay that the channel booked without an answer', () => {
  const booked = { ...facts, booking: 'exists' } as const
  const supersede = { type: 'SupersedeRequest', data: {} } as const
  test('closes its request, and only then', () => {
    given(request, opened)
      .when(supersede, { ...byClock, facts: booked })
      .thenEvents({ type: 'RequestSuperseded', data: of })
    given(request, opened).when(supersede, byClock).thenRefused('PRECONDITION_FAILED', { rule: 'booked' })
    for (const event of ended)
      given(request, opened, event)
        .when(supersede, { ...byClock, facts: booked })
        .thenNothing()
  })
  test('leaves nothing to answer or withdraw, and does not expire', () => {
    for (const [command, how] of [
      [accept, situation],
      [decline, declining],
      [{ type: 'WithdrawRequest', data: {} }, byGateway],
    ] as const)
      given(request, opened)
        .when(command, { ...how, facts: { ...how.facts, booking: 'exists' } })
        .thenRefused('ALREADY_DECIDED', { rule: 'booked' })
    given(request, opened)
      .when(
        { type: 'ExpireRequest', data: { dueAt: addHours(NOW, 24) } },
        { ...byClock, now: addHours(NOW, 24), facts: booked },
      )
      .thenEvents({ type: 'RequestSuperseded' })
    given(request, opened)
      .when({ type: 'EraseRequestGuest', data: { erasureId: ID } }, { ...byClock, facts: booked })
      .thenEvents({ type: 'RequestSuperseded' }, { type: 'RequestGuestErased' })
  })
  test('cannot be requested afterwards', () =>
    void given(request)
      .when(opening, { ...byGateway, facts: booked })
      .thenRefused('DUPLICATE'))
})

test('the lines of a preview add up to what the host is paid, and the guest pays', () => {
  const { lines, hostPayout, guestTotal, nights } = outcomeOf('accept')
  expect(lines.reduce((total, { afterMinor }) => total + afterMinor, 0)).toBe(hostPayout.afterMinor)
  expect(guestTotal).toEqual({ beforeMinor: 0, afterMinor: 45_000 })
  expect(nights).toEqual({
    start: '2026-07-10',
    end: '2026-07-12',
    before: 'held',
    after: 'booked',
    instead: null,
  })
  expect(outcomeOf('decline')).toMatchObject({
    lines: [],
    hostPayout: { afterMinor: 0 },
    nights: { after: 'free' },
  })
})
