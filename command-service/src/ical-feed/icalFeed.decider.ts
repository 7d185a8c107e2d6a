import {
  FAILING_ATTEMPTS,
  MAX_FEEDS,
  QUARANTINE_ENTRIES,
  type FeedHealth,
  type FeedProblem,
  type IcalFeedCommand,
  type IcalFeedEvent,
} from '@hearth/contracts/ical-feed'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import type { IcalFeedFacts } from './icalFeed.facts.ts'

/** A feed whose address is known; `url` reads as erased once its account is. */
export type KnownFeed = Readonly<{
  status: 'active' | 'removed'
  listingId: string
  name: string
  url: string
  health: FeedHealth
  problem: FeedProblem | null
  /** Failures in a row. */
  attempts: number
  /**
   * Of the last content that was taken; null before the first, and when the next is to be taken whatever it
   * is.
   */
  contentHash: string | null
  /** The host said that an empty calendar is right. */
  trusted: boolean
  /** The fetch that somebody asked for last. */
  requestId: string | null
}>
export type IcalFeedState = Readonly<{ status: 'none' }> | KnownFeed

const known = (state: IcalFeedState, change: (feed: KnownFeed) => Partial<KnownFeed>): IcalFeedState =>
  state.status === 'none' ? state : { ...state, ...change(state) }
const gone = reject('NOT_FOUND', 'There is no such calendar feed.')

/** What is known of a feed and what became of its fetches (domain.md §2.5). */
export const icalFeed: Decider<IcalFeedState, IcalFeedCommand, IcalFeedEvent, IcalFeedFacts> = {
  category: 'icalFeed',
  initial: { status: 'none' },
  evolve: {
    FeedAdded: (_state, { listingId, name, url }) => ({
      status: 'active',
      listingId,
      name,
      url,
      health: 'pending',
      problem: null,
      attempts: 0,
      contentHash: null,
      trusted: false,
      requestId: null,
    }),
    FeedFetched: (state, { contentHash }) =>
      known(state, () => ({ health: 'ok', problem: null, attempts: 0, contentHash, trusted: false })),
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
  decide: {
    AddFeed: ({ listingId, name, url }, state, { id: feedId, tenantId: hostAccountId, facts }) => {
      if (state.status === 'active')
        return reject('DUPLICATE', 'This listing follows this calendar already.', {
          errors: [{ pointer: '/url', detail: 'is followed already' }],
        })
      if (facts.followed >= MAX_FEEDS)
        return reject(
          'LIMIT_EXCEEDED',
          `A listing follows at most ${MAX_FEEDS} calendars. Remove one that you no longer need.`,
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
        : reject('INVALID_TRANSITION', 'This calendar is not in quarantine.')
    },
    RemoveFeed: ({ keepBlocks }, state, { id: feedId }) => {
      if (state.status === 'none') return gone
      return accept(
        state.status === 'removed'
          ? []
          : [{ type: 'FeedRemoved', data: { feedId, listingId: state.listingId, keepBlocks } }],
      )
    },
    RecordFetch: ({ outcome }, state, { id: feedId }) => {
      if (state.status !== 'active') return accept([])
      if (outcome.kind === 'fetched') {
        const { kind: _kind, ...fetched } = outcome
        // What is as it was is no fact of its own; when it was seen last stands beside the log.
        return accept(
          state.health === 'ok' && state.attempts === 0 && state.contentHash === outcome.contentHash
            ? []
            : [{ type: 'FeedFetched', data: { feedId, ...fetched } }],
        )
      }
      const { problem } = outcome
      if (outcome.kind === 'refused' && outcome.standing >= QUARANTINE_ENTRIES) {
        return accept(
          state.health === 'quarantined' && state.problem === problem
            ? []
            : [{ type: 'FeedQuarantined', data: { feedId, problem, kept: outcome.standing } }],
        )
      }
      // From the moment on that it is failing, only another reason is news.
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
