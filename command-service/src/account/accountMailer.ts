import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { Message } from '@hearth/platform/mail/message'
import { withLock } from '@hearth/platform/postgres/advisoryLock'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { accountFold, type Account } from './account.state.ts'
import { mailLock } from './mailLock.ts'

export type AccountMailParts = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  mail: MailQueue
}>

/** Who reads what; nothing where there is no reason any more. */
type Write = (account: Account) => readonly Message[] | Promise<readonly Message[]>

/**
 * Sends mails about an account under the lock that erasing its members takes, all of them or none. An account
 * that doesn't exist has none.
 */
export const createAccountMailer =
  ({ pool, handler, mail }: AccountMailParts) =>
  (hostAccountId: string, write: Write): Promise<void> =>
    withLock(pool, mailLock(hostAccountId), async (transaction) => {
      const { state } = await handler.view(accountFold, hostAccountId, 0)
      if (state.status === 'none') return
      for (const message of await write(state)) await mail.add('message', message, transaction)
    })

/** The same mail to each address, once. */
export const toEach = (
  readers: readonly Readonly<{ email: string }>[],
  message: Omit<Message, 'to'>,
): readonly Message[] => [...new Set(readers.map(({ email }) => email))].map((to) => ({ to, ...message }))
