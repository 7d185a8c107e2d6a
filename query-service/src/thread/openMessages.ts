import { formatStream } from '@hearth/contracts/kernel/message'
import { zMessageRow } from '@hearth/contracts/thread'
import { z } from 'zod'
import { openEvents } from '../runtime/readEvents.ts'
import type { Finish } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'

const zSealed = z.object(zMessageRow.shape).pick({ threadId: true, text: true, sentAt: true })
const zOpened = z.object({ body: zMessageRow.shape.text })
const START = { commit: 0n, prepare: 0n }

/** Opens the texts of messages: rows keep them sealed, so that they end with the guest's key. */
export const openMessages =
  (sources: Sources): Finish =>
  async (rows) => {
    const opened = await openEvents(
      sources,
      rows.map((row) => {
        const { threadId, text, sentAt } = zSealed.parse(row)
        return {
          id: row.id,
          stream: formatStream('thread', threadId),
          revision: 0n,
          type: 'MessageSent',
          data: { body: text },
          metadata: {},
          position: START,
          recordedAt: sentAt,
        }
      }),
    )
    return rows.map((row, index) => ({ ...row, text: zOpened.parse(opened[index]?.data).body }))
  }
