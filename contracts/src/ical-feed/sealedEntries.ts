import { z } from 'zod'
import { formatStream } from '../kernel/message.ts'
import { zIcalFeedRow } from './resource.ts'

const zFeed = z.object(zIcalFeedRow.shape)
const zOpened = z.object({ entries: zFeed.shape.unreadEntries })

/** The event that the row of a feed has its sealed titles from, as whoever opens events takes it. */
export const toSealedFeedEvent = (row: unknown) => {
  const { id, unread: count, total, unreadEntries: entries, addedAt } = zFeed.parse(row)
  return {
    id,
    stream: formatStream('icalFeed', id),
    revision: 0n,
    type: 'FeedEntriesNotUnderstood',
    data: { feedId: id, hostAccountId: '', total, count, entries, notify: false },
    metadata: {},
    position: { commit: 0n, prepare: 0n },
    recordedAt: addedAt,
  }
}

/** The titles in the opened event; throws where it is not such an event. */
export const readOpenedEntries = (data: unknown) => zOpened.parse(data).entries
