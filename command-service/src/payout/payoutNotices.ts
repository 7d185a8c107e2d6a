import type { PayoutFailure, PayoutHoldReason } from '@hearth/contracts/payout'
import type { PayoutNotice } from '@hearth/contracts/payout/processes'
import { formatAmount } from '@hearth/contracts/kernel/money'
import type { Job } from '@hearth/contracts/kernel/process'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { Message } from '@hearth/platform/mail/message'
import type pg from 'pg'
import { accountFold } from '../account/account.state.ts'
import { inTurn, mailTurn } from '../account/inTurn.ts'
import { mailOwners } from '../account/mailOwners.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Worker } from '../workers/relay.ts'
import { payoutFold } from './payout.state.ts'

const FAILURES: Readonly<Record<PayoutFailure, string>> = {
  account_closed: 'The bank account is closed.',
  invalid_account: 'The bank does not know the account.',
  name_mismatch: 'The bank account belongs to another name.',
  rejected: 'The bank refused it.',
  provider_down: 'The bank could not be reached.',
  insufficient_platform_funds: 'Hearth could not send it.',
}
const HOLDS: Readonly<Record<PayoutHoldReason, string>> = {
  staff: 'Somebody of Hearth’s finance looks at it before it is sent.',
  outcome_unknown:
    'The bank has not told us whether it was paid. We find out before anything is sent again, so that you are never paid twice or not at all.',
  difference: 'The bank says something else than our books. Somebody of Hearth’s finance looks at both.',
}
const STAYS_YOURS =
  'The money stays yours: it is in your balance again, and is paid as soon as the payout settings name a bank account that takes it.'
const textOf = (texts: Readonly<Record<string, string>>, code: string) =>
  Object.hasOwn(texts, code) ? [texts[code] ?? ''] : []

type About = Readonly<{ name: string; code: string; amount: string; to: string; why: string }>
const wordsOf: Readonly<Record<PayoutNotice, (about: About) => Omit<Message, 'to' | 'link'>>> = {
  sent: ({ name, code, amount, to }) => ({
    subject: `Paid to ${name}: ${amount}`,
    lines: [`Payout ${code} over ${amount} was paid to ${to}. A bank may take a day or two to show it.`],
  }),
  failed: ({ name, code, amount, to, why }) => ({
    subject: `A payout to ${name} failed: ${amount}`,
    lines: [
      `Payout ${code} over ${amount} to ${to} could not be made.`,
      ...textOf(FAILURES, why),
      STAYS_YOURS,
    ],
  }),
  returned: ({ name, code, amount, to, why }) => ({
    subject: `A payout to ${name} came back: ${amount}`,
    lines: [`Payout ${code} over ${amount} came back from ${to}.`, ...textOf(FAILURES, why), STAYS_YOURS],
  }),
  held: ({ name, code, amount, why }) => ({
    subject: `A payout to ${name} is held: ${amount}`,
    lines: [`Payout ${code} over ${amount} waits.`, ...textOf(HOLDS, why), 'What you earn stays yours.'],
  }),
}
const isNotice = (what: string): what is PayoutNotice => Object.hasOwn(wordsOf, what)

/**
 * Mails the owners that a payout was sent, failed, came back or is held, with a link to what it is made of
 * (domain.md §2.23 and §5, P7).
 */
export const tellPayout =
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
      label: 'See what it is made of',
      url: new URL(`/performance/payouts-breakdown?view=payouts&payout=${payoutId}`, publicUrl).href,
    }
    await inTurn(pool, mailTurn(hostAccountId), (transaction) =>
      mailOwners(mail, host, { ...wordsOf[what](about), link }, transaction),
    )
  }
