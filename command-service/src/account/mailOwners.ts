import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { Message } from '@hearth/platform/mail/message'
import type pg from 'pg'
import { ownersToTell, type AccountState } from './account.state.ts'

/**
 * One mail to each owner of an account; in the transaction where there is one, so that all or none are sent.
 */
export const mailOwners = async (
  mail: MailQueue,
  host: AccountState,
  message: Omit<Message, 'to'>,
  transaction?: pg.PoolClient,
): Promise<void> => {
  for (const to of new Set(ownersToTell(host).map(({ email }) => email)))
    await mail.add('message', { to, ...message }, transaction)
}
