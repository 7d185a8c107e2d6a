import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { toLocalDate } from '@hearth/platform/zones/localTime'
import { calendarFold } from '../calendar/calendar.state.ts'
import { standingImports } from '../calendar/importDifferences.ts'
import { listingFold } from '../listing/listing.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Handle } from '../runtime/outcome.ts'
import type { FeedChecks, TakenCheck } from './feedChecks.ts'
import { applyFetched, sendForFeed } from './fetchAttempt.ts'
import type { FeedFetcher } from './fetchFeed.ts'
import { icalFeedFold } from './icalFeed.state.ts'

export type FollowOptions = Readonly<{
  handler: Pick<CommandHandler, 'view'>
  handle: Handle
  checks: FeedChecks
  fetcher: Pick<FeedFetcher, 'fetchFeed'>
  now: () => Instant
}>

/** Follows one feed from its address to the calendar, and notices feeds that are out of date. */
export const createFeedFollower = ({ handler, handle, checks, fetcher, now }: FollowOptions) => ({
  fetchOne: async ({ feedId, ...marks }: TakenCheck): Promise<void> => {
    const at = now()
    const { state: feed } = await handler.view(icalFeedFold, feedId, 0)
    if (feed.status !== 'active') return checks.forget(feedId)
    // The address was erased with its account.
    if (!URL.canParse(feed.url)) return checks.forget(feedId)
    const fetched = await fetcher.fetchFeed(feed.url, feed.contentHash === null ? undefined : marks)
    const [{ state: listing }, { state: calendar }] = await Promise.all([
      handler.view(listingFold, feed.listingId, 0),
      handler.view(calendarFold, feed.listingId, 0),
    ])
    if (listing.status === 'none') return
    const today = toLocalDate(at, listing.timezone)
    const standing = standingImports(calendar, feedId, today)
    const id = deriveId('fetch-feed', feedId, at)
    await applyFetched({ handle, checks }, { id, at, today, feedId, feed, listing, standing }, fetched)
  },

  markStale: async (): Promise<void> => {
    const at = now()
    for (const { feedId, since } of await checks.stale(at)) {
      const data = { since: new Date(since).toISOString() }
      const correlationId = deriveId('stale', feedId, at)
      await sendForFeed(handle, feedId, { type: 'MarkFeedStale', id: feedId, data }, correlationId)
      await checks.staleMarked(feedId, at)
    }
  },
})
