import { describe, expect, test } from 'vitest'
import type { RecordedEvent } from '../kernel/message.ts'
import { icalFeedProcess } from './processes.ts'
import { icalFeedProjection, importConflictProjection } from './projections.ts'
import type { IcalFeedRow, ImportConflictRow } from './resource.ts'
import { zFeedUrl } from './url.ts'

const AT = '2026-06-12T13:42:00.000Z'
const recorded = (stream: string, type: string, data: object, at = AT): RecordedEvent => ({
  id: `e-${type}`,
  stream,
  revision: 0n,
  type,
  data,
  metadata: { tenantId: 'a', occurredAt: at },
  position: { commit: 0n, prepare: 0n },
  recordedAt: at,
})
const ofFeed = (type: string, data: object = {}, at = AT) =>
  recorded('icalFeed-f', type, { feedId: 'f', ...data }, at)
const ofCalendar = (type: string, data: object) =>
  recorded('calendar-l', type, { listingId: 'l', conflictId: 'k', ...data })
const added = ofFeed('FeedAdded', {
  listingId: 'l',
  hostAccountId: 'a',
  name: 'Airbnb',
  source: 'www.airbnb.com',
  url: 'https://www.airbnb.com/secret.ics',
})
const effects = (event: RecordedEvent) => {
  const [, ...asked] = icalFeedProcess.on(undefined, event)
  return asked
}
const rowAfter = (...events: readonly RecordedEvent[]) =>
  events.reduce<IcalFeedRow | undefined>((row, event) => icalFeedProjection.fold(row, event, 'f'), undefined)

describe('address validation', () => {
  test.each([
    'https://www.airbnb.com/calendar/ical/1.ics?s=x',
    ' https://ical.booking.com/v1/export?t=1 ',
    'http://127.0.0.1:4000/test.ics',
  ])('accepts %s', (url) => expect(zFeedUrl.safeParse(url).success).toBe(true))
  test('reads webcal as https', () =>
    expect(zFeedUrl.parse('webcal://calendar.example/a.ics')).toBe('https://calendar.example/a.ics'))
  test.each([
    '',
    'calendar',
    'http://calendar.example/a.ics',
    'https://calendar/a.ics',
    'https://user:secret@calendar.example/a.ics',
    'https://calendar.example:8443/a.ics',
    'ftp://calendar.example/a.ics',
    'file:///etc/passwd',
    'http://127.0.0.1/a.ics',
    'http://localhost:4000/',
  ])('refuses “%s”', (url) => expect(zFeedUrl.safeParse(url).success).toBe(false))
})

describe('the effects of feeds', () => {
  test('fetch when a feed is added, released or requested', () => {
    for (const event of [added, ofFeed('FeedReleased'), ofFeed('FeedRefreshRequested', { requestId: 'r' })])
      expect(effects(event)).toEqual([{ kind: 'job', name: 'fetch-feed', data: { feedId: 'f' } }])
  })
  test('email at the third failure, when it is stale, and in quarantine', () => {
    const told = (event: RecordedEvent) =>
      effects(event).map((effect) => (effect.kind === 'job' ? effect.data['what'] : ''))
    expect(
      [1, 2, 3, 4].map((attempt) => told(ofFeed('FeedFailed', { problem: 'timeout', attempt }))),
    ).toEqual([[], [], ['failing'], []])
    expect(told(ofFeed('FeedWentStale', { since: AT }))).toEqual(['stale'])
    expect(told(ofFeed('FeedQuarantined', { problem: 'emptied', kept: 4 }))).toEqual(['quarantined'])
  })
  test('email about entries that are not understood when the event says so', () => {
    const event = (notify: boolean) => ofFeed('FeedEntriesNotUnderstood', { notify })
    expect(effects(event(true))).toMatchObject([{ name: 'tell-feed', data: { what: 'unread', feedId: 'f' } }])
    expect(effects(event(false))).toEqual([])
  })
  test('end the imported claims once when the feed is removed', () =>
    expect(effects(ofFeed('FeedRemoved', { listingId: 'l', keepBlocks: true }))).toMatchObject([
      { kind: 'command', type: 'ReleaseImports', data: { listingId: 'l', feedId: 'f', keepBlocks: true } },
    ]))
  test('email about a conflict immediately and again after four hours, unless it is settled', () => {
    expect(effects(ofCalendar('ImportConflictDetected', { feedId: 'f' }))).toMatchObject([
      { name: 'tell-feed', data: { what: 'conflict', hostAccountId: 'a' } },
      { kind: 'timer', at: '2026-06-12T17:42:00.000Z', work: { data: { what: 'conflict_open' } } },
    ])
    expect(effects(ofCalendar('ImportConflictResolved', { resolution: 'gone' }))).toEqual([
      { kind: 'cancel', name: 'conflict' },
    ])
  })
})

describe('the shown state', () => {
  test('includes a feed’s health and since when, never its address', () => {
    const fetched = ofFeed(
      'FeedFetched',
      { contentHash: 'h', entries: 5, added: 5, moved: 0, removed: 0 },
      '2026-06-12T13:43:00.000Z',
    )
    const failing = [1, 2, 3].map((attempt) =>
      ofFeed('FeedFailed', { problem: 'timeout', attempt }, `2026-06-12T14:0${attempt}:00.000Z`),
    )
    expect(rowAfter(added)).toMatchObject({ health: 'pending', source: 'www.airbnb.com', checkedAt: null })
    expect(JSON.stringify(rowAfter(added))).not.toContain('secret')
    expect(rowAfter(added, fetched)).toMatchObject({
      health: 'ok',
      entries: 5,
      changedAt: '2026-06-12T13:43:00.000Z',
    })
    expect(rowAfter(added, fetched, ...failing.slice(0, 2))).toMatchObject({
      health: 'ok',
      problem: 'timeout',
      attempts: 2,
    })
    expect(rowAfter(added, fetched, ...failing)).toMatchObject({
      health: 'failing',
      healthSince: '2026-06-12T14:03:00.000Z',
    })
    expect(
      rowAfter(added, fetched, ofFeed('FeedQuarantined', { problem: 'emptied', kept: 5 }), ...failing),
    ).toMatchObject({ health: 'quarantined' })
    expect(
      rowAfter(added, fetched, ofFeed('FeedRemoved', { listingId: 'l', keepBlocks: false })),
    ).toBeUndefined()
  })
  test('includes a conflict until it is settled, and how', () => {
    const overlapping = [{ claimId: 'b', kind: 'booking', start: '2026-08-15', end: '2026-08-18' }]
    const detected = ofCalendar('ImportConflictDetected', {
      feedId: 'f',
      claimId: 'c',
      start: '2026-08-14',
      end: '2026-08-17',
      overlapping,
    })
    const open = importConflictProjection.fold(undefined, detected, 'k') as ImportConflictRow
    expect(open).toMatchObject({ id: 'k', state: 'open', resolution: null, overlapping })
    expect(
      importConflictProjection.fold(
        open,
        ofCalendar('ImportConflictResolved', { resolution: 'keep_both' }),
        'k',
      ),
    ).toMatchObject({ state: 'resolved', resolution: 'keep_both', resolvedAt: AT })
  })
})
