import type { Slot } from '@hearth/contracts/photoshoot'
import { test } from 'vitest'
import { given } from '../testing/given.ts'
import { calendar } from './calendar.decider.ts'

/** Four hours behind Greenwich; guests come at three and leave at eleven. */
const listing = {
  status: 'live',
  timezone: 'America/New_York',
  checkInTime: '15:00',
  checkOutTime: '11:00',
  rules: { prepNights: 0 },
}
const at = (...shootSlots: readonly Slot[]) => ({
  id: 'l',
  targetId: 'l',
  facts: {
    listing,
    today: '2026-06-12',
    checkInInstant: '2026-06-18T19:00:00.000Z',
    bookingLives: false,
    feedLives: false,
    ownStays: { ownerNightsPerYear: 60, peakDates: [] },
    contract: undefined,
    shootSlots,
  } as never,
})
const slot = (from: string, to: string, day = '2026-06-20'): Slot => ({
  startsAt: `${day}T${from}:00.000Z`,
  endsAt: `${day}T${to}:00.000Z`,
})
const NOON = slot('16:00', '17:00')
const AFTERNOON = slot('20:00', '21:00')
const claim = (what: Slot) => ({ type: 'ClaimShootNights', data: { listingId: 'l', slot: what } }) as const
const release = { type: 'ReleaseShootNights', data: { listingId: 'l' } } as const
const booked = (claimId: string, start: string, end: string) =>
  ({
    type: 'NightsHeld',
    data: { listingId: 'l', claimId, kind: 'booking', start, end, holdExpiresAt: '2026-06-12T13:44:00.000Z' },
  }) as const
const blocked = (start: string, end: string, kind: 'maintenance' | 'photoshoot' = 'photoshoot') =>
  ({
    type: 'BlockCreated',
    data: { listingId: 'l', blockId: `${kind} ${start}`, kind, start, end, note: null, ownerStay: null },
  }) as const

test('a photo shoot claims the nights whose guests would be present', () => {
  const night = (start: string, end: string) =>
    ({ type: 'BlockCreated', data: { kind: 'photoshoot', start, end } }) as const
  given(calendar)
    .when(claim(slot('14:00', '15:00')), at())
    .thenEvents(night('2026-06-19', '2026-06-20'))
  given(calendar).when(claim(NOON), at()).thenEvents(night('2026-06-20', '2026-06-21'))
  given(calendar).when(claim(AFTERNOON), at()).thenEvents(night('2026-06-20', '2026-06-21'))
  given(calendar)
    .when(claim(slot('15:30', '18:30')), at())
    .thenEvents(night('2026-06-19', '2026-06-20'), night('2026-06-20', '2026-06-21'))
})
test('its nights can’t be booked', () => {
  const hold = {
    type: 'HoldNights',
    data: {
      listingId: 'l',
      claimId: 'b',
      kind: 'booking',
      start: '2026-06-18',
      end: '2026-06-22',
      ttlMinutes: 2,
      skipRules: true,
    },
  } as const
  given(calendar, blocked('2026-06-20', '2026-06-21'))
    .when(hold, at())
    .thenRefused('NIGHTS_UNAVAILABLE', { conflicts: [{ kind: 'photoshoot' }] })
})
test('is refused while a guest who has booked in the meantime is present', () => {
  given(calendar, booked('b', '2026-06-18', '2026-06-22'))
    .when(claim(NOON), at())
    .thenRefused('NIGHTS_UNAVAILABLE')
  given(calendar, booked('b', '2026-06-18', '2026-06-20'), booked('c', '2026-06-20', '2026-06-22'))
    .when(claim(NOON), at())
    .thenNothing()
})
test('its own nights and blocked nights stay as they are', () => {
  given(calendar, blocked('2026-06-20', '2026-06-21')).when(claim(AFTERNOON), at()).thenNothing()
  given(calendar, blocked('2026-06-15', '2026-06-25', 'maintenance'))
    .when(claim(NOON), at())
    .thenNothing()
})
test('releases the future nights that it no longer needs, once', () => {
  const freed = (start: string) => ({ type: 'NightsReleased', data: { start, reason: 'removed' } }) as const
  const history = [
    blocked('2026-06-11', '2026-06-12'),
    blocked('2026-06-20', '2026-06-21'),
    blocked('2026-06-25', '2026-06-26'),
  ] as const
  given(calendar, ...history)
    .when(release, at(slot('20:00', '21:00', '2026-06-25')))
    .thenEvents(freed('2026-06-20'))
  given(calendar, ...history)
    .when(release, at())
    .thenEvents(freed('2026-06-20'), freed('2026-06-25'))
  given(calendar, ...history)
    .when(release, at(NOON, slot('16:00', '17:00', '2026-06-25')))
    .thenNothing()
  given(calendar, blocked('2026-06-15', '2026-06-25', 'maintenance'))
    .when(release, at())
    .thenNothing()
})
