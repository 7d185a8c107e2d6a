import { describe, test } from 'vitest'
import { given } from '../testing/given.ts'
import { calendar } from './calendar.decider.ts'
import { added, conflict, entry, held, imported, on, situation, snapshot } from './testing/importHistory.ts'

describe('conflicts (docs/domain/calendar.md#conflicts)', () => {
  const stay = held('b', '2026-08-15', '2026-08-18')
  test('a reservation elsewhere over a stay here is a conflict', () =>
    given(calendar, stay)
      .when(snapshot(entry('a', '2026-08-14', '2026-08-17')), situation)
      .thenEvents(added, {
        type: 'ImportConflictDetected',
        data: {
          feedId: 'f',
          overlapping: [{ claimId: 'b', kind: 'booking', start: '2026-08-15', end: '2026-08-18' }],
        },
      }))
  test('so is an entry that could be a reservation', () =>
    given(calendar, stay)
      .when(snapshot(entry('a', '2026-08-14', '2026-08-17', 'unknown')), situation)
      .thenEvents(added, { type: 'ImportConflictDetected' }))
  test('a block elsewhere is the echo of our stay, not a guest', () =>
    given(calendar, stay)
      .when(snapshot(entry('a', '2026-08-15', '2026-08-18', 'blocked')), situation)
      .thenEvents(added))
  test('a block elsewhere over our stay that becomes a reservation is one', () =>
    given(calendar, stay, imported('a', '2026-08-15', '2026-08-18', 'blocked'))
      .when(snapshot(entry('a', '2026-08-15', '2026-08-18')), situation)
      .thenEvents({ type: 'ImportedBlockRemoved' }, added, {
        type: 'ImportConflictDetected',
        data: { overlapping: [{ claimId: 'b' }] },
      }))
  test('a departure on the day of an arrival doesn’t conflict', () =>
    given(calendar, stay)
      .when(snapshot(entry('a', '2026-08-12', '2026-08-15')), situation)
      .thenEvents(added))
  test('two platforms with a reservation each are one', () =>
    given(calendar, imported('x', '2026-08-14', '2026-08-17', 'reserved', 'other'))
      .when(snapshot(entry('a', '2026-08-16', '2026-08-19')), situation)
      .thenEvents(added, {
        type: 'ImportConflictDetected',
        data: { overlapping: [{ kind: 'ical_import' }] },
      }))
  test('a reservation that moves onto a stay is one', () =>
    given(calendar, stay, imported('a', '2026-08-10', '2026-08-13'))
      .when(snapshot(entry('a', '2026-08-10', '2026-08-16')), situation)
      .thenEvents({ type: 'ImportedBlockMoved' }, { type: 'ImportConflictDetected' }))

  const open = [
    stay,
    imported('a', '2026-08-14', '2026-08-17'),
    conflict('k', 'a', '2026-08-14', '2026-08-17', 'b'),
  ] as const
  const same = snapshot(entry('a', '2026-08-14', '2026-08-17'))
  const resolve = (resolution: 'keep_both' | 'dismiss_import') =>
    ({ type: 'ResolveImportConflict', data: { listingId: 'l', resolution } }) as const
  const about = { ...situation, targetId: 'k' }
  test('is reported once', () =>
    given(calendar, ...open)
      .when(same, situation)
      .thenNothing())
  test('ends when the reservation goes', () =>
    given(calendar, ...open)
      .when(snapshot(), situation)
      .thenEvents(
        { type: 'ImportedBlockRemoved' },
        { type: 'ImportConflictResolved', data: { resolution: 'gone' } },
      ))
  test('ends when the stay is cancelled', () =>
    given(calendar, ...open)
      .when(
        { type: 'ReleaseClaim', data: { listingId: 'l', claimId: 'b', reason: 'cancelled', holdAs: null } },
        situation,
      )
      .thenEvents(
        { type: 'NightsReleased' },
        { type: 'ImportConflictResolved', data: { conflictId: 'k', resolution: 'gone' } },
      ))
  test('ends when both are over', () =>
    given(calendar, ...open)
      .when(snapshot(), on('2026-09-01'))
      .thenEvents({ type: 'ImportConflictResolved', data: { resolution: 'gone' } }))
  test('does not return after the host keeps both', () => {
    given(calendar, ...open)
      .when(resolve('keep_both'), about)
      .thenEvents({ type: 'ImportConflictResolved', data: { conflictId: 'k', resolution: 'keep_both' } })
    given(calendar, ...open, {
      type: 'ImportConflictResolved',
      data: { listingId: 'l', conflictId: 'k', resolution: 'keep_both' },
    })
      .when(same, situation)
      .thenNothing()
  })
  test('a dismissed import does not return while its feed is unchanged', () => {
    given(calendar, ...open)
      .when(resolve('dismiss_import'), about)
      .thenEvents(
        { type: 'ImportConflictResolved' },
        { type: 'ImportedBlockDismissed', data: { claimId: 'c-a', uid: 'a' } },
      )
    const dismissed = [
      ...open,
      {
        type: 'ImportConflictResolved',
        data: { listingId: 'l', conflictId: 'k', resolution: 'dismiss_import' },
      },
      {
        type: 'ImportedBlockDismissed',
        data: {
          listingId: 'l',
          claimId: 'c-a',
          feedId: 'f',
          uid: 'a',
          start: '2026-08-14',
          end: '2026-08-17',
        },
      },
    ] as const
    given(calendar, ...dismissed)
      .when(same, situation)
      .thenNothing()
    given(calendar, ...dismissed)
      .when(snapshot(entry('a', '2026-08-14', '2026-08-20')), situation)
      .thenEvents(added, { type: 'ImportConflictDetected' })
    const unsure = [stay, imported('a', '2026-08-14', '2026-08-17', 'unknown'), ...dismissed.slice(2)]
    given(calendar, ...unsure)
      .when(snapshot(entry('a', '2026-08-14', '2026-08-17', 'unknown')), situation)
      .thenNothing()
    given(calendar, ...unsure)
      .when(same, situation)
      .thenEvents(added, { type: 'ImportConflictDetected' })
  })
  test('is decided once, and only if it exists', () => {
    given(calendar, ...open, {
      type: 'ImportConflictResolved',
      data: { listingId: 'l', conflictId: 'k', resolution: 'keep_both' },
    })
      .when(resolve('dismiss_import'), about)
      .thenRefused('ALREADY_DECIDED')
    given(calendar).when(resolve('keep_both'), about).thenRefused('NOT_FOUND')
  })
})
