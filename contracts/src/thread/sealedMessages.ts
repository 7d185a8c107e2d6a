import { z } from 'zod'
import { formatStream } from '../kernel/message.ts'
import { thread } from './messages.ts'
import { zMessageRow } from './resource.ts'

const { text, attachments } = zMessageRow.shape
const zSealed = z
  .object(zMessageRow.shape)
  .pick({ id: true, threadId: true, text: true, attachments: true, sentAt: true })
const zOpened = z.object({ body: text, attachments })
const START = { commit: 0n, prepare: 0n }
const metadata = { schema: String(thread.events.MessageSent.version) }

/** An event that holds what is sealed in a message's row as its event does, for the reader that opens events. */
export const toSealedEvent = (row: unknown) => {
  const { id, threadId, text: body, attachments: files, sentAt } = zSealed.parse(row)
  return {
    id,
    stream: formatStream('thread', threadId),
    revision: 0n,
    type: 'MessageSent',
    data: { body, attachments: files },
    metadata,
    position: START,
    recordedAt: sentAt,
  }
}

/** The text and the files of such an event once it is opened. */
export const readOpened = (data: unknown) => {
  const { body, attachments: files } = zOpened.parse(data)
  return { text: body, attachments: files }
}
