import { addMinutes } from '@hearth/contracts/kernel/dates'
import { describe, test } from 'vitest'
import { given, NOW } from '../testing/given.ts'
import { calendar } from './calendar.decider.ts'
import {
  at,
  commit,
  committed,
  created,
  held,
  hold,
  listing,
  release,
  replace,
  rules,
  situation,
  span,
} from './testing/calendarHistory.ts'

describe('holding nights', () => {
  test('takes them for a while', () =>
    given(calendar)
      .when(hold('a', span.start, span.end), situation)
      .thenEvents({ type: 'NightsHeld', data: { ...span, holdExpiresAt: addMinutes(NOW, 2) } }))
  test('an import skips the window, and its hold counts from the wall clock', () => {
    const yearsBefore = {
      ...at('l', { today: '2020-01-01' }),
      now: '2020-01-01T12:00:00.000Z',
      recordedAt: NOW,
    }
    given(calendar)
      .when(hold('a', span.start, span.end), yearsBefore)
      .thenRefused('POLICY_VIOLATION', { rule: 'booking_window' })
    given(calendar)
      .when(hold('a', span.start, span.end, true), yearsBefore)
      .thenEvents({ type: 'NightsHeld', data: { holdExpiresAt: addMinutes(NOW, 2) } })
  })
  test('accepts nights next to a stay', () =>
    given(calendar, held('a'))
      .when(hold('b', '2026-07-15', '2026-07-18'), situation)
      .thenEvents({ type: 'NightsHeld' }))
  test('refuses nights of a stay, even if its hold has expired', () =>
    given(calendar, held('a'))
      .when(hold('b', '2026-07-14', '2026-07-16'), { ...situation, now: '2026-06-20T00:00:00.000Z' })
      .thenRefused('NIGHTS_UNAVAILABLE', { conflicts: [{ kind: 'booking', ...span }] }))
  test('needs a preparation night where the listing asks for one', () => {
    const prepared = at('l', { listing: { ...listing, rules: { ...rules, prepNights: 1 } } })
    given(calendar, held('a'))
      .when(hold('b', '2026-07-15', '2026-07-18'), prepared)
      .thenRefused('NIGHTS_UNAVAILABLE', { conflicts: [{ kind: 'prep_time' }] })
    given(calendar, held('a'))
      .when(hold('b', '2026-07-16', '2026-07-18'), prepared)
      .thenEvents({ type: 'NightsHeld' })
  })
  test('needs a preparation night beside a reservation of an imported calendar, not beside a block', () => {
    const prepared = at('l', { listing: { ...listing, rules: { ...rules, prepNights: 1 } } })
    const imported = (importKind: 'reserved' | 'blocked') =>
      ({
        type: 'ImportedBlockAdded',
        data: { listingId: 'l', claimId: 'i', feedId: 'f', uid: 'u', importKind, reference: null, ...span },
      }) as const
    for (const [start, end] of [
      ['2026-07-15', '2026-07-18'],
      ['2026-07-08', span.start],
    ] as const) {
      given(calendar, imported('reserved'))
        .when(hold('b', start, end), prepared)
        .thenRefused('NIGHTS_UNAVAILABLE', { conflicts: [{ kind: 'prep_time' }] })
      given(calendar, imported('blocked'))
        .when(hold('b', start, end), prepared)
        .thenEvents({ type: 'NightsHeld' })
    }
  })
  test('of an overbooked stay takes those that the host’s cancellation blocked, and leaves the rest', () => {
    const takes = (start: string, end: string) => {
      const { type, data } = hold('b', start, end, true)
      return { type, data: { ...data, takesHostHold: true } } as const
    }
    const blocked = created('h', span.start, span.end, 'host_cancellation_hold')
    given(calendar, blocked)
      .when(takes(span.start, span.end), situation)
      .thenEvents({ type: 'BlockRemoved', data: { blockId: 'h', remaining: null } }, { type: 'NightsHeld' })
    given(calendar, blocked)
      .when(takes('2026-07-08', '2026-07-12'), situation)
      .thenEvents(
        { type: 'BlockChanged', data: { after: { start: '2026-07-12', end: span.end } } },
        { type: 'NightsHeld' },
      )
    given(calendar, blocked)
      .when(takes('2026-07-11', '2026-07-13'), situation)
      .thenEvents(
        { type: 'BlockChanged', data: { after: { start: span.start, end: '2026-07-11' } } },
        {
          type: 'BlockCreated',
          data: { kind: 'host_cancellation_hold', start: '2026-07-13', end: span.end },
        },
        { type: 'NightsHeld' },
      )
    given(calendar, blocked)
      .when(hold('b', span.start, span.end, true), situation)
      .thenRefused('NIGHTS_UNAVAILABLE')
    given(calendar, held('a')).when(takes(span.start, span.end), situation).thenRefused('NIGHTS_UNAVAILABLE')
  })
  test('can be shared with another stay, once', () => {
    const share = { type: 'ShareNights', data: { listingId: 'l', claimId: 'b', ...span } } as const
    given(calendar, held('a')).when(share, situation).thenEvents({ type: 'NightsShared', data: span })
    given(calendar, held('a'), held('b')).when(share, situation).thenNothing()
    given(calendar, held('a'), { type: 'NightsShared', data: share.data })
      .when(release('a'), situation)
      .thenEvents({ type: 'NightsReleased', data: { claimId: 'a' } })
    given(calendar, { type: 'NightsShared', data: share.data })
      .when(hold('c', span.start, span.end), situation)
      .thenRefused('NIGHTS_UNAVAILABLE')
  })
  test('again under the same id is the same hold', () =>
    given(calendar, held('a'))
      .when(hold('a', span.start, span.end), situation)
      .thenNothing())
  test('other nights under the same id are refused', () =>
    given(calendar, held('a'))
      .when(hold('a', span.start, '2026-07-16'), situation)
      .thenRefused('DUPLICATE'))
  test('is possible again after a release', () =>
    given(calendar, held('a'), {
      type: 'NightsReleased',
      data: { listingId: 'l', claimId: 'a', ...span, reason: 'expired' },
    })
      .when(hold('a', span.start, span.end), situation)
      .thenEvents({ type: 'NightsHeld' }))
  test('refuses a paused listing', () =>
    given(calendar)
      .when(hold('a', span.start, span.end), at('l', { listing: { ...listing, status: 'paused' } }))
      .thenRefused('PRECONDITION_FAILED', { rule: 'listing_not_live' }))
  test('a delisted listing accepts stays that end by its last day', () => {
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
  test('a listing whose agreement ends does, too', () => {
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
  test('names all broken rules', () =>
    given(calendar)
      .when(
        hold('a', span.start, span.end),
        at('l', { listing: { ...listing, rules: { ...rules, minNights: 7, closedToArrival: [5] } } }),
      )
      .thenRefused('POLICY_VIOLATION', {
        rule: 'min_nights',
        failures: [{ rule: 'min_nights' }, { rule: 'closed_to_arrival' }],
      }))
  test('is refused without nights', () =>
    given(calendar)
      .when(hold('a', span.end, span.end), situation)
      .thenRefused('INVALID_DATE_RANGE'))
  test('is refused without a listing', () =>
    given(calendar)
      .when(hold('a', span.start, span.end), at('l', { listing: null }))
      .thenRefused('NOT_FOUND'))
})

describe('committing', () => {
  test('makes a hold last, expired or not', () =>
    given(calendar, held('a'))
      .when(commit('a'), { ...situation, now: '2026-07-01T00:00:00.000Z' })
      .thenEvents({ type: 'NightsCommitted', data: span }))
  test('turns a request into a booking', () =>
    given(calendar, held('a', span.start, span.end, 'request_hold'), committed('a'))
      .when(replace('a', '2026-07-11', '2026-07-15'), situation)
      .thenEvents({ type: 'NightsMoved', data: { kind: 'booking', state: 'committed' } }))
  test('does nothing the second time', () =>
    given(calendar, held('a'), committed('a')).when(commit('a'), situation).thenNothing())
  test('is refused when the nights are gone', () =>
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
  test('to the same nights changes nothing', () =>
    given(calendar, ...stay)
      .when(replace('a', span.start, span.end), situation)
      .thenNothing())
  test('onto taken nights is refused', () =>
    given(calendar, ...stay, created('b', '2026-07-15', '2026-07-16'))
      .when(replace('a', '2026-07-12', '2026-07-17'), situation)
      .thenRefused('NIGHTS_UNAVAILABLE'))
  test('needs a stay’s claim and at least one night', () => {
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
  test('free nights add no event', () => given(calendar).when(release('a'), situation).thenNothing())
  test('not while the booking lives', () =>
    given(calendar, ...stay)
      .when(release('a'), at('l', { bookingLives: true }))
      .thenRefused('INVALID_TRANSITION'))
  test('is not for blocks', () =>
    given(calendar, created('b', span.start, span.end))
      .when(release('b'), situation)
      .thenRefused('INVALID_TRANSITION'))
})
