import { describe, expect, test } from 'vitest'
import { zAvailabilityRules } from '../../listing/pricing.ts'
import type { ClaimKind, ImportKind } from '../messages.ts'
import type { ClaimRow } from '../resource.ts'
import { explainNight, type NightQuestion } from './explainNight.ts'
import { nightsFree, type TakenNights } from './nightsFree.ts'
import { stayFailures, type StayQuestion } from './stayRules.ts'

const taken = (start: string, end: string, kind: ClaimKind = 'booking'): TakenNights => ({
  claimId: 'a',
  kind,
  start,
  end,
})
const wanted = (start: string, end: string, kind: ClaimKind = 'booking') => ({ kind, start, end })

describe('preparation nights of an imported reservation', () => {
  const imported = (importKind: ImportKind): TakenNights => ({
    ...taken('2026-07-10', '2026-07-15', 'ical_import'),
    origin: { importKind },
  })
  test.each<readonly [ImportKind, number]>([
    ['reserved', 1],
    ['blocked', 0],
    ['unknown', 0],
  ])('%s: %i', (importKind, conflicts) => {
    for (const stay of [wanted('2026-07-15', '2026-07-18'), wanted('2026-07-08', '2026-07-10')])
      expect(nightsFree([imported(importKind)], stay, { prepNights: 1 })).toHaveLength(conflicts)
    expect(nightsFree([imported(importKind)], wanted('2026-07-16', '2026-07-18'), { prepNights: 1 })).toEqual(
      [],
    )
    expect(
      nightsFree([imported(importKind)], wanted('2026-07-15', '2026-07-18', 'maintenance'), {
        prepNights: 1,
      }),
    ).toEqual([])
  })
})

describe('free nights', () => {
  const stay = [taken('2026-07-10', '2026-07-15')]
  test('include a departure day for an arrival', () =>
    expect(nightsFree(stay, wanted('2026-07-15', '2026-07-18'))).toEqual([]))
  test('exclude a shared night', () =>
    expect(nightsFree(stay, wanted('2026-07-14', '2026-07-16'))).toEqual([
      { kind: 'booking', start: '2026-07-10', end: '2026-07-15' },
    ]))
  test('need one preparation night between stays', () => {
    expect(nightsFree(stay, wanted('2026-07-15', '2026-07-18'), { prepNights: 1 })).toEqual([
      { kind: 'prep_time', start: '2026-07-15', end: '2026-07-16' },
    ])
    expect(nightsFree(stay, wanted('2026-07-16', '2026-07-18'), { prepNights: 1 })).toEqual([])
    expect(nightsFree(stay, wanted('2026-07-08', '2026-07-10'), { prepNights: 1 })).toHaveLength(1)
    expect(nightsFree(stay, wanted('2026-07-08', '2026-07-09'), { prepNights: 1 })).toEqual([])
  })
  test('need no preparation around blocks', () => {
    expect(nightsFree(stay, wanted('2026-07-15', '2026-07-18', 'maintenance'), { prepNights: 2 })).toEqual([])
    expect(
      nightsFree([taken('2026-07-10', '2026-07-15', 'other')], wanted('2026-07-15', '2026-07-18'), {
        prepNights: 2,
      }),
    ).toEqual([])
  })
  test('are not required for an imported or safety hold, which then takes them', () => {
    expect(nightsFree(stay, wanted('2026-07-10', '2026-07-15', 'ical_import'))).toEqual([])
    expect(nightsFree(stay, wanted('2026-07-10', '2026-07-15', 'safety_hold'))).toEqual([])
    expect(
      nightsFree([taken('2026-07-10', '2026-07-15', 'ical_import')], wanted('2026-07-14', '2026-07-16')),
    ).toHaveLength(1)
  })
  test('ignore a conflict of a claim with itself', () =>
    expect(nightsFree(stay, wanted('2026-07-12', '2026-07-20'), { ignore: 'a' })).toEqual([]))
})

const rules = zAvailabilityRules.parse({})
const question: StayQuestion = {
  stay: { kind: 'booking', start: '2026-07-10', end: '2026-07-13' },
  closing: { closesOn: null, takesStays: true },
  rules,
  overrides: {},
  taken: [],
  now: '2026-07-01T12:00:00.000Z',
  checkInInstant: '2026-07-10T19:00:00.000Z',
  today: '2026-07-01',
}
const failed = (change: Partial<StayQuestion>) =>
  stayFailures({ ...question, ...change }).map((failure) => failure.rule)

describe('rules of a stay', () => {
  test('forbid nothing by default', () => expect(failed({})).toEqual([]))
  const changes: readonly (readonly [rule: string, change: Partial<StayQuestion>])[] = [
    ['listing_not_live', { closing: { closesOn: null, takesStays: false } }],
    ['listing_closes', { closing: { closesOn: '2026-07-12', takesStays: true } }],
    ['min_nights', { rules: { ...rules, minNights: 4 } }],
    ['max_nights', { rules: { ...rules, maxNights: 2 } }],
    ['closed_to_arrival', { rules: { ...rules, closedToArrival: [5] } }],
    ['closed_to_departure', { rules: { ...rules, closedToDeparture: [1] } }],
    ['advance_notice', { rules: { ...rules, advanceNoticeHours: 24 }, now: '2026-07-09T19:00:00.001Z' }],
    ['booking_window', { rules: { ...rules, bookingWindowDays: 30 }, today: '2026-06-09' }],
    ['annual_cap', { rules: { ...rules, annualNightCap: 5 }, taken: [taken('2026-01-01', '2026-01-04')] }],
    ['capacity', { party: { guests: 5, maxGuests: 4 } }],
    ['nights_taken', { taken: [taken('2026-07-12', '2026-07-14', 'other')] }],
  ]
  test.for(changes)('%s', ([rule, change]) => expect(failed(change)).toEqual([rule]))

  test('allow the guest the boundary values', () => {
    expect(failed({ rules: { ...rules, advanceNoticeHours: 24 }, now: '2026-07-09T19:00:00.000Z' })).toEqual(
      [],
    )
    expect(failed({ rules: { ...rules, bookingWindowDays: 30 }, today: '2026-06-10' })).toEqual([])
    expect(failed({ closing: { closesOn: '2026-07-13', takesStays: true } })).toEqual([])
    expect(
      failed({ rules: { ...rules, annualNightCap: 6 }, taken: [taken('2026-01-01', '2026-01-04')] }),
    ).toEqual([])
  })
  const none = { price: null, minNights: null, closedToArrival: null, closedToDeparture: null }
  test('follow the override of the day on which guests arrive', () => {
    const strict = { ...rules, minNights: 4, closedToArrival: [5] }
    const open = { '2026-07-10': { ...none, minNights: 3, closedToArrival: false } }
    expect(failed({ rules: strict, overrides: open })).toEqual([])
    expect(failed({ overrides: { '2026-07-10': { ...none, minNights: 4 } } })).toEqual(['min_nights'])
    expect(failed({ overrides: { '2026-07-11': { ...none, minNights: 4 } } })).toEqual([])
    expect(failed({ overrides: { '2026-07-10': { ...none, closedToArrival: true } } })).toEqual([
      'closed_to_arrival',
    ])
    expect(failed({ overrides: { '2026-07-11': { ...none, closedToArrival: true } } })).toEqual([])
  })
  test('follow the override of the day on which guests leave', () => {
    expect(failed({ overrides: { '2026-07-13': { ...none, closedToDeparture: true } } })).toEqual([
      'closed_to_departure',
    ])
    const monday = { ...rules, closedToDeparture: [1] }
    const open = { '2026-07-13': { ...none, closedToDeparture: false } }
    expect(failed({ rules: monday, overrides: open })).toEqual([])
  })
  test('list all failures, in order', () => {
    const strict = {
      ...rules,
      minNights: 4,
      closedToArrival: [5],
      advanceNoticeHours: 168,
      annualNightCap: 1,
    }
    const everything = {
      closing: { closesOn: null, takesStays: false },
      rules: strict,
      now: '2026-07-09T12:00:00.000Z',
      taken: [taken('2026-07-10', '2026-07-11')],
      party: { guests: 9, maxGuests: 1 },
    }
    expect(failed(everything)).toEqual([
      'listing_not_live',
      'min_nights',
      'closed_to_arrival',
      'advance_notice',
      'annual_cap',
      'capacity',
      'nights_taken',
    ])
  })
  test('skip the limits of the listing for imported and channel bookings', () => {
    const strict = {
      ...rules,
      minNights: 4,
      closedToArrival: [5],
      advanceNoticeHours: 168,
      annualNightCap: 1,
    }
    expect(
      failed({
        skipRules: true,
        rules: strict,
        closing: { closesOn: null, takesStays: false },
        taken: [taken('2026-07-10', '2026-07-11')],
      }),
    ).toEqual(['listing_not_live', 'nights_taken'])
  })
})

describe('the explanation of a night', () => {
  const claim = (start: string, end: string, kind: ClaimKind, id = 'c1'): ClaimRow => ({
    id,
    listingId: 'l1',
    kind,
    start,
    end,
    nights: 1,
    state: 'committed',
    shared: false,
    holdExpiresAt: null,
    note: null,
    ownerStay: null,
    createdBy: 'u1',
    createdAt: '2026-06-01T00:00:00.000Z',
    releasedAt: null,
    restorableUntil: null,
    removedStart: null,
    removedEnd: null,
    feedId: null,
    importKind: null,
    reference: null,
  })
  const night: NightQuestion = {
    date: '2026-07-10',
    listing: { id: 'l1', status: 'live', rules, pausedUntil: null },
    closing: { closesOn: null, takesStays: true },
    claims: [],
    now: question.now,
    today: question.today,
    checkInInstant: question.checkInInstant,
    overrides: {},
  }
  const codes = (change: Partial<NightQuestion>) => {
    const { bookable, reasons } = explainNight({ ...night, ...change })
    return [bookable, ...reasons.map((reason) => reason.code)]
  }
  test('says that it is free', () => expect(codes({})).toEqual([true]))
  test('says that it is taken, with who and when', () =>
    expect(explainNight({ ...night, claims: [claim('2026-07-09', '2026-07-12', 'booking')] })).toEqual({
      date: '2026-07-10',
      bookable: false,
      reasons: [
        {
          code: 'booking',
          text: 'Booked by a guest.',
          claimId: 'c1',
          changedBy: 'u1',
          changedAt: '2026-06-01T00:00:00.000Z',
          fixRoute: '/bookings/c1',
        },
      ],
    }))
  test('names the rules', () => {
    const strict = { ...rules, prepNights: 1, minNights: 3 }
    const listing = { ...night.listing, rules: strict }
    expect(codes({ listing, claims: [claim('2026-07-08', '2026-07-10', 'booking')] })).toEqual([
      false,
      'prep_time',
    ])
    const reservation = {
      ...claim('2026-07-08', '2026-07-10', 'ical_import'),
      importKind: 'reserved',
    } as const
    expect(codes({ listing, claims: [reservation] })).toEqual([false, 'prep_time'])
    expect(codes({ listing, claims: [{ ...reservation, importKind: 'blocked' }] })).toEqual([true])
    expect(
      codes({
        listing,
        claims: [
          claim('2026-07-08', '2026-07-10', 'other'),
          claim('2026-07-12', '2026-07-14', 'other', 'c2'),
        ],
      }),
    ).toEqual([false, 'min_nights'])
    expect(
      codes({
        listing: { ...night.listing, status: 'paused', pausedUntil: '2026-07-20' },
        closing: { closesOn: null, takesStays: false },
      }),
    ).toEqual([false, 'listing_paused'])
    expect(codes({ closing: { closesOn: '2026-07-10', takesStays: true } })).toEqual([
      false,
      'listing_closes',
    ])
    expect(codes({ closing: { closesOn: '2026-07-11', takesStays: true } })).toEqual([true])
    expect(
      codes({
        listing,
        closing: { closesOn: '2026-07-11', takesStays: true },
        claims: [claim('2026-07-06', '2026-07-08', 'other')],
      }),
    ).toEqual([true])
    expect(
      codes({
        listing,
        closing: { closesOn: '2026-07-11', takesStays: true },
        claims: [claim('2026-07-06', '2026-07-09', 'other')],
      }),
    ).toEqual([false, 'min_nights'])
    expect(codes({ today: '2026-07-11', now: '2026-07-11T12:00:00.000Z' })).toEqual([false, 'past'])
    expect(codes({ today: '2025-07-01', now: '2025-07-01T12:00:00.000Z' })).toEqual([false, 'booking_window'])
  })
  test('leaves the night to longer stays on a closed arrival day', () =>
    expect(codes({ listing: { ...night.listing, rules: { ...rules, closedToArrival: [5] } } })).toEqual([
      true,
      'closed_to_arrival',
    ]))
  const overridden = (date: string, change: object) => ({
    [date]: {
      id: `l/${date}`,
      listingId: 'l',
      date,
      price: null,
      minNights: null,
      closedToArrival: null,
      closedToDeparture: null,
      changedBy: 'ana',
      changedAt: '2026-06-30T12:00:00.000Z',
      ...change,
    },
  })
  test('names who closed arrivals on this day alone', () =>
    expect(
      explainNight({ ...night, overrides: overridden(night.date, { closedToArrival: true }) }).reasons,
    ).toContainEqual({
      code: 'closed_to_arrival',
      text: 'No check-in on this day.',
      changedBy: 'ana',
      changedAt: '2026-06-30T12:00:00.000Z',
    }))
})
