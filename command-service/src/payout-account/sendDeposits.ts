import { deriveId } from '@hearth/contracts/kernel/ids'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import { RetryableError, type Envelope, type Outcome } from '../runtime/outcome.ts'
import type { Payee, PayoutProvider } from '../payout/provider.ts'
import type { Worker } from '../workers/relay.ts'
import type { ComputeDeposits } from './microDeposits.ts'
import { payoutAccountFold } from './payoutAccount.state.ts'

/** The bank's idempotency key of a method's two deposits. */
export const depositsKeyFor = (methodId: string) => deriveId('micro-deposits', methodId)

export type SendDepositsOptions = Readonly<{
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  provider: Pick<PayoutProvider, 'sendMicroDeposits'>
  readPayee: (hostAccountId: string, vaultRef: string) => Promise<Payee | undefined>
  computeDeposits: ComputeDeposits
}>

/**
 * Sends the two deposits and records the bank's answer. A repetition does not send them again: amounts and
 * key are always the same.
 */
export const createDepositSender = ({
  handler,
  handle,
  provider,
  readPayee,
  computeDeposits,
}: SendDepositsOptions): Readonly<{ send: Worker }> => ({
  send: async ({ hostAccountId = '', methodId = '' }, { correlationId }) => {
    const { state } = await handler.view(payoutAccountFold, hostAccountId, 0)
    const method = state.methods[methodId]
    if (method === undefined || method.deposits !== 'waiting' || method.failure !== null) return
    const payee = await readPayee(hostAccountId, method.vaultRef)
    if (payee === undefined) return
    const answer = await provider.sendMicroDeposits({
      key: depositsKeyFor(methodId),
      currency: method.currency,
      amountsMinor: computeDeposits(methodId),
      payee,
    })
    if (answer.kind === 'unknown') throw new RetryableError(answer.why)
    const outcome = await handle(
      createInternal(
        {
          kind: 'command',
          commandId: deriveId('record-micro-deposits', methodId),
          type: 'RecordMicroDeposits',
          id: hostAccountId,
          data: { methodId, outcome: answer.kind === 'sent' ? 'sent' : 'account_refused' },
        },
        { correlationId },
      ),
    )
    if (outcome.kind === 'rejected' && outcome.code !== 'NOT_FOUND') throw new RetryableError(outcome.code)
  },
})
