import { formatFormula, type LedgerCommand, type LedgerEntry } from '@hearth/contracts/ledger'
import { deriveId } from '@hearth/contracts/kernel/ids'
import { formatAmount, sum } from '@hearth/contracts/kernel/money'
import type { Job, SystemCommand } from '@hearth/contracts/kernel/process'
import { withLock } from '@hearth/platform/postgres/advisoryLock'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type { Message } from '@hearth/platform/mail/message'
import type pg from 'pg'
import { accountFold } from '../account/account.state.ts'
import { ownersToTell } from '../account/account.state.ts'
import { mailLock } from '../account/mailLock.ts'
import { mailOwners } from '../account/mailOwners.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import type { Worker } from '../workers/relay.ts'
import { ledgerFold } from './ledger.state.ts'

export type MoneyReducedOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  mail: MailQueue
  publicUrl: URL
}>

const APPEAL =
  'If you think this is wrong, contact Hearth. You can appeal every amount, and a person will review it.'

const formatLine = ({ text, amountMinor, currency, components, policies }: LedgerEntry): string => {
  const formulas = components
    .filter(({ basis }) => basis.rule !== 'reversed' && basis.rule !== 'stated')
    .map((component) => formatFormula(component, currency))
  const how = formulas.length === 0 ? '' : ` (${formulas.join('; ')})`
  const rules = policies.length === 0 ? '' : `, by ${policies.join(' and ')}`
  return `${text}: ${formatAmount(amountMinor, currency)} ${currency}${how}${rules}`
}

/**
 * The email to the owners before anything negative is netted: how much, why, and what they can do
 * (docs/domain/ledger.md#reductions). Entries of one cause and currency.
 */
export const reductionMail = (
  name: string,
  entries: readonly LedgerEntry[],
  publicUrl: URL,
): Omit<Message, 'to'> => {
  const [first] = entries
  const currency = first?.currency ?? 'USD'
  const total = `${formatAmount(sum(entries.map(({ amountMinor }) => amountMinor)), currency)} ${currency}`
  const path = first?.bookingId == null ? '/performance/payouts-breakdown' : `/bookings/${first.bookingId}`
  return {
    subject: `Deduction from your earnings: ${total}`,
    lines: [
      `${total} will be deducted from the next payout to ${name}. ` +
        'Amounts in other currencies aren’t affected.',
      ...entries.map(formatLine),
      APPEAL,
    ],
    link: { label: 'See how it’s calculated', url: new URL(path, publicUrl).href },
  }
}

const recordNotice = (accountId: string, entryId: string, told: number): SystemCommand<LedgerCommand> => ({
  kind: 'command',
  commandId: deriveId('money-reduced', entryId),
  type: 'RecordMoneyReduced',
  data: { accountId, entryId, told },
})

/**
 * Notifies the owners in one mail of all negative entries of one event, then records the notice. They can be
 * notified twice, but never not at all.
 */
export const createReductionNotifier =
  ({ pool, handler, handle, mail, publicUrl }: MoneyReducedOptions): Worker =>
  async ({ hostAccountId = '', entryId = '' }: Job['data'], { correlationId }) => {
    await withLock(pool, mailLock(hostAccountId), async () => {
      const { state } = await handler.view(ledgerFold, hostAccountId, 0)
      const entry = state.unnotified[entryId]
      if (entry === undefined) return
      const entries = Object.values(state.unnotified).filter(
        ({ source, currency }) => source.eventId === entry.source.eventId && currency === entry.currency,
      )
      const { state: host } = await handler.view(accountFold, hostAccountId, 0)
      const owners = ownersToTell(host).length
      const message = reductionMail(
        host.status === 'none' ? 'Your account' : String(host.profile['displayName']),
        entries,
        publicUrl,
      )
      // Not in the job's transaction: the email must be stored before the notice is recorded.
      await mailOwners(mail, host, message)
      for (const { entryId: notified } of entries) {
        const outcome = await handle(
          createInternal(recordNotice(hostAccountId, notified, owners), { correlationId }),
        )
        if (outcome.kind === 'rejected')
          throw new Error(`The notice of ${notified} could not be written down: ${outcome.code}`)
      }
    })
  }
