import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import { createNumberWorker, type ForgetNumbers } from '../vault/numberSweep.ts'
import type pg from 'pg'
import type { TicketTools } from '../login/tickets.ts'
import { openDepositCosts } from '../payout/depositCosts.ts'
import type { Payee, PayoutProvider } from '../payout/provider.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Envelope, Outcome } from '../runtime/outcome.ts'
import type { Worker } from '../workers/relay.ts'
import { createChangeNotifier } from './changeNotices.ts'
import type { DepositPairs } from './depositPairs.ts'
import type { ComputeDeposits } from './microDeposits.ts'
import { createDepositSender, depositsKeyFor } from './sendDeposits.ts'

export type PayoutAccountWorkersOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  tickets: TicketTools
  mail: MailQueue
  provider: Pick<PayoutProvider, 'sendMicroDeposits'> | undefined
  readPayee: (hostAccountId: string, vaultRef: string) => Promise<Payee | undefined>
  computeDeposits: ComputeDeposits
  pairs: DepositPairs
  forgetBankNumbers: ForgetNumbers
  /** Deletes files on disk that name the bank account. */
  forgetFiles?: ((ids: readonly string[]) => Promise<void>) | undefined
}>

/** Without a provider, deposits wait, as emails do without a mail server. */
const NO_PROVIDER: Pick<PayoutProvider, 'sendMicroDeposits'> = {
  sendMicroDeposits: async () => ({ kind: 'unknown', why: 'no payment provider is set' }),
}

/** The jobs of payout accounts, by name. */
export const openPayoutAccountWorkers = ({
  pool,
  handler,
  handle,
  tickets,
  mail,
  provider = NO_PROVIDER,
  readPayee,
  computeDeposits,
  pairs,
  forgetBankNumbers,
  forgetFiles,
}: PayoutAccountWorkersOptions): Readonly<Record<string, Worker>> => ({
  'tell-payout-change': createChangeNotifier({ pool, handler, tickets, mail }),
  'forget-bank-numbers': async (work, trace) => {
    await forgetFiles?.([depositsKeyFor(work.methodId ?? '')])
    await createNumberWorker(forgetBankNumbers)(work, trace)
  },
  'send-micro-deposits': createDepositSender({
    handler,
    handle,
    provider,
    readPayee,
    computeDeposits,
    pairs,
    costs: openDepositCosts(pool),
  }).send,
})
