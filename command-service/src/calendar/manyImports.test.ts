import type { ImportedEntry } from '@hearth/contracts/calendar'
import { addDays } from '@hearth/contracts/kernel/dates'
import { describe, expect, test } from 'vitest'
import { given } from '../testing/given.ts'
import { initialCalendar, type CalendarState, type Claim } from './calendar.state.ts'
import { calendar } from './calendar.decider.ts'
import { conflictEvents } from './conflicts.ts'
import { importDifferences } from './importDifferences.ts'

const TODAY = '2026-06-12'
const idFor = (label: string) => `id of ${label}`
const span = (index: number, nights: number) => ({
  start: addDays(TODAY, 1 + (index % 500)),
  end: addDays(TODAY, 1 + (index % 500) + nights),
})

/**
 * Stays of ours, one each night, and reservations of one feed, two nights each, four over each stay; `reads`
 * counts how often a date is read.
 */
const crowded = (stays: number, imports: number) => {
  let reads = 0
  const counted = (claim: Claim): Claim => {
    const { start, end, ...rest } = claim
    return {
      ...rest,
      get start() {
        reads += 1
        return start
      },
      get end() {
        reads += 1
        return end
      },
    }
  }
  const claims = [
    ...Array.from({ length: stays }, (_, index) =>
      counted({
        claimId: `stay ${index}`,
        kind: 'booking',
        state: 'committed',
        note: null,
        ...span(index, 1),
      }),
    ),
    ...Array.from({ length: imports }, (_, index) =>
      counted({
        claimId: `import ${index}`,
        kind: 'ical_import',
        state: 'committed',
        note: null,
        origin: { feedId: 'f', uid: `u${index}`, importKind: 'reserved' },
        ...span(index, 2),
      }),
    ),
  ]
  const state: CalendarState = { ...initialCalendar, claims }
  const countReads = (work: () => void) => {
    reads = 0
    work()
    return reads
  }
  return { state, countReads }
}
const entries = (count: number, kind: ImportedEntry['kind'], later = 0): ImportedEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    uid: `${kind}${later}/${index}`,
    kind,
    reference: null,
    ...span(index + later, 2),
  }))

describe('2,000 imported blocks over 500 claims', () => {
  const { state, countReads } = crowded(500, 2_000)
  // All with all would be five million comparisons, two dates each.
  const FEW = 2_500 * 60

  test('are all reported', () => {
    const detected = conflictEvents(state, 'l', TODAY, idFor)
    expect(detected).toHaveLength(2_000)
    expect(detected[0]).toMatchObject({
      type: 'ImportConflictDetected',
      data: { claimId: 'import 0', overlapping: [{ claimId: 'stay 0' }, { claimId: 'stay 1' }] },
    })
  })
  test('are not all compared with each other', () =>
    expect(countReads(() => conflictEvents(state, 'l', TODAY, idFor))).toBeLessThan(FEW))
  test('nor with every entry of the new snapshot', () => {
    for (const kind of ['reserved', 'blocked'] as const)
      expect(
        countReads(() =>
          importDifferences(
            state,
            { listingId: 'l', feedId: 'f', today: TODAY, entries: entries(2_000, kind, 1) },
            idFor,
          ),
        ),
      ).toBeLessThan(FEW)
  })
  test('nor when their feed is removed', () => {
    const release = calendar.decide.ReleaseImports
    const ctx = { facts: { listing: {}, today: TODAY }, idFor, now: `${TODAY}T12:00:00.000Z` } as never
    const stays = countReads(() => release({ listingId: 'l', feedId: 'f', keepBlocks: true }, state, ctx))
    expect(stays).toBeLessThan(FEW)
  })
  test('cost twice as much when they are twice as many, not four times', () => {
    const [half, whole] = [crowded(250, 1_000), crowded(500, 2_000)].map((each) =>
      each.countReads(() => conflictEvents(each.state, 'l', TODAY, idFor)),
    )
    expect(Number(whole) / Number(half)).toBeLessThan(3)
  })
})

test('an import that clashes with hundreds names twenty, and the others once those are settled', () => {
  const { state } = crowded(500, 0)
  const long: Claim = {
    claimId: 'long',
    kind: 'ical_import',
    state: 'committed',
    note: null,
    origin: { feedId: 'f', uid: 'u', importKind: 'reserved' },
    start: TODAY,
    end: addDays(TODAY, 700),
  }
  const clashing = { ...state, claims: [...state.claims, long] }
  const [conflict, ...others] = conflictEvents(clashing, 'l', TODAY, idFor)
  if (conflict?.type !== 'ImportConflictDetected') throw new Error('nothing was detected')
  expect([conflict.data.overlapping.length, others.length]).toEqual([20, 0])
  const known = {
    conflictId: conflict.data.conflictId,
    claimId: 'long',
    overlapping: conflict.data.overlapping.map(({ claimId }) => claimId),
  }
  expect(
    conflictEvents({ ...clashing, conflicts: [{ ...known, state: 'open' }] }, 'l', TODAY, idFor),
  ).toEqual([])
  expect(
    conflictEvents({ ...clashing, conflicts: [{ ...known, state: 'settled' }] }, 'l', TODAY, idFor),
  ).toMatchObject([{ type: 'ImportConflictDetected', data: { claimId: 'long' } }])
})

test('blocks under new UIDs are found again by the nights that they share, in the order of time', () => {
  const imported = (uid: string, start: string, end: string) =>
    ({
      type: 'ImportedBlockAdded',
      data: {
        listingId: 'l',
        claimId: `c-${uid}`,
        feedId: 'f',
        uid,
        importKind: 'blocked',
        reference: null,
        start,
        end,
      },
    }) as const
  const block = (uid: string, start: string, end: string): ImportedEntry => ({
    uid,
    kind: 'blocked',
    reference: null,
    start,
    end,
  })
  given(calendar, imported('b', '2026-09-10', '2026-09-20'), imported('a', '2026-08-01', '2026-08-05'))
    .when(
      {
        type: 'ApplyIcalSnapshot',
        data: {
          listingId: 'l',
          feedId: 'f',
          entries: [block('x', '2026-09-12', '2026-09-22'), block('y', '2026-08-03', '2026-08-09')],
        },
      },
      {
        id: 'l',
        targetId: 'l',
        facts: {
          listing: { status: 'live' },
          today: TODAY,
          checkInInstant: null,
          bookingLives: false,
          feedLives: true,
        } as never,
      },
    )
    .thenEvents(
      { type: 'ImportedBlockMoved', data: { claimId: 'c-b', uid: 'x' } },
      { type: 'ImportedBlockMoved', data: { claimId: 'c-a', uid: 'y' } },
    )
})
