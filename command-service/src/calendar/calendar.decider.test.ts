import { zAvailabilityRules, zPricing } from '@hearth/contracts/listing'
import { addMinutes } from '@hearth/contracts/kernel/dates'
import { describe, expect, test } from 'vitest'
import type { StartedListing } from '../listing/listing.state.ts'
import { ADMIN, given, NOW } from '../testing/given.ts'
import { calendar } from './calendar.decider.ts'

const rules = zAvailabilityRules.parse({})
const listing: StartedListing = {
  status: 'live',
  openUntil: null,
  hostAccountId: 'tenant',
  timezone: 'America/New_York',
  currency: 'USD',
  maxGuests: 4,
  checkInTime: '15:00',
  checkOutTime: '11:00',
  feeModel: 'self_managed',
  cancellationPolicyCode: 'flexible',
  longTermPolicyCode: 'long_term_firm',
  pricing: zPricing.parse({ baseNightMinor: 100 }),
  rules,
}
const facts = {
  listing,
  today: '2026-06-12',
  checkInInstant: '2026-07-10T19:00:00.000Z',
  bookingLives: false,
  feedLives: false,
  ownStays: { ownerNightsPerYear: 60, peakDates: [] },
  contract: undefined,
  shootSlots: [],
}
const at = (block: string, change: object = {}) => ({
  id: 'l',
  targetId: block,
  facts: { ...facts, ...change },
})
const situation = at('l')
const span = { start: '2026-07-10', end: '2026-07-15' }

const hold = (claimId: string, start: string, end: string, skipRules = false) =>
  ({
    type: 'HoldNights',
    data: { listingId: 'l', claimId, kind: 'booking', start, end, ttlMinutes: 2, skipRules },
  }) as const
const held = (
  claimId: string,
  start = span.start,
  end = span.end,
  kind: 'booking' | 'request_hold' = 'booking',
) =>
  ({
    type: 'NightsHeld',
    data: { listingId: 'l', claimId, kind, start, end, holdExpiresAt: '2026-06-12T13:44:00.000Z' },
  }) as const
const committed = (claimId: string) =>
  ({ type: 'NightsCommitted', data: { listingId: 'l', claimId, ...span } }) as const
const commit = (claimId: string) => ({ type: 'CommitClaim', data: { listingId: 'l', claimId } }) as const
const release = (claimId: string, holdAs: string | null = null) =>
  ({ type: 'ReleaseClaim', data: { listingId: 'l', claimId, reason: 'cancelled', holdAs } }) as const
const replace = (claimId: string, start: string, end: string) =>
  ({ type: 'ReplaceClaim', data: { listingId: 'l', claimId, start, end } }) as const
type Kind = 'owner_stay' | 'maintenance' | 'safety_hold' | 'staff_hold' | 'seasonal_closed' | 'other'
const create = (start: string, end: string, kind: Kind = 'other') =>
  ({ type: 'CreateBlock', data: { listingId: 'l', kind, start, end, note: null, ownerStay: null } }) as const
const created = (
  blockId: string,
  start: string,
  end: string,
  kind: Kind | 'host_cancellation_hold' = 'other',
) =>
  ({
    type: 'BlockCreated',
    data: { listingId: 'l', blockId, kind, start, end, note: null, ownerStay: null },
  }) as const
const edit = (start: string, end: string, note: string | null = null) =>
  ({ type: 'EditBlock', data: { listingId: 'l', start, end, note } }) as const
const remove = { type: 'RemoveBlock', data: { listingId: 'l' } } as const
const restore = { type: 'RestoreBlock', data: { listingId: 'l' } } as const
const removed = (
  blockId: string,
  start: string,
  end: string,
  remaining: { start: string; end: string } | null = null,
) => ({ type: 'BlockRemoved', data: { listingId: 'l', blockId, start, end, remaining } }) as const

describe('holding nights', () => {
  test('takes them for a while', () =>
    given(calendar)
      .when(hold('a', span.start, span.end), situation)
      .thenEvents({ type: 'NightsHeld', data: { ...span, holdExpiresAt: addMinutes(NOW, 2) } }))
  test('an import skips the window; its hold counts from the wall clock, also when the past is told', () => {
    const told = { ...at('l', { today: '2020-01-01' }), now: '2020-01-01T12:00:00.000Z', recordedAt: NOW }
    given(calendar)
      .when(hold('a', span.start, span.end), told)
      .thenRefused('POLICY_VIOLATION', { rule: 'booking_window' })
    given(calendar)
      .when(hold('a', span.start, span.end, true), told)
      .thenEvents({ type: 'NightsHeld', data: { holdExpiresAt: addMinutes(NOW, 2) } })
  })
  test('next to a stay is free', () =>
    given(calendar, held('a'))
      .when(hold('b', '2026-07-15', '2026-07-18'), situation)
      .thenEvents({ type: 'NightsHeld' }))
  test('over a stay is not, be its hold expired', () =>
    given(calendar, held('a'))
      .when(hold('b', '2026-07-14', '2026-07-16'), { ...situation, now: '2026-06-20T00:00:00.000Z' })
      .thenRefused('NIGHTS_UNAVAILABLE', { conflicts: [{ kind: 'booking', ...span }] }))
  test('needs a preparation night where the listing wants one', () => {
    const prepared = at('l', { listing: { ...listing, rules: { ...rules, prepNights: 1 } } })
    given(calendar, held('a'))
      .when(hold('b', '2026-07-15', '2026-07-18'), prepared)
      .thenRefused('NIGHTS_UNAVAILABLE', { conflicts: [{ kind: 'prep_time' }] })
    given(calendar, held('a'))
      .when(hold('b', '2026-07-16', '2026-07-18'), prepared)
      .thenEvents({ type: 'NightsHeld' })
  })
  test('again under the same id is the same hold', () =>
    given(calendar, held('a'))
      .when(hold('a', span.start, span.end), situation)
      .thenNothing())
  test('other nights under the same id are refused', () =>
    given(calendar, held('a'))
      .when(hold('a', span.start, '2026-07-16'), situation)
      .thenRefused('DUPLICATE'))
  test('again after a release', () =>
    given(calendar, held('a'), {
      type: 'NightsReleased',
      data: { listingId: 'l', claimId: 'a', ...span, reason: 'expired' },
    })
      .when(hold('a', span.start, span.end), situation)
      .thenEvents({ type: 'NightsHeld' }))
  test('a paused listing is not held', () =>
    given(calendar)
      .when(hold('a', span.start, span.end), at('l', { listing: { ...listing, status: 'paused' } }))
      .thenRefused('PRECONDITION_FAILED', { rule: 'listing_not_live' }))
  test('a listing that ends takes stays that are over by then, and none once it has ended', () => {
    const givenUp = { listing: { ...listing, status: 'delisted', openUntil: span.end } }
    given(calendar)
      .when(hold('a', span.start, span.end), at('l', givenUp))
      .thenEvents({ type: 'NightsHeld' })
    given(calendar)
      .when(hold('a', span.start, '2026-07-16'), at('l', givenUp))
      .thenRefused('PRECONDITION_FAILED', { rule: 'listing_closes' })
    given(calendar)
      .when(hold('a', span.start, span.end, true), at('l', { ...givenUp, today: span.end }))
      .thenRefused('PRECONDITION_FAILED', { rule: 'listing_not_live' })
    given(calendar)
      .when(hold('a', span.start, span.end), at('l', { listing: { ...listing, status: 'delisted' } }))
      .thenRefused('PRECONDITION_FAILED', { rule: 'listing_not_live' })
  })
  test('so does one whose agreement ends', () => {
    const noticed = (effectiveOn: string, status = 'terminating') =>
      at('l', { contract: { status, effectiveOn } })
    given(calendar)
      .when(hold('a', span.start, span.end), noticed(span.end))
      .thenEvents({ type: 'NightsHeld' })
    given(calendar)
      .when(hold('a', span.start, '2026-07-16', true), noticed(span.end))
      .thenRefused('PRECONDITION_FAILED', { rule: 'listing_closes' })
    given(calendar)
      .when(hold('a', span.start, span.end), noticed('2026-06-01', 'terminated'))
      .thenRefused('PRECONDITION_FAILED', { rule: 'listing_closes' })
    given(calendar)
      .when(
        hold('a', span.start, span.end),
        at('l', {
          listing: { ...listing, status: 'delisted', openUntil: '2026-08-01' },
          contract: { status: 'terminating', effectiveOn: '2026-07-14' },
        }),
      )
      .thenRefused('PRECONDITION_FAILED', { rule: 'listing_closes' })
  })
  test('all broken rules are told', () =>
    given(calendar)
      .when(
        hold('a', span.start, span.end),
        at('l', { listing: { ...listing, rules: { ...rules, minNights: 7, closedToArrival: [5] } } }),
      )
      .thenRefused('POLICY_VIOLATION', {
        rule: 'min_nights',
        failures: [{ rule: 'min_nights' }, { rule: 'closed_to_arrival' }],
      }))
  test('no nights, no hold', () =>
    given(calendar)
      .when(hold('a', span.end, span.end), situation)
      .thenRefused('INVALID_DATE_RANGE'))
  test('no listing, no hold', () =>
    given(calendar)
      .when(hold('a', span.start, span.end), at('l', { listing: null }))
      .thenRefused('NOT_FOUND'))
})

describe('committing', () => {
  test('makes a hold last, expired or not', () =>
    given(calendar, held('a'))
      .when(commit('a'), { ...situation, now: '2026-07-01T00:00:00.000Z' })
      .thenEvents({ type: 'NightsCommitted', data: span }))
  test('makes a request a booking', () =>
    given(calendar, held('a', span.start, span.end, 'request_hold'), committed('a'))
      .when(replace('a', '2026-07-11', '2026-07-15'), situation)
      .thenEvents({ type: 'NightsMoved', data: { kind: 'booking', state: 'committed' } }))
  test('twice is once', () =>
    given(calendar, held('a'), committed('a')).when(commit('a'), situation).thenNothing())
  test('of nothing finds the nights gone', () =>
    given(calendar).when(commit('a'), situation).thenRefused('NIGHTS_UNAVAILABLE'))
  test('is not for blocks', () =>
    given(calendar, created('b', span.start, span.end))
      .when(commit('b'), situation)
      .thenRefused('INVALID_TRANSITION'))
})

describe('moving', () => {
  const stay = [held('a'), committed('a')] as const
  test('ignores itself', () =>
    given(calendar, ...stay)
      .when(replace('a', '2026-07-12', '2026-07-17'), situation)
      .thenEvents({
        type: 'NightsMoved',
        data: { from: span, to: { start: '2026-07-12', end: '2026-07-17' } },
      }))
  test('to where it is changes nothing', () =>
    given(calendar, ...stay)
      .when(replace('a', span.start, span.end), situation)
      .thenNothing())
  test('onto others is refused', () =>
    given(calendar, ...stay, created('b', '2026-07-15', '2026-07-16'))
      .when(replace('a', '2026-07-12', '2026-07-17'), situation)
      .thenRefused('NIGHTS_UNAVAILABLE'))
  test('needs a claim that is a stay, and nights', () => {
    given(calendar)
      .when(replace('a', span.start, span.end), situation)
      .thenRefused('NOT_FOUND')
    given(calendar, created('b', span.start, span.end))
      .when(replace('b', '2026-07-12', '2026-07-17'), situation)
      .thenRefused('INVALID_TRANSITION')
    given(calendar, ...stay)
      .when(replace('a', span.end, span.start), situation)
      .thenRefused('INVALID_DATE_RANGE')
  })
})

describe('releasing', () => {
  const stay = [held('a'), committed('a')] as const
  test('frees the nights', () =>
    given(calendar, ...stay)
      .when(release('a'), situation)
      .thenEvents({ type: 'NightsReleased', data: { ...span, reason: 'cancelled' } }))
  test('after a host cancellation blocks them in the same append', () =>
    given(calendar, ...stay)
      .when(release('a', 'b'), situation)
      .thenEvents(
        { type: 'NightsReleased' },
        { type: 'BlockCreated', data: { blockId: 'b', kind: 'host_cancellation_hold', ...span } },
      ))
  test('what is free already is no event', () => given(calendar).when(release('a'), situation).thenNothing())
  test('not while the booking lives', () =>
    given(calendar, ...stay)
      .when(release('a'), at('l', { bookingLives: true }))
      .thenRefused('INVALID_TRANSITION'))
  test('is not for blocks', () =>
    given(calendar, created('b', span.start, span.end))
      .when(release('b'), situation)
      .thenRefused('INVALID_TRANSITION'))
})

describe('blocking', () => {
  test('takes free nights, and can be undone', () => {
    const decision = given(calendar)
      .when(create(span.start, span.end), at('b'))
      .thenEvents({ type: 'BlockCreated', data: { blockId: 'b', ...span } })
    expect(decision).toMatchObject({ undo: { command: 'RemoveBlock' } })
  })
  test('the same again is no event', () =>
    given(calendar, created('b', span.start, span.end))
      .when(create(span.start, span.end), at('b'))
      .thenNothing())
  test('booked nights must be cancelled first', () =>
    given(calendar, held('a'))
      .when(create('2026-07-14', '2026-07-16'), at('b'))
      .thenRefused('NIGHTS_UNAVAILABLE'))
  test('blocks ignore preparation nights', () =>
    given(calendar, held('a'))
      .when(
        create('2026-07-15', '2026-07-16'),
        at('b', { listing: { ...listing, rules: { ...rules, prepNights: 2 } } }),
      )
      .thenEvents({ type: 'BlockCreated' }))
  test('today can be blocked, yesterday not', () => {
    given(calendar).when(create('2026-06-12', '2026-06-13'), at('b')).thenEvents({ type: 'BlockCreated' })
    given(calendar)
      .when(create('2026-06-11', '2026-06-13'), at('b'))
      .thenRefused('POLICY_VIOLATION', { rule: 'past' })
  })
  test('a safety hold lies over a stay, by staff only, and blocks what comes later', () => {
    given(calendar, held('a'))
      .when(create('2026-07-14', '2026-07-16', 'safety_hold'), { ...at('b'), actor: ADMIN })
      .thenEvents({ type: 'BlockCreated' })
    given(calendar)
      .when(create('2026-07-14', '2026-07-16', 'safety_hold'), at('b'))
      .thenRefused('FORBIDDEN')
    given(calendar, created('s', span.start, span.end, 'safety_hold'))
      .when(hold('a', '2026-07-14', '2026-07-16'), situation)
      .thenRefused('NIGHTS_UNAVAILABLE')
  })
  test('an owner has 60 nights a year', () => {
    const owner = created('o', '2026-08-01', '2026-09-25', 'owner_stay')
    given(calendar, owner)
      .when(create('2026-10-01', '2026-10-06', 'owner_stay'), at('b'))
      .thenEvents({ type: 'BlockCreated' })
    given(calendar, owner)
      .when(create('2026-10-01', '2026-10-07', 'owner_stay'), at('b'))
      .thenRefused('LIMIT_EXCEEDED', { year: '2026' })
    given(calendar, owner)
      .when(create('2026-12-28', '2027-01-20', 'owner_stay'), at('b'))
      .thenEvents({ type: 'BlockCreated' })
  })
  test('as the agreement says, an owner has another number of nights, and none when demand is highest; fewer than there are is always possible', () => {
    const owner = created('o', '2026-08-01', '2026-08-11', 'owner_stay')
    const agreed = (block: string) =>
      at(block, {
        ownStays: { ownerNightsPerYear: 5, peakDates: [{ from: '2026-08-10', to: '2026-08-20' }] },
      })
    given(calendar)
      .when(create('2026-07-01', '2026-07-06', 'owner_stay'), agreed('b'))
      .thenEvents({ type: 'BlockCreated' })
    given(calendar)
      .when(create('2026-07-01', '2026-07-07', 'owner_stay'), agreed('b'))
      .thenRefused('LIMIT_EXCEEDED', { limit: 5 })
    given(calendar)
      .when(create('2026-08-07', '2026-08-10', 'owner_stay'), agreed('b'))
      .thenEvents({ type: 'BlockCreated' })
    given(calendar)
      .when(create('2026-08-19', '2026-08-21', 'owner_stay'), agreed('b'))
      .thenRefused('POLICY_VIOLATION', { rule: 'peak_dates', from: '2026-08-10', to: '2026-08-20' })
    given(calendar)
      .when(create('2026-08-19', '2026-08-21', 'maintenance'), agreed('b'))
      .thenEvents({ type: 'BlockCreated' })
    given(calendar, owner)
      .when(edit('2026-08-02', '2026-08-11'), agreed('o'))
      .thenEvents({ type: 'BlockChanged' })
    given(calendar, owner)
      .when(edit('2026-08-01', '2026-08-12'), agreed('o'))
      .thenRefused('POLICY_VIOLATION', { rule: 'peak_dates' })
  })
  test('details of an owner’s stay belong to one', () => {
    const block = {
      ...create(span.start, span.end).data,
      ownerStay: { guests: 2, cleaningRequested: true, forFriends: false },
    }
    given(calendar).when({ type: 'CreateBlock', data: block }, at('b')).thenRefused('VALIDATION_FAILED')
    given(calendar)
      .when({ type: 'CreateBlock', data: { ...block, kind: 'owner_stay' } }, at('b'))
      .thenEvents({ type: 'BlockCreated', data: { ownerStay: { guests: 2 } } })
  })
  test('no listing, no block', () =>
    given(calendar)
      .when(create(span.start, span.end), at('b', { listing: null }))
      .thenRefused('NOT_FOUND'))
})

describe('editing a block', () => {
  const block = created('b', span.start, span.end)
  test('moves it and keeps what was', () =>
    given(calendar, block)
      .when(edit('2026-07-11', '2026-07-20', 'Roof'), at('b'))
      .thenEvents({
        type: 'BlockChanged',
        data: {
          before: { ...span, note: null },
          after: { start: '2026-07-11', end: '2026-07-20', note: 'Roof' },
        },
      }))
  test('the same is no event', () =>
    given(calendar, block).when(edit(span.start, span.end), at('b')).thenNothing())
  test('not onto others', () =>
    given(calendar, block, held('a', '2026-07-15', '2026-07-18'))
      .when(edit(span.start, '2026-07-16'), at('b'))
      .thenRefused('NIGHTS_UNAVAILABLE'))
  test('its note, though a safety hold lies over it', () =>
    given(calendar, block, created('s', span.start, span.end, 'safety_hold'))
      .when(edit(span.start, span.end, 'Roof'), at('b'))
      .thenEvents({ type: 'BlockChanged' }))
  test('begun nights stay', () => {
    const running = at('b', { today: '2026-07-12' })
    given(calendar, block)
      .when(edit('2026-07-11', '2026-07-20'), running)
      .thenRefused('POLICY_VIOLATION', { rule: 'past' })
    given(calendar, block)
      .when(edit(span.start, '2026-07-11'), running)
      .thenRefused('POLICY_VIOLATION', { rule: 'past' })
    given(calendar, block).when(edit(span.start, '2026-07-12'), running).thenEvents({ type: 'BlockChanged' })
    given(calendar, block)
      .when(edit('2026-06-11', '2026-07-20'), at('b'))
      .thenRefused('POLICY_VIOLATION', { rule: 'past' })
  })
  test('not when it is over, not another kind, not a booking, not nothing', () => {
    given(calendar, block)
      .when(edit(span.start, '2026-07-20'), at('b', { today: '2026-07-15' }))
      .thenRefused('WINDOW_CLOSED')
    given(calendar, created('b', span.start, span.end, 'host_cancellation_hold'))
      .when(edit(span.start, '2026-07-20'), at('b'))
      .thenRefused('FORBIDDEN')
    given(calendar, held('b'))
      .when(edit(span.start, '2026-07-20'), { ...at('b'), actor: ADMIN })
      .thenRefused('FORBIDDEN')
    given(calendar).when(edit(span.start, '2026-07-20'), at('b')).thenRefused('NOT_FOUND')
  })
})

describe('removing and restoring', () => {
  const block = created('b', span.start, span.end)
  const gone = removed('b', span.start, span.end)
  test('a coming block goes whole', () => {
    const decision = given(calendar, block)
      .when(remove, at('b'))
      .thenEvents({ type: 'BlockRemoved', data: { ...span, remaining: null } })
    expect(decision).toMatchObject({
      undo: { command: 'RestoreBlock', expiresAt: '2026-07-12T13:42:00.000Z' },
    })
  })
  test('of a running one the past nights stay', () =>
    given(calendar, block)
      .when(remove, at('b', { today: '2026-07-12' }))
      .thenEvents({ type: 'BlockRemoved', data: { remaining: { start: span.start, end: '2026-07-12' } } }))
  test('twice is once, and its nights are free', () => {
    given(calendar, block, gone).when(remove, at('b')).thenNothing()
    given(calendar, block, gone)
      .when(hold('a', span.start, span.end), situation)
      .thenEvents({ type: 'NightsHeld' })
  })
  test('not when it is over, not Hearth’s own, not nothing', () => {
    given(calendar, block)
      .when(remove, at('b', { today: '2026-07-15' }))
      .thenRefused('WINDOW_CLOSED')
    given(calendar, created('b', span.start, span.end, 'host_cancellation_hold'))
      .when(remove, at('b'))
      .thenRefused('FORBIDDEN')
    given(calendar, created('b', span.start, span.end, 'host_cancellation_hold'))
      .when(remove, { ...at('b'), actor: ADMIN })
      .thenEvents({ type: 'BlockRemoved' })
    given(calendar).when(remove, at('b')).thenRefused('NOT_FOUND')
  })
  test('is restored as it was', () =>
    given(calendar, block, gone)
      .when(restore, at('b'))
      .thenEvents({ type: 'BlockRestored', data: { kind: 'other', ...span } }))
  test('a running one becomes whole again', () =>
    given(calendar, block, removed('b', span.start, span.end, { start: span.start, end: '2026-07-12' }))
      .when(restore, at('b', { today: '2026-07-12' }))
      .thenEvents({ type: 'BlockRestored', data: span }))
  test('past nights are not blocked afterwards', () =>
    given(calendar, block, gone)
      .when(restore, at('b', { today: '2026-07-12' }))
      .thenEvents({ type: 'BlockRestored', data: { start: '2026-07-12', end: span.end } }))
  test('what is there needs no restoring', () => given(calendar, block).when(restore, at('b')).thenNothing())
  test('not when the nights are taken, not after 30 days, not when it is over, not nothing', () => {
    given(calendar, block, gone, held('a', '2026-07-14', '2026-07-16'))
      .when(restore, at('b'))
      .thenRefused('NIGHTS_UNAVAILABLE')
    given(calendar, block, gone)
      .when(restore, { ...at('b'), now: '2026-07-12T13:42:00.000Z' })
      .thenRefused('UNDO_EXPIRED')
    given(calendar, block, gone)
      .when(restore, { ...at('b'), now: '2026-07-12T13:41:59.999Z' })
      .thenEvents({ type: 'BlockRestored' })
    given(calendar, block, gone)
      .when(restore, at('b', { today: '2026-07-15' }))
      .thenRefused('WINDOW_CLOSED')
    given(calendar).when(restore, at('b')).thenRefused('NOT_FOUND')
    given(calendar, created('b', span.start, span.end, 'staff_hold'), gone)
      .when(restore, at('b'))
      .thenRefused('FORBIDDEN')
  })
})
