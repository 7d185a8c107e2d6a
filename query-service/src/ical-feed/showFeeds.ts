import { zIcalFeedRow } from '@hearth/contracts/ical-feed'
import { formatStream } from '@hearth/contracts/kernel/message'
import { z } from 'zod'
import { openEvents } from '../runtime/readEvents.ts'
import type { Finish } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { checkedNow } from './checkedNow.ts'

const zFeed = z.object(zIcalFeedRow.shape)

const zOpened = z.object({ entries: zFeed.shape.unreadEntries })
const START = { commit: 0n, prepare: 0n }

/**
 * Opens the titles of entries that are not understood: rows keep them sealed, so that they end with their
 * account's key.
 */
const openTitles =
  (sources: Sources): Finish =>
  async (rows) => {
    const opened = await openEvents(
      sources,
      rows.map((row) => {
        const { unread: count, total, unreadEntries: entries, addedAt } = zFeed.parse(row)
        return {
          id: row.id,
          stream: formatStream('icalFeed', row.id),
          revision: 0n,
          type: 'FeedEntriesNotUnderstood',
          data: { feedId: row.id, hostAccountId: '', total, count, entries, notify: false },
          metadata: {},
          position: START,
          recordedAt: addedAt,
        }
      }),
    )
    return rows.map((row, index) => {
      const { entries } = zOpened.parse(opened[index]?.data)
      return { ...row, unreadEntries: entries }
    })
  }

/** Feeds with the time of their last success, and the titles of what was not understood. */
export const showFeeds = (sources: Sources): Finish => {
  const [check, open] = [checkedNow(sources.pool), openTitles(sources)]
  return async (rows, principal) => open(await check(rows, principal), principal)
}
