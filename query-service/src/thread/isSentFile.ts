import { messages, threads } from '@hearth/contracts/thread'
import { qualified } from '@hearth/platform/read-model/tables'
import { maySee, type Principal } from '@hearth/platform/session/principal'
import { createModel, createScope } from '../runtime/model.ts'
import { readOne } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'

const threadModel = createModel(threads)

/** Those who read conversations, and the gateway, which takes files to guests. */
const READERS = ['thread.read', 'thread.receive'] as const

/**
 * Whether the reader finds the file in a message. One that was retracted, or not sent yet, has none
 * (docs/domain/thread.md#attachments).
 */
export const isSentFile = async (
  sources: Sources,
  principal: Principal,
  file: Readonly<{ id: string; threadId: string }>,
): Promise<boolean> => {
  if (!READERS.some((capability) => maySee(principal, capability))) return false
  const thread = await readOne(sources.db, threadModel, createScope(principal), file.threadId)
  if (thread === undefined) return false
  const { rows } = await sources.pool.query<{ sent: boolean }>(
    `
      select exists (
        select from ${qualified(messages.table)}
        where tenant_id = $1 and thread_id = $2 and attachments @> $3::jsonb
      ) as sent`,
    [thread.tenantId, file.threadId, JSON.stringify([{ fileId: file.id }])],
  )
  return rows[0]?.sent === true
}
