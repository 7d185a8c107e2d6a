import { readOpenedEntries, toSealedFeedEvent } from '@hearth/contracts/ical-feed'
import { openEvents } from '@hearth/platform/read-model/eventReader'
import type { Finish } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { checkedNow } from './checkedNow.ts'

/**
 * Opens the titles of entries that are not understood: rows keep them sealed, so that they end with their
 * account's key.
 */
const openTitles =
  (sources: Sources): Finish =>
  async (rows) => {
    const opened = await openEvents(sources, rows.map(toSealedFeedEvent))
    return rows.map((row, index) => ({ ...row, unreadEntries: readOpenedEntries(opened[index]?.data) }))
  }

/** Feeds with the time of their last success, and the titles of what was not understood. */
export const showFeeds = (sources: Sources): Finish => {
  const [check, open] = [checkedNow(sources.pool), openTitles(sources)]
  return async (rows, principal) => open(await check(rows, principal), principal)
}
