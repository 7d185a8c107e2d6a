import type { IcalFeedCommand, IcalFeedEvent, NotUnderstood } from '@hearth/contracts/ical-feed'
import type { OfType } from '@hearth/contracts/kernel/message'
import { describe, test } from 'vitest'
import { given } from '../testing/given.ts'
import { icalFeed } from './icalFeed.decider.ts'

const following = (followed: number) => ({ id: 'f', facts: { followed } })
const situation = following(0)
const url = 'https://www.airbnb.com/calendar/ical/1.ics?s=secret'
const added = {
  type: 'FeedAdded',
  data: {
    feedId: 'f',
    listingId: 'l',
    hostAccountId: 'tenant',
    name: 'Airbnb',
    source: 'www.airbnb.com',
    url,
  },
} as const
const fetched = {
  type: 'FeedFetched',
  data: { feedId: 'f', contentHash: 'h', entries: 5, added: 5, moved: 0, removed: 0 },
} as const
const failed = (attempt: number) =>
  ({ type: 'FeedFailed', data: { feedId: 'f', problem: 'timeout', attempt } }) as const
const quarantined = { type: 'FeedQuarantined', data: { feedId: 'f', problem: 'emptied', kept: 5 } } as const
const removed = { type: 'FeedRemoved', data: { feedId: 'f', listingId: 'l', keepBlocks: false } } as const
const add = { type: 'AddFeed', data: { listingId: 'l', name: 'Airbnb', url } } as const
const success = (contentHash = 'h') =>
  ({
    type: 'RecordFetch',
    data: { outcome: { kind: 'fetched', contentHash, entries: 5, added: 0, moved: 0, removed: 0 } },
  }) as const
const failure = (problem: 'timeout' | 'not_found' = 'timeout') =>
  ({ type: 'RecordFetch', data: { outcome: { kind: 'failed', problem } } }) as const
const refusal = (standing: number) =>
  ({
    type: 'RecordFetch',
    data: { outcome: { kind: 'refused', problem: 'not_a_calendar', standing } },
  }) as const

describe('a feed', () => {
  test('is followed from its addition; its host name is open, its address is sealed', () =>
    given(icalFeed).when(add, situation).thenEvents(added))
  test('is followed once', () =>
    given(icalFeed, added)
      .when(add, situation)
      .thenRefused('DUPLICATE', { errors: [{ pointer: '/url' }] }))
  test('is one of eight at most', () => {
    given(icalFeed).when(add, following(7)).thenEvents(added)
    given(icalFeed).when(add, following(8)).thenRefused('LIMIT_EXCEEDED', { limit: 8 })
    given(icalFeed, added, removed).when(add, following(8)).thenRefused('LIMIT_EXCEEDED')
  })
  test('that is already followed is a duplicate, at the limit as well', () =>
    given(icalFeed, added).when(add, following(8)).thenRefused('DUPLICATE'))
  test('can be added again', () =>
    given(icalFeed, added, removed).when(add, situation).thenEvents({ type: 'FeedAdded' }))
  test('is removed once', () => {
    given(icalFeed, added)
      .when({ type: 'RemoveFeed', data: { keepBlocks: true } }, situation)
      .thenEvents({ type: 'FeedRemoved', data: { listingId: 'l', keepBlocks: true } })
    given(icalFeed, added, removed)
      .when({ type: 'RemoveFeed', data: { keepBlocks: true } }, situation)
      .thenNothing()
  })
  test('that does not exist or was removed can’t be fetched', () => {
    for (const type of ['RefreshFeed', 'ReleaseFeed'] as const)
      given(icalFeed, added, removed).when({ type, data: {} }, situation).thenRefused('NOT_FOUND')
    given(icalFeed)
      .when({ type: 'RemoveFeed', data: { keepBlocks: false } }, situation)
      .thenRefused('NOT_FOUND')
  })
  test('can be fetched immediately', () =>
    given(icalFeed, added)
      .when({ type: 'RefreshFeed', data: {} }, situation)
      .thenEvents({ type: 'FeedRefreshRequested' }))
})

describe('its health (docs/domain/ical-feed.md#health)', () => {
  test('a fetch is recorded when it changes something', () => {
    given(icalFeed, added)
      .when(success(), situation)
      .thenEvents({ type: 'FeedFetched', data: { contentHash: 'h' } })
    given(icalFeed, added, fetched).when(success(), situation).thenNothing()
    given(icalFeed, added, fetched).when(success('other'), situation).thenEvents({ type: 'FeedFetched' })
    given(icalFeed, added, fetched, failed(1)).when(success(), situation).thenEvents({ type: 'FeedFetched' })
  })
  test('reports three failures in a row once', () => {
    given(icalFeed, added, fetched)
      .when(failure(), situation)
      .thenEvents({ type: 'FeedFailed', data: { attempt: 1 } })
    given(icalFeed, added, failed(1), failed(2))
      .when(failure(), situation)
      .thenEvents({ type: 'FeedFailed', data: { attempt: 3 } })
    given(icalFeed, added, failed(1), failed(2), failed(3)).when(failure(), situation).thenNothing()
    given(icalFeed, added, failed(1), failed(2), failed(3))
      .when(failure('not_found'), situation)
      .thenEvents({ type: 'FeedFailed', data: { attempt: 4 } })
  })
  test('a feed that becomes implausible with three future entries goes into quarantine', () => {
    given(icalFeed, added, fetched)
      .when(refusal(3), situation)
      .thenEvents({ type: 'FeedQuarantined', data: { problem: 'not_a_calendar', kept: 3 } })
    given(icalFeed, added, fetched)
      .when(refusal(2), situation)
      .thenEvents({ type: 'FeedFailed', data: { problem: 'not_a_calendar', attempt: 1 } })
  })
  test('leaves quarantine by a valid calendar, or when its host accepts it', () => {
    given(icalFeed, added, fetched, quarantined)
      .when(success(), situation)
      .thenEvents({ type: 'FeedFetched' })
    given(icalFeed, added, fetched, quarantined)
      .when({ type: 'ReleaseFeed', data: {} }, situation)
      .thenEvents({ type: 'FeedReleased' })
    given(icalFeed, added, fetched)
      .when({ type: 'ReleaseFeed', data: {} }, situation)
      .thenRefused('INVALID_TRANSITION')
  })
  test('reports two hours without success once', () => {
    const stale = { type: 'MarkFeedStale', data: { since: '2026-06-12T11:00:00.000Z' } } as const
    given(icalFeed, added, fetched).when(stale, situation).thenEvents({ type: 'FeedWentStale' })
    given(icalFeed, added, fetched, { type: 'FeedWentStale', data: { feedId: 'f', since: stale.data.since } })
      .when(stale, situation)
      .thenNothing()
    given(icalFeed, added, fetched, quarantined).when(stale, situation).thenNothing()
  })
  const party: NotUnderstood = { title: 'Family Moreau', date: '2027-06-10', problem: 'time_zone' }
  const cleaning: NotUnderstood = { title: 'Cleaning', date: '2027-01-16', problem: 'repetition' }
  const unread = (...entries: NotUnderstood[]): OfType<IcalFeedCommand, 'RecordFetch'> => ({
    type: 'RecordFetch',
    data: {
      outcome: { ...success().data.outcome, unread: { total: 41, count: entries.length, entries } },
    },
  })
  const noticed = (
    notify: boolean,
    ...entries: NotUnderstood[]
  ): OfType<IcalFeedEvent, 'FeedEntriesNotUnderstood'> => ({
    type: 'FeedEntriesNotUnderstood',
    data: { feedId: 'f', hostAccountId: 'tenant', total: 41, count: entries.length, entries, notify },
  })
  const later = { ...situation, now: '2030-01-01T00:00:00.000Z' }
  test('records entries that are not understood when they change', () => {
    given(icalFeed, added, fetched).when(unread(), situation).thenNothing()
    given(icalFeed, added, fetched).when(unread(party), situation).thenEvents(noticed(true, party))
    given(icalFeed, added, fetched, noticed(true, party)).when(unread(party), later).thenNothing()
    given(icalFeed, added, fetched, noticed(true, party)).when(unread(), situation).thenEvents(noticed(false))
    given(icalFeed, added, fetched, noticed(true, party)).when(success(), situation).thenNothing()
  })
  test('emails about new ones at most once a day, and about none twice', () => {
    given(icalFeed, added, fetched, noticed(true, party))
      .when(unread(party, cleaning), situation)
      .thenEvents(noticed(false, party, cleaning))
    given(icalFeed, added, fetched, noticed(true, party), noticed(false, party, cleaning))
      .when(unread(party, cleaning), later)
      .thenEvents(noticed(true, party, cleaning))
  })
  test('records nothing for a removed feed', () =>
    given(icalFeed, added, removed).when(success(), situation).thenNothing())
})
