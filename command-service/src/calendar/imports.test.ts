import { describe, expect, test } from 'vitest'
import { given } from '../testing/given.ts'
import { calendar } from './calendar.decider.ts'
import {
  TODAY,
  added,
  entry,
  facts,
  held,
  imported,
  moved,
  situation,
  snapshot,
} from './testing/importHistory.ts'

describe('an imported feed (docs/domain/ical-feed.md#matching)', () => {
  test('a new entry claims its nights', () =>
    given(calendar)
      .when(snapshot(entry('a', '2026-08-14', '2026-08-17', 'reserved', 'HMABCD1234')), situation)
      .thenEvents({
        ...added,
        data: {
          uid: 'a',
          importKind: 'reserved',
          reference: 'HMABCD1234',
          start: '2026-08-14',
          end: '2026-08-17',
        },
      }))
  test('the same snapshot again changes nothing', () =>
    given(calendar, imported('a', '2026-08-14', '2026-08-17'))
      .when(snapshot(entry('a', '2026-08-14', '2026-08-17')), situation)
      .thenNothing())
  test('a reservation that moved keeps its UID and is the same claim', () =>
    given(calendar, imported('a', '2026-08-14', '2026-08-17'))
      .when(snapshot(entry('a', '2026-08-14', '2026-08-19')), situation)
      .thenEvents({
        ...moved(['2026-08-14', '2026-08-17'], ['2026-08-14', '2026-08-19']),
        data: { claimId: 'c-a', to: { start: '2026-08-14', end: '2026-08-19' } },
      }))
  test('two reservations that follow one another stay two, whatever moves', () =>
    given(calendar, imported('a', '2026-08-14', '2026-08-17'), imported('b', '2026-08-17', '2026-08-20'))
      .when(
        snapshot(entry('b', '2026-08-18', '2026-08-20'), entry('a', '2026-08-14', '2026-08-18')),
        situation,
      )
      .thenEvents(
        moved(['2026-08-14', '2026-08-17'], ['2026-08-14', '2026-08-18']),
        moved(['2026-08-17', '2026-08-20'], ['2026-08-18', '2026-08-20']),
      ))
  test('a block with a new UID over the same nights is the same block', () =>
    given(calendar, imported('b1', '2026-09-01', '2026-09-10', 'blocked'))
      .when(snapshot(entry('b2', '2026-09-01', '2026-09-10', 'blocked')), situation)
      .thenNothing())
  test('a block that grows day by day, each time under a new UID, is one claim that moves', () =>
    given(calendar, imported('b1', '2026-09-01', '2026-09-10', 'blocked'))
      .when(snapshot(entry('b2', '2026-09-01', '2026-09-11', 'blocked')), situation)
      .thenEvents({
        ...moved(['2026-09-01', '2026-09-10'], ['2026-09-01', '2026-09-11']),
        data: { claimId: 'c-b1', uid: 'b2', from: { start: '2026-09-01', end: '2026-09-10' } },
      }))
  test('a block that becomes a reservation is a new claim, even under the same UID', () => {
    given(calendar, imported('a', '2026-08-14', '2026-08-17', 'blocked'))
      .when(snapshot(entry('a', '2026-08-14', '2026-08-17', 'reserved', 'HMABCD1234')), situation)
      .thenEvents(
        { type: 'ImportedBlockRemoved', data: { claimId: 'c-a', remaining: null } },
        {
          ...added,
          data: {
            uid: 'a',
            importKind: 'reserved',
            reference: 'HMABCD1234',
            start: '2026-08-14',
            end: '2026-08-17',
          },
        },
      )
    given(calendar, imported('a', '2026-06-10', '2026-06-17', 'blocked'))
      .when(snapshot(entry('a', '2026-06-10', '2026-06-18')), situation)
      .thenEvents(
        { type: 'ImportedBlockRemoved', data: { remaining: { start: '2026-06-10', end: TODAY } } },
        { ...added, data: { start: TODAY, end: '2026-06-18' } },
      )
  })
  test('a missing entry is cancelled if it ends in the future', () =>
    given(calendar, imported('a', '2026-08-14', '2026-08-17'))
      .when(snapshot(), situation)
      .thenEvents({
        type: 'ImportedBlockRemoved',
        data: { start: '2026-08-14', end: '2026-08-17', remaining: null },
      }))
  test('past entries stay in the calendar when they leave the feed', () =>
    given(calendar, imported('a', '2026-06-01', '2026-06-12'))
      .when(snapshot(), situation)
      .thenNothing())
  test('a missing stay in progress keeps its past nights', () =>
    given(calendar, imported('a', '2026-06-10', '2026-06-15'))
      .when(snapshot(), situation)
      .thenEvents({
        type: 'ImportedBlockRemoved',
        data: { remaining: { start: '2026-06-10', end: '2026-06-12' } },
      }))
  test('a feed that begins at today says nothing about yesterday', () =>
    given(calendar, imported('a', '2026-06-10', '2026-06-15', 'unknown'))
      .when(snapshot(entry('x', '2026-06-12', '2026-06-15', 'unknown')), situation)
      .thenNothing())
  test('nights beyond the horizon are ignored', () =>
    given(calendar)
      .when(snapshot(entry('a', '2000-01-01', '2099-01-01', 'blocked')), situation)
      .thenEvents({ ...added, data: { start: '2026-03-14', end: '2028-06-11' } }))
  test('other feeds’ entries are left alone', () =>
    given(calendar, imported('a', '2026-08-14', '2026-08-17', 'reserved', 'other'))
      .when(snapshot(), situation)
      .thenNothing())
  test('entries of our own export are ignored', () =>
    given(calendar)
      .when(snapshot(entry('c1.l@ical.hearth.example', '2026-08-14', '2026-08-17')), situation)
      .thenNothing())
  test('nothing is imported from a removed feed', () =>
    given(calendar)
      .when(snapshot(entry('a', '2026-08-14', '2026-08-17')), {
        ...situation,
        facts: { ...facts, feedLives: false },
      })
      .thenRefused('INVALID_TRANSITION'))
  test('imported nights can’t be booked', () =>
    given(calendar, imported('a', '2026-08-14', '2026-08-17'))
      .when(
        {
          type: 'HoldNights',
          data: {
            listingId: 'l',
            claimId: 'b',
            kind: 'booking',
            start: '2026-08-16',
            end: '2026-08-18',
            ttlMinutes: 2,
            skipRules: true,
          },
        },
        { ...situation, facts: { ...facts, checkInInstant: '2026-08-16T14:00:00.000Z' } },
      )
      .thenRefused('NIGHTS_UNAVAILABLE', { conflicts: [{ kind: 'ical_import' }] }))
})

describe('a removed feed', () => {
  const two = [
    imported('a', '2026-08-14', '2026-08-17'),
    imported('b', '2026-06-10', '2026-06-20', 'blocked'),
  ] as const
  const release = (keepBlocks: boolean) =>
    ({ type: 'ReleaseImports', data: { listingId: 'l', feedId: 'f', keepBlocks } }) as const
  test('releases its nights', () =>
    given(calendar, ...two)
      .when(release(false), situation)
      .thenEvents(
        { type: 'ImportedBlockRemoved', data: { remaining: null } },
        { type: 'ImportedBlockRemoved', data: { remaining: { start: '2026-06-10', end: TODAY } } },
      ))
  test('or leaves them as the host’s blocks', () =>
    given(calendar, ...two)
      .when(release(true), situation)
      .thenEvents(
        { type: 'ImportedBlockRemoved' },
        { type: 'BlockCreated', data: { kind: 'other', start: '2026-08-14' } },
        { type: 'ImportedBlockRemoved' },
        { type: 'BlockCreated', data: { start: TODAY, end: '2026-06-20' } },
      ))
  test('but not where a stay has the nights', () =>
    given(calendar, imported('a', '2026-08-14', '2026-08-17'), held('s', '2026-08-15', '2026-08-18'))
      .when(release(true), situation)
      .thenEvents({ type: 'ImportedBlockRemoved' }))
})

test('each rotation gives the export another address; the same command again does not', () => {
  const rotate = { type: 'RotateIcalToken', data: { listingId: 'l', unlessGiven: false } } as const
  const first = given(calendar).when(rotate, situation).thenEvents({ type: 'IcalTokenRotated' })
  const tokenId = first?.ok === true ? String(Object(first.events[0]?.data)['tokenId']) : ''
  expect(tokenId).toMatch(/^[0-9a-f-]{36}$/)
  given(calendar, { type: 'IcalTokenRotated', data: { listingId: 'l', tokenId } })
    .when(rotate, situation)
    .thenNothing()
  const firstOnly = { type: 'RotateIcalToken', data: { listingId: 'l', unlessGiven: true } } as const
  given(calendar).when(firstOnly, situation).thenEvents({ type: 'IcalTokenRotated' })
  given(calendar, { type: 'IcalTokenRotated', data: { listingId: 'l', tokenId: 'given' } })
    .when(firstOnly, situation)
    .thenNothing()
})
