import { DEBT_TASK_DAYS } from '@hearth/contracts/ledger'
import { formatAmount, zCurrency } from '@hearth/contracts/kernel/money'
import { withLock } from '@hearth/platform/postgres/advisoryLock'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { Message } from '@hearth/platform/mail/message'
import type pg from 'pg'
import { accountFold } from '../account/account.state.ts'
import { mailLock } from '../account/mailLock.ts'
import { mailOwners } from '../account/mailOwners.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Worker } from '../workers/relay.ts'
import { ledgerFold } from './ledger.state.ts'
import { totalsIn } from './ledger.state.ts'

/**
 * The email to owners who owe more than their open balance (docs/domain/ledger.md#debt). `owedMinor` is below
 * 0.
 */
const debtMail = (name: string, owed: string, publicUrl: URL): Omit<Message, 'to'> => ({
  subject: `${name} has a negative balance: ${owed}`,
  lines: [
    `${name} owes Hearth ${owed} in this currency. ` +
      'We emailed you each amount with its reason when it was posted.',
    'Your next earnings cover this before anything is paid out. ' +
      'We don’t take it from other currencies or from your bank account.',
    `If it isn’t covered within ${DEBT_TASK_DAYS} days, our finance team will contact you.`,
  ],
  link: {
    label: 'See how it’s calculated',
    url: new URL('/performance/payouts-breakdown?part=adjustments', publicUrl).href,
  },
})

/** Explains a debt to the owners, unless it is settled by then. */
export const createDebtNotifier =
  ({
    pool,
    handler,
    mail,
    publicUrl,
  }: Readonly<{
    pool: pg.Pool
    handler: Pick<CommandHandler, 'view'>
    mail: MailQueue
    publicUrl: URL
  }>): Worker =>
  async ({ hostAccountId = '', currency: code = '' }) => {
    const currency = zCurrency.parse(code)
    await withLock(pool, mailLock(hostAccountId), async (transaction) => {
      const { openMinor } = totalsIn((await handler.view(ledgerFold, hostAccountId, 0)).state, currency)
      const { state: host } = await handler.view(accountFold, hostAccountId, 0)
      if (openMinor >= 0 || host.status === 'none') return
      const message = debtMail(
        String(host.profile['displayName']),
        `${formatAmount(-openMinor, currency)} ${currency}`,
        publicUrl,
      )
      await mailOwners(mail, host, message, transaction)
    })
  }
