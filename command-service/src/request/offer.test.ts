import { zParty } from '@hearth/contracts/booking'
import { addHours } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import type { OfType } from '@hearth/contracts/kernel/message'
import { zPricing } from '@hearth/contracts/listing'
import { FIRST_POLICIES } from '@hearth/contracts/policy'
import {
  deriveAlterationId,
  guestCommands,
  outcomeHash,
  zOffer,
  type RequestCommand,
  type RequestEvent,
} from '@hearth/contracts/request'
import { describe, expect, test } from 'vitest'
import { booking } from '../booking/booking.decider.ts'
import { confirmed, ID as BOOKING, listing } from '../booking/testing/bookingHistory.ts'
import { GATEWAY, given, NOW, OWNER, SCHEDULER, stateAfter } from '../testing/given.ts'
import type { AlterationFacts } from './alteration.facts.ts'
import { previewOffer } from './offer.ts'
import { request } from './request.decider.ts'
import type { RequestFacts } from './request.facts.ts'

const ID = deriveId('request')
const LISTING = deriveId('listing')
const state = stateAfter(booking, [confirmed])
if (state.status === 'none') throw new Error('No booking')
const alteration: AlterationFacts = {
  bookingId: BOOKING,
  booking: state,
  listing: { ...listing, pricing: zPricing.parse({ baseNightMinor: 25_000 }) },
  taken: [{ claimId: BOOKING, kind: 'booking', start: state.checkIn, end: state.checkOut }],
  previous: 'none',
}
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
const later = zOffer.parse({ checkIn: '2026-07-12', checkOut: '2026-07-17' })
const cheaper = zOffer.parse({ nightsMinor: 80_000 })

/** The facts of an offer that carries its preview; `about`: the guest's request, or the booking. */
const previewed = (offer: typeof later, about: string, part: Partial<AlterationFacts> = {}, now = NOW) => {
  const seen = previewOffer(offer, alteration, NOW, facts.terms)
  if (!seen.ok) throw new Error(seen.detail)
  const payload = {
    requestId: about,
    decision: 'offer',
    resultHash: outcomeHash(seen.outcome),
    validUntil: addHours(NOW, 1),
  } as const
  const current: RequestFacts = {
    ...facts,
    alteration: { ...alteration, ...part },
    preview: { ok: true, payload },
  }
  return { id: ID, actor: OWNER, now, facts: current }
}
const propose = (offer: typeof later): OfType<RequestCommand, 'OfferAlteration'> => ({
  type: 'OfferAlteration',
  data: guestCommands.OfferAlteration.schema.parse({
    listingId: LISTING,
    bookingId: BOOKING,
    ...offer,
    message: 'The roof is repaired that week.',
    previewToken: 't',
  }),
})
const counter = (offer: typeof later): OfType<RequestCommand, 'CounterRequest'> => ({
  type: 'CounterRequest',
  data: guestCommands.CounterRequest.schema.parse({
    ...offer,
    previewToken: 't',
    message: 'Would these do?',
  }),
})
const byGateway = { id: ID, actor: GATEWAY, facts }
const byClock = { ...byGateway, actor: SCHEDULER }

const only = (decision: ReturnType<ReturnType<typeof given>['when']>, type: RequestEvent['type']) => {
  const decided = decision.thenEvents({ type })
  const event = decided?.ok === true ? decided.events[0] : undefined
  if (event === undefined) throw new Error('Nothing happened')
  return event as RequestEvent
}
const asked = only(
  given(request).when(
    {
      type: 'RequestAlteration',
      data: guestCommands.RequestAlteration.schema.parse({
        listingId: LISTING,
        bookingId: BOOKING,
        checkOut: '2026-07-16',
      }),
    },
    byGateway,
  ) as never,
  'AlterationRequested',
)
const offered = only(
  given(request).when(propose(later), previewed(later, BOOKING)) as never,
  'AlterationOffered',
)
const countered = only(
  given(request, asked).when(counter(later), previewed(later, ID)) as never,
  'RequestCountered',
)
const accept = { type: 'AcceptOffer', data: {} } as const
const decline = { type: 'DeclineOffer', data: {} } as const
const block = {
  claimId: deriveId('block'),
  kind: 'maintenance',
  start: '2026-07-16',
  end: '2026-07-18',
} as const

describe('a host who offers another stay', () => {
  test('offers dates at the prices of the booking and the home, and the guest answers within 72 hours', () =>
    expect(offered.data).toMatchObject({
      bookingId: BOOKING,
      before: { checkIn: '2026-07-10', checkOut: '2026-07-15' },
      after: { checkIn: '2026-07-12', checkOut: '2026-07-17' },
      counteredId: null,
      by: OWNER.id,
      dueAt: addHours(NOW, 72),
    }))
  test('may name the price of all nights', () =>
    void given(request)
      .when(propose(cheaper), previewed(cheaper, BOOKING))
      .thenEvents({
        type: 'AlterationOffered',
        data: { after: { checkIn: '2026-07-10' }, price: { nightly: expect.any(Array) } },
      }))
  test('must change something, for guests whom the home takes, in nights that are free', () => {
    const refuse = (offer: object, part: Partial<AlterationFacts> = {}) =>
      previewOffer(zOffer.parse(offer), { ...alteration, ...part }, NOW, facts.terms)
    expect(refuse({})).toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(refuse({ party: zParty.parse({ adults: 5 }) })).toMatchObject({ code: 'LIMIT_EXCEEDED' })
    expect(refuse(later, { taken: [...alteration.taken, block] })).toMatchObject({
      code: 'NIGHTS_UNAVAILABLE',
    })
  })
  test('has seen what it does', () => {
    given(request)
      .when(propose(later), { ...byGateway, actor: OWNER })
      .thenRefused('VALIDATION_FAILED')
    given(request).when(propose(later), previewed(later, ID)).thenRefused('QUOTE_STALE')
    given(request).when(propose(cheaper), previewed(later, BOOKING)).thenRefused('QUOTE_STALE')
  })
  test('has no other open alteration of the booking', () => {
    given(request)
      .when(propose(later), previewed(later, BOOKING, { previous: 'open' }))
      .thenRefused('DUPLICATE')
    given(request, offered).when(propose(later), previewed(later, BOOKING)).thenRefused('DUPLICATE')
  })
})

describe('a host who offers another stay than a guest asks for', () => {
  test('ends the guest’s request, and names the offer that follows', () =>
    expect(countered.data).toMatchObject({
      guestRef: 'g',
      after: { checkIn: '2026-07-12' },
      offerId: deriveAlterationId('tenant', BOOKING, ID),
      message: 'Would these do?',
    }))
  test('does it in time, once, and only for a request of the guest', () => {
    given(request, asked)
      .when(counter(later), previewed(later, ID, {}, addHours(NOW, 72)))
      .thenRefused('WINDOW_CLOSED')
    given(request, asked, countered).when(counter(later), previewed(later, ID)).thenRefused('ALREADY_DECIDED')
    given(request, offered).when(counter(later), previewed(later, ID)).thenRefused('INVALID_TRANSITION')
  })
  test('opens what was decided, whatever the calendar says by then', () => {
    const { offered: plan } = stateAfter(request, [asked, countered]) as Extract<
      ReturnType<typeof stateAfter<typeof request>>,
      { kind: 'alteration' }
    >
    const opening = {
      type: 'OpenCounterOffer',
      data: { listingId: LISTING, bookingId: BOOKING, after: ID },
    } as const
    const known = {
      ...facts,
      countered: plan,
      alteration: { ...alteration, taken: [...alteration.taken, block] },
    }
    const about = { ...byClock, id: deriveAlterationId('tenant', BOOKING, ID), facts: known }
    given(request)
      .when(opening, about)
      .thenEvents({
        type: 'AlterationOffered',
        data: { counteredId: ID, after: { checkIn: '2026-07-12' }, by: OWNER.id, message: 'Would these do?' },
      })
    given(request, offered).when(opening, about).thenNothing()
  })
})

describe('the guest', () => {
  test('accepts or declines an offer in time, once', () => {
    given(request, offered).when(accept, byGateway).thenEvents({ type: 'OfferAccepted' })
    given(request, offered).when(decline, byGateway).thenEvents({ type: 'OfferDeclined' })
    given(request, offered)
      .when(accept, { ...byGateway, now: addHours(NOW, 72) })
      .thenRefused('WINDOW_CLOSED')
    const accepted: RequestEvent = {
      type: 'OfferAccepted',
      data: { requestId: ID, listingId: 'l', guestRef: 'g' },
    }
    given(request, offered, accepted).when(decline, byGateway).thenRefused('ALREADY_DECIDED')
    given(request, asked).when(accept, byGateway).thenRefused('INVALID_TRANSITION')
  })
  test('cannot accept nights that were taken, or after the booking was cancelled', () => {
    const taken = [...alteration.taken, block]
    given(request, offered)
      .when(accept, { ...byGateway, facts: { ...facts, alteration: { ...alteration, taken } } })
      .thenRefused('NIGHTS_UNAVAILABLE')
    const cancelled = { ...alteration, booking: { ...alteration.booking, status: 'cancelled' as const } }
    given(request, offered)
      .when(accept, { ...byGateway, facts: { ...facts, alteration: cancelled } })
      .thenRefused('ALREADY_DECIDED', { rule: 'booking_cancelled' })
    given(request, offered)
      .when(
        { type: 'SupersedeRequest', data: {} },
        { ...byClock, facts: { ...facts, alteration: cancelled } },
      )
      .thenEvents({ type: 'RequestSuperseded' })
  })
  test('does not answer: the offer expires', () =>
    void given(request, offered)
      .when(
        { type: 'ExpireRequest', data: { dueAt: addHours(NOW, 72) } },
        { ...byClock, now: addHours(NOW, 72) },
      )
      .thenEvents({ type: 'RequestExpired' }))
})

test('the host withdraws an offer, the guest declines it instead', () => {
  const withdraw = { type: 'WithdrawRequest', data: {} } as const
  given(request, offered)
    .when(withdraw, { ...byGateway, actor: OWNER })
    .thenEvents({ type: 'RequestWithdrawn' })
  given(request, offered).when(withdraw, byGateway).thenRefused('FORBIDDEN')
})
