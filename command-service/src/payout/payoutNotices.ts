import type { PayoutFailure, PayoutHoldReason } from '@hearth/contracts/payout'
import type { PayoutNotice } from '@hearth/contracts/payout/processes'
import { formatAmount } from '@hearth/contracts/kernel/money'
import type { Job } from '@hearth/contracts/kernel/process'
import { withLock } from '@hearth/platform/postgres/advisoryLock'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { Message } from '@hearth/platform/mail/message'
import type pg from 'pg'
import { accountFold } from '../account/account.state.ts'
import { mailLock } from '../account/mailLock.ts'
import { mailOwners } from '../account/mailOwners.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Worker } from '../workers/relay.ts'
import { payoutFold } from './payout.state.ts'

const FAILURES: Readonly<Record<PayoutFailure, string>> = {
  account_closed: 'The bank account is closed.',
  invalid_account: 'The account number isn’t valid.',
  name_mismatch: 'The name doesn’t match the bank account.',
  rejected: 'The bank rejected it.',
  provider_down: 'The bank couldn’t be reached.',
  insufficient_platform_funds: 'Hearth couldn’t send it.',
}
const HOLDS: Readonly<Record<PayoutHoldReason, string>> = {
  staff: 'Our finance team reviews it before it’s sent.',
  outcome_unknown:
    'The bank hasn’t confirmed whether it was paid. ' +
    'We’re checking before we send anything again, so that you’re paid exactly once.',
  difference: 'The bank’s data doesn’t match ours. Our finance team is looking into it.',
}
const STAYS_YOURS =
  'Your money is safe: it’s back in your balance. ' +
  'We’ll pay it out once your payout settings have a working bank account.'
const findText = (texts: Readonly<Record<string, string>>, code: string) =>
  Object.hasOwn(texts, code) ? [texts[code] ?? ''] : []

type About = Readonly<{ name: string; code: string; amount: string; to: string; why: string }>
const NOTICES: Readonly<Record<PayoutNotice, (about: About) => Omit<Message, 'to' | 'link'>>> = {
  sent: ({ name, code, amount, to }) => ({
    subject: `Paid to ${name}: ${amount}`,
    lines: [`Payout ${code} of ${amount} was sent to ${to}. It can take your bank a day or two to show it.`],
  }),
  failed: ({ name, code, amount, to, why }) => ({
    subject: `A payout to ${name} failed: ${amount}`,
    lines: [`Payout ${code} of ${amount} to ${to} failed.`, ...findText(FAILURES, why), STAYS_YOURS],
  }),
  returned: ({ name, code, amount, to, why }) => ({
    subject: `A payout to ${name} was returned: ${amount}`,
    lines: [`Payout ${code} of ${amount} was returned by ${to}.`, ...findText(FAILURES, why), STAYS_YOURS],
  }),
  held: ({ name, code, amount, why }) => ({
    subject: `A payout to ${name} is on hold: ${amount}`,
    lines: [`Payout ${code} of ${amount} is on hold.`, ...findText(HOLDS, why), 'Your earnings are safe.'],
  }),
}
const isNotice = (what: string): what is PayoutNotice => Object.hasOwn(NOTICES, what)

/**
 * Emails the owners that a payout was sent, failed, was returned or is on hold, with a link to its entries
 * (docs/domain/notice.md#kinds).
 */
export const createPayoutNotifier =
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
  async ({ payoutId = '', hostAccountId = '', code = '', what = '', why = '' }: Job['data']) => {
    const [{ state: host }, { state: paid }] = await Promise.all([
      handler.view(accountFold, hostAccountId, 0),
      handler.view(payoutFold, payoutId, 0),
    ])
    if (host.status === 'none' || paid.status === 'none' || !isNotice(what)) return
    const last4 = paid.flight?.method.last4 ?? ''
    const about = {
      name: String(host.profile['displayName']),
      code,
      amount: `${formatAmount(paid.amountMinor, paid.currency)} ${paid.currency}`,
      to: last4 === '' ? 'the bank account' : `the bank account ending in ${last4}`,
      why,
    }
    const link = {
      label: 'View payout details',
      url: new URL(`/performance/payouts-breakdown?view=payouts&payout=${payoutId}`, publicUrl).href,
    }
    await withLock(pool, mailLock(hostAccountId), (transaction) =>
      mailOwners(mail, host, { ...NOTICES[what](about), link }, transaction),
    )
  }
