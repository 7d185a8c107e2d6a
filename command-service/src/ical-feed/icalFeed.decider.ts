import {
  FAILING_ATTEMPTS,
  MAX_FEEDS,
  QUARANTINE_ENTRIES,
  UNREAD_NOTICE_HOURS,
  type FetchOutcome,
  type IcalFeedCommand,
  type IcalFeedEvent,
} from '@hearth/contracts/ical-feed'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import type { IcalFeedFacts } from './icalFeed.facts.ts'
import { icalFeedFold, type IcalFeedState, type KnownFeed } from './icalFeed.state.ts'

const gone = reject('NOT_FOUND', 'This imported calendar doesn’t exist.')

type Unread = Extract<FetchOutcome, { kind: 'fetched' }>['unread']
/** Only changes are recorded; an email names what the last one did not, at most once a day. */
const recordUnread = (
  feedId: string,
  { hostAccountId, unread: before }: KnownFeed,
  unread: Unread,
  now: Instant,
): IcalFeedEvent[] => {
  if (unread === undefined) return []
  const { total, count, entries } = unread
  const key = ({ title, date }: (typeof entries)[number]) => JSON.stringify([title, date])
  const noticed = new Set(before.noticed.map(key))
  const isDue = before.noticedAt === null || now >= addHours(before.noticedAt, UNREAD_NOTICE_HOURS)
  const notify = isDue && entries.some((entry) => !noticed.has(key(entry)))
  const isSame = count === before.count && JSON.stringify(entries) === JSON.stringify(before.entries)
  const data = { feedId, hostAccountId, total, count, entries, notify }
  return isSame && !notify ? [] : [{ type: 'FeedEntriesNotUnderstood', data }]
}

/** A feed and the outcome of its fetches (docs/domain/ical-feed.md#health). */
export const icalFeed: Decider<IcalFeedState, IcalFeedCommand, IcalFeedEvent, IcalFeedFacts> = {
  ...icalFeedFold,
  decide: {
    AddFeed: ({ listingId, name, url }, state, { id: feedId, tenantId: hostAccountId, facts }) => {
      if (state.status === 'active')
        return reject('DUPLICATE', 'This calendar is already imported.', {
          errors: [{ pointer: '/url', detail: 'is already imported' }],
        })
      if (facts.followed >= MAX_FEEDS)
        return reject(
          'LIMIT_EXCEEDED',
          `A listing can import up to ${MAX_FEEDS} calendars. Remove one that you no longer need.`,
          { limit: MAX_FEEDS },
        )
      return accept([
        {
          type: 'FeedAdded',
          data: { feedId, listingId, hostAccountId, name, source: new URL(url).host, url },
        },
      ])
    },
    RefreshFeed: (_data, state, { id: feedId, idFor }) => {
      if (state.status !== 'active') return gone
      const requestId = idFor('refresh')
      return accept(
        state.requestId === requestId ? [] : [{ type: 'FeedRefreshRequested', data: { feedId, requestId } }],
      )
    },
    ReleaseFeed: (_data, state, { id: feedId }) => {
      if (state.status !== 'active') return gone
      return state.health === 'quarantined'
        ? accept([{ type: 'FeedReleased', data: { feedId } }])
        : reject('INVALID_TRANSITION', 'This calendar doesn’t need checking.')
    },
    RemoveFeed: ({ keepBlocks }, state, { id: feedId }) => {
      if (state.status === 'none') return gone
      return accept(
        state.status === 'removed'
          ? []
          : [{ type: 'FeedRemoved', data: { feedId, listingId: state.listingId, keepBlocks } }],
      )
    },
    RecordFetch: ({ outcome }, state, { id: feedId, now }) => {
      if (state.status !== 'active') return accept([])
      if (outcome.kind === 'fetched') {
        const { kind: _kind, unread, ...fetched } = outcome
        // An unchanged fetch adds no event; the time of the last success is stored beside the log.
        const isSame =
          state.health === 'ok' && state.attempts === 0 && state.contentHash === outcome.contentHash
        return accept([
          ...(isSame ? [] : [{ type: 'FeedFetched', data: { feedId, ...fetched } } as const]),
          ...recordUnread(feedId, state, unread, now),
        ])
      }
      const { problem } = outcome
      if (outcome.kind === 'refused' && outcome.standing >= QUARANTINE_ENTRIES) {
        return accept(
          state.health === 'quarantined' && state.problem === problem
            ? []
            : [{ type: 'FeedQuarantined', data: { feedId, problem, kept: outcome.standing } }],
        )
      }
      // Once a feed is failing, only another reason is recorded.
      if (state.attempts >= FAILING_ATTEMPTS && state.problem === problem) return accept([])
      return accept([{ type: 'FeedFailed', data: { feedId, problem, attempt: state.attempts + 1 } }])
    },
    MarkFeedStale: ({ since }, state, { id: feedId }) =>
      accept(
        state.status !== 'active' || state.health === 'stale' || state.health === 'quarantined'
          ? []
          : [{ type: 'FeedWentStale', data: { feedId, since } }],
      ),
  },
}
