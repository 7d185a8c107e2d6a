import {
  FAILING_ATTEMPTS,
  type FeedHealth,
  type FeedProblem,
  type IcalFeedEvent,
  type NotUnderstood,
} from '@hearth/contracts/ical-feed'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Fold } from '../runtime/decider.ts'

/** A feed whose address is known; `url` reads as erased once its account is. */
export type KnownFeed = Readonly<{
  status: 'active' | 'removed'
  listingId: string
  hostAccountId: string
  name: string
  url: string
  health: FeedHealth
  problem: FeedProblem | null
  /** Failures in a row. */
  attempts: number
  /** Of the last applied content; null before the first, and when the next is to be applied in any case. */
  contentHash: string | null
  /** The host said that an empty calendar is right. */
  trusted: boolean
  /** Entries that are not understood, as they were recorded last. */
  unread: UnreadState
  /** The last requested fetch. */
  requestId: string | null
}>
/** `noticed`: the entries named in the last email, and when that was. */
export type UnreadState = Readonly<{
  total: number
  count: number
  entries: readonly NotUnderstood[]
  noticed: readonly NotUnderstood[]
  noticedAt: Instant | null
}>
export type IcalFeedState = Readonly<{ status: 'none' }> | KnownFeed

const known = (state: IcalFeedState, change: (feed: KnownFeed) => Partial<KnownFeed>): IcalFeedState =>
  state.status === 'none' ? state : { ...state, ...change(state) }

export const icalFeedFold: Fold<IcalFeedState, IcalFeedEvent> = {
  category: 'icalFeed',
  initial: { status: 'none' },
  evolve: {
    FeedAdded: (_state, { listingId, hostAccountId, name, url }) => ({
      status: 'active',
      listingId,
      hostAccountId,
      name,
      url,
      health: 'pending',
      problem: null,
      attempts: 0,
      contentHash: null,
      trusted: false,
      unread: { total: 0, count: 0, entries: [], noticed: [], noticedAt: null },
      requestId: null,
    }),
    FeedFetched: (state, { contentHash }) =>
      known(state, () => ({ health: 'ok', problem: null, attempts: 0, contentHash, trusted: false })),
    FeedEntriesNotUnderstood: (state, { total, count, entries: written, notify }, at) => {
      // Erased with its account.
      const entries = typeof written === 'string' ? [] : written
      return known(state, ({ unread: { noticed, noticedAt } }) => ({
        unread: {
          total,
          count,
          entries,
          ...(notify ? { noticed: entries, noticedAt: at } : { noticed, noticedAt }),
        },
      }))
    },
    FeedFailed: (state, { problem, attempt }) =>
      known(state, ({ health }) => ({
        problem,
        attempts: attempt,
        ...(attempt >= FAILING_ATTEMPTS && health !== 'quarantined' ? { health: 'failing' } : {}),
      })),
    FeedQuarantined: (state, { problem }) => known(state, () => ({ health: 'quarantined', problem })),
    FeedWentStale: (state) => known(state, () => ({ health: 'stale' })),
    FeedReleased: (state) =>
      known(state, () => ({
        health: 'pending',
        problem: null,
        attempts: 0,
        contentHash: null,
        trusted: true,
      })),
    FeedRefreshRequested: (state, { requestId }) => known(state, () => ({ requestId })),
    FeedRemoved: (state) => known(state, () => ({ status: 'removed', contentHash: null })),
  },
}
