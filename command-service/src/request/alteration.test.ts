import { FIRST_POLICIES } from '@hearth/contracts/policy'
import { zPricing } from '@hearth/contracts/listing'
import { addHours } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { OfType } from '@hearth/contracts/kernel/message'
import {
  guestCommands,
  outcomeHash,
  type RequestCommand,
  type RequestDecision,
  type RequestEvent,
} from '@hearth/contracts/request'
import { describe, expect, test } from 'vitest'
import { booking } from '../booking/booking.decider.ts'
import { confirmed, ID as BOOKING, listing, type Happened } from '../booking/testing/bookingHistory.ts'
import { GATEWAY, given, NOW, OWNER, SCHEDULER, stateAfter } from '../testing/given.ts'
import { previewAlteration } from './alteration.ts'
import type { AlterationFacts } from './alteration.facts.ts'
import { request } from './request.decider.ts'
import type { RequestFacts } from './request.facts.ts'

const ID = '6c1f9a52-1d0e-5c3b-8e4a-2b7d1c0e5f33'
const LISTING = '5b1f7a34-2f0c-5c1e-9d0a-6c7d1f0e4a11'

const factsAfter = (...history: readonly Happened[]): AlterationFacts => {
  const state = stateAfter(booking, history)
  if (state.status === 'none') throw new Error('No booking')
  return {
    bookingId: BOOKING,
    booking: state,
    listing: { ...listing, pricing: zPricing.parse({ baseNightMinor: 25_000 }) },
    taken: [{ claimId: BOOKING, kind: 'booking', start: state.checkIn, end: state.checkOut }],
    previous: 'none',
  }
}
const alteration = factsAfter(confirmed)
const facts: RequestFacts = {
  listing: { hostAccountId: 'tenant', currency: 'USD' },
  terms: FIRST_POLICIES.request.body,
  policy: 'request@1',
  unknown: [],
  emergency: null,
  stay: null,
  alteration,
  countered: null,
  refunded: null,
  booking: 'none',
  preview: { ok: false, reason: 'invalid' },
  movedBy: null,
}
const withAlteration = (part: Partial<AlterationFacts>) => ({
  id: ID,
  actor: GATEWAY,
  facts: { ...facts, alteration: { ...alteration, ...part } },
})
const byGateway = withAlteration({})
const byClock = { ...byGateway, actor: SCHEDULER }

const ask = (data: object): OfType<RequestCommand, 'RequestAlteration'> => ({
  type: 'RequestAlteration',
  data: guestCommands.RequestAlteration.schema.parse({ listingId: LISTING, bookingId: BOOKING, ...data }),
})
const longer = ask({ checkOut: '2026-07-16', message: 'My sister joins me.' })

const openedBy = (command: typeof longer): RequestEvent => {
  const decision = given(request).when(command, byGateway).thenEvents({ type: 'AlterationRequested' })
  const event = decision?.ok === true ? decision.events[0] : undefined
  if (event === undefined) throw new Error('Not opened')
  return event as RequestEvent
}
const opened = openedBy(longer)

/** The facts of a decision that carries the preview of `decision`. */
const previewed = (decision: RequestDecision, part: Partial<AlterationFacts> = {}, now = NOW) => {
  const state = stateAfter(request, [opened])
  if (state.kind !== 'alteration') throw new Error('No alteration')
  const preview = previewAlteration(state, decision, NOW, alteration)
  if (!preview.ok) throw new Error(preview.detail)
  const payload = {
    requestId: ID,
    decision,
    resultHash: outcomeHash(preview.outcome),
    validUntil: addHours(NOW, 1),
  }
  const current = {
    ...facts,
    alteration: { ...alteration, ...part },
    preview: { ok: true, payload } as const,
  }
  return { id: ID, actor: OWNER, now, facts: current }
}
const accept: OfType<RequestCommand, 'AcceptRequest'> = {
  type: 'AcceptRequest',
  data: { previewToken: 't', note: null },
}
const decline: OfType<RequestCommand, 'DeclineRequest'> = {
  type: 'DeclineRequest',
  data: { previewToken: 't', reason: 'maintenance', text: null },
}
const of = { requestId: ID, listingId: 'l', guestRef: 'g' }
const accepted: RequestEvent = {
  type: 'RequestAccepted',
  data: { ...of, by: OWNER.id, previewHash: 'h', note: null },
}
const cancelled = { booking: { ...alteration.booking, status: 'cancelled' as const } }

describe('a guest who wants another stay', () => {
  test('asks for what changes, at the price of the changed nights', () =>
    void given(request)
      .when(longer, byGateway)
      .thenEvents({
        type: 'AlterationRequested',
        data: {
          bookingId: BOOKING,
          guestName: 'Daniel W.',
          before: { checkIn: '2026-07-10', checkOut: '2026-07-15', hostPayoutMinor: 94_640 },
          after: { checkIn: '2026-07-10', checkOut: '2026-07-16' },
          price: {
            nightly: expect.arrayContaining([
              { date: '2026-07-14', amountMinor: 20_000 },
              { date: '2026-07-15', amountMinor: 25_000 },
            ]),
            guestTotalMinor: 150_700,
          },
          dueAt: addHours(NOW, 72),
          reminderHoursLeft: [24, 4],
        },
      }))
  test('is answered until an hour before the first of both check-ins', () => {
    const { checkInInstant } = alteration.booking.snapshot
    given(request)
      .when(ask({ checkIn: '2026-07-09' }), { ...byGateway, now: addHours(checkInInstant, -30) })
      .thenEvents({ type: 'AlterationRequested', data: { dueAt: addHours(checkInInstant, -25) } })
    given(request)
      .when(ask({ checkIn: '2026-07-11' }), { ...byGateway, now: addHours(checkInInstant, -2) })
      .thenEvents({ type: 'AlterationRequested', data: { dueAt: addHours(checkInInstant, -1) } })
    given(request)
      .when(longer, { ...byGateway, now: addHours(checkInInstant, -1) })
      .thenRefused('WINDOW_CLOSED', { rule: 'deadline' })
  })
  test('has one open alteration at most', () => {
    given(request, opened).when(longer, byGateway).thenRefused('DUPLICATE')
    given(request)
      .when(longer, withAlteration({ previous: 'open' }))
      .thenRefused('DUPLICATE', { rule: 'one_open_alteration' })
    given(request)
      .when(longer, withAlteration({ previous: 'over' }))
      .thenEvents({ type: 'AlterationRequested' })
  })
  test.for([
    ['nothing else', {}],
    ['the same stay', { checkIn: '2026-07-10', checkOut: '2026-07-15' }],
    ['no night', { checkOut: '2026-07-10' }],
    ['more than a year', { checkOut: '2027-07-12' }],
  ] as const)(
    'cannot ask for %s',
    ([, data]) => void given(request).when(ask(data), byGateway).thenRefused('VALIDATION_FAILED'),
  )
  test('cannot bring more guests than the home takes, or take nights of others', () => {
    given(request)
      .when(ask({ party: { adults: 5 } }), byGateway)
      .thenRefused('LIMIT_EXCEEDED', { rule: 'capacity', limit: 4 })
    const other = {
      claimId: deriveId('other'),
      kind: 'booking',
      start: '2026-07-15',
      end: '2026-07-18',
    } as const
    given(request)
      .when(longer, withAlteration({ taken: [...alteration.taken, other] }))
      .thenRefused('NIGHTS_UNAVAILABLE', { conflicts: [{ kind: 'booking' }] })
    given(request)
      .when(ask({ party: { adults: 3 } }), withAlteration({ taken: [...alteration.taken, other] }))
      .thenEvents({ type: 'AlterationRequested' })
  })
  test('cannot change a cancelled stay, one of another listing, or one without a price', () => {
    given(request).when(longer, withAlteration(cancelled)).thenRefused('INVALID_TRANSITION')
    const unknown = [{ pointer: '/bookingId', detail: 'isn’t a booking of this listing' }]
    given(request)
      .when(longer, { ...byGateway, facts: { ...facts, unknown, alteration: null } })
      .thenRefused('VALIDATION_FAILED', { errors: unknown })
    given(request)
      .when(longer, withAlteration({ listing: { ...listing, pricing: null } }))
      .thenRefused('PRECONDITION_FAILED', { rule: 'prices' })
  })
})

describe('the answer to an alteration', () => {
  test('is what was previewed', () => {
    given(request, opened)
      .when(accept, previewed('accept'))
      .thenEvents({ type: 'RequestAccepted', data: { guestRef: 'g', by: OWNER.id } })
    given(request, opened)
      .when(decline, previewed('decline'))
      .thenEvents({ type: 'RequestDeclined', data: { reason: 'maintenance' } })
    given(request, opened).when(accept, previewed('decline')).thenRefused('QUOTE_STALE')
  })
  test('is QUOTE_STALE once the booking costs something else, NIGHTS_UNAVAILABLE once its nights are taken', () => {
    const { money } = alteration.booking
    const cheaper = { ...alteration.booking, money: { ...money, guestTotalMinor: money.guestTotalMinor - 1 } }
    given(request, opened)
      .when(accept, previewed('accept', { booking: cheaper }))
      .thenRefused('QUOTE_STALE')
    const block = {
      claimId: deriveId('block'),
      kind: 'maintenance',
      start: '2026-07-15',
      end: '2026-07-16',
    } as const
    const taken = [...alteration.taken, block]
    given(request, opened).when(accept, previewed('accept', { taken })).thenRefused('NIGHTS_UNAVAILABLE')
    given(request, opened)
      .when(decline, previewed('decline', { taken }))
      .thenEvents({ type: 'RequestDeclined' })
  })
  test('comes in time and once', () => {
    given(request, opened)
      .when(accept, previewed('accept', {}, addHours(NOW, 72)))
      .thenRefused('WINDOW_CLOSED')
    given(request, opened, accepted).when(decline, previewed('decline')).thenRefused('ALREADY_DECIDED')
  })
  test('is no longer possible once the booking was cancelled, which closes the request', () => {
    given(request, opened)
      .when(accept, previewed('accept', cancelled))
      .thenRefused('ALREADY_DECIDED', { rule: 'booking_cancelled' })
    const supersede = { type: 'SupersedeRequest', data: {} } as const
    given(request, opened)
      .when(supersede, { ...byClock, ...withAlteration(cancelled) })
      .thenEvents({ type: 'RequestSuperseded', data: of })
    given(request, opened).when(supersede, byClock).thenRefused('PRECONDITION_FAILED')
    given(request, opened, accepted).when(supersede, byClock).thenNothing()
  })
})

describe('without an answer', () => {
  const expire = { type: 'ExpireRequest', data: { dueAt: addHours(NOW, 72) } } as const
  test('an alteration expires, and stays as it is when it was answered', () => {
    given(request, opened).when(expire, byClock).thenRefused('PRECONDITION_FAILED', { rule: 'not_due' })
    given(request, opened)
      .when(expire, { ...byClock, now: addHours(NOW, 72) })
      .thenEvents({ type: 'RequestExpired', data: of })
    given(request, opened, accepted)
      .when(expire, { ...byClock, now: addHours(NOW, 72) })
      .thenNothing()
  })
  test('its guest can withdraw it, a host declines it instead', () => {
    const withdraw = { type: 'WithdrawRequest', data: {} } as const
    given(request, opened).when(withdraw, byGateway).thenEvents({ type: 'RequestWithdrawn' })
    given(request, opened).when(withdraw, previewed('decline')).thenRefused('FORBIDDEN')
  })
  test('an erased guest’s alteration is withdrawn', () => {
    const erase = { type: 'EraseRequestGuest', data: { erasureId: deriveId('erasure') } } as const
    given(request, opened)
      .when(erase, byClock)
      .thenEvents({ type: 'RequestWithdrawn' }, { type: 'RequestGuestErased', data: of })
    given(request, opened, { type: 'RequestGuestErased', data: { ...of, ...erase.data } })
      .when(erase, byClock)
      .thenNothing()
  })
})

test('an accepted alteration that was not made says why, once', () => {
  const fail = { type: 'RecordAlterationFailure', data: { reason: 'charge_failed' } } as const
  const failed: RequestEvent = { type: 'AlterationNotMade', data: { ...of, reason: 'charge_failed' } }
  given(request, opened, accepted).when(fail, byClock).thenEvents(failed)
  given(request, opened, accepted, failed).when(fail, byClock).thenNothing()
  given(request, opened).when(fail, byClock).thenRefused('INVALID_TRANSITION')
})
