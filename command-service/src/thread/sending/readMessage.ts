import { formatStream } from '@hearth/contracts/kernel/message'
import { occurredAtOf } from '@hearth/contracts/kernel/projection'
import { thread } from '@hearth/contracts/thread'
import type { EventStore } from '@hearth/platform/event-store/port'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import { z } from 'zod'
import type { OutgoingMessage } from './channel.ts'

const zNamed = z.object({ messageId: z.string() })
const zSent = z.object(thread.events.MessageSent.schema.shape).pick({
  messageId: true,
  threadId: true,
  listingId: true,
  guestRef: true,
  author: true,
  body: true,
  attachments: true,
})

export type ReadMessage = (threadId: string, messageId: string) => Promise<OutgoingMessage>

/** Opens one message of a thread, for its delivery only. The text of an erased guest reads as `ERASED`. */
export const createMessageReader =
  ({
    store,
    readEvents,
  }: Readonly<{ store: Pick<EventStore, 'read'>; readEvents: EventReader }>): ReadMessage =>
  async (threadId, messageId) => {
    for await (const event of store.read(formatStream('thread', threadId))) {
      if (event.type !== 'MessageSent' || zNamed.safeParse(event.data).data?.messageId !== messageId) continue
      const [read] = await readEvents([event])
      if (read !== undefined && 'error' in read) throw read.error
      if (read !== undefined) return { ...zSent.parse(read.event.data), sentAt: occurredAtOf(read.event) }
    }
    throw new Error(`The thread ${threadId} has no message ${messageId}`)
  }
