import { can } from '@hearth/contracts/kernel/access'
import type { Id } from '@hearth/contracts/kernel/ids'
import type { SendCommand } from '../commands/commandSender.ts'
import { runPartitioned } from '../commands/runPartitioned.ts'
import { DEMO_LOGINS } from './logins.ts'
import { requireId } from './requireId.ts'
import { withSessions, type SessionOptions } from './sessions.ts'
import type { ReadThread } from './threads.ts'
import { demoKey } from './world.ts'

const MAX_CONCURRENT = 16

const markRead = async (
  send: SendCommand,
  { threadId, upToMessageId }: ReadThread,
  reader: string,
): Promise<void> => {
  const result = await send({
    path: `/api/threads/${threadId}/mark-read`,
    body: { upToMessageId },
    key: demoKey('read', threadId, upToMessageId, reader),
  })
  // A stay for which the calendar had no nights has no thread.
  if (!result.ok && result.code !== 'NOT_FOUND') requireId(result)
}

/** Marks threads as read for all on the teams who may read them. `accounts`: ids by name. */
export const readThreads = async (
  options: SessionOptions,
  accounts: Readonly<Record<string, Id>>,
  threads: ReadonlyMap<Id, readonly ReadThread[]>,
): Promise<void> => {
  for (const [name, hostAccountId] of Object.entries(accounts)) {
    const emails = DEMO_LOGINS.flatMap(({ account, email, role }) =>
      account === name && can(role, 'thread.mark-read') ? [email] : [],
    )
    await withSessions(options, { emails, hostAccountId }, async (senders) => {
      const read = senders.flatMap((send, index) =>
        (threads.get(hostAccountId) ?? []).map((thread) => ({ send, thread, reader: String(index) })),
      )
      await runPartitioned(
        read,
        ({ thread }) => thread.threadId,
        MAX_CONCURRENT,
        ({ send, thread, reader }) => markRead(send, thread, reader),
      )
    })
  }
}
