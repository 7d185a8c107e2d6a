import { z } from 'zod'
import { formatStream } from '../kernel/message.ts'
import { zMessageRow } from './resource.ts'

const zSealed = z.object(zMessageRow.shape).pick({ id: true, threadId: true, text: true, sentAt: true })
const zOpened = z.object({ body: zMessageRow.shape.text })
const START = { commit: 0n, prepare: 0n }

/** An event that holds the sealed text of a message's row as its event does, for the reader that opens events. */
export const toSealedEvent = (row: unknown) => {
  const { id, threadId, text, sentAt } = zSealed.parse(row)
  return {
    id,
    stream: formatStream('thread', threadId),
    revision: 0n,
    type: 'MessageSent',
    data: { body: text },
    metadata: {},
    position: START,
    recordedAt: sentAt,
  }
}

/** The text of such an event once it is opened. */
export const readOpenedText = (data: unknown): string | null => zOpened.parse(data).body
