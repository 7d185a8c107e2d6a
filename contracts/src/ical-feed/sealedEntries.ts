import { z } from 'zod'
import { formatStream } from '../kernel/message.ts'
import { zIcalFeedRow } from './resource.ts'

const zFeed = z.object(zIcalFeedRow.shape)
const zOpened = z.object({ entries: zFeed.shape.unreadEntries })

/** An event that holds the sealed titles of a feed's row as its event does, for the reader that opens events. */
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
