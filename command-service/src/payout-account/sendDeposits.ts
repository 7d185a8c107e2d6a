import { deriveId } from '@hearth/contracts/kernel/ids'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { createInternal } from '../runtime/internal.ts'
import { RetryableError, type Envelope, type Outcome } from '../runtime/outcome.ts'
import type { DepositCosts } from '../payout/depositCosts.ts'
import type { MicroDepositsAnswer, Payee, PayoutProvider } from '../payout/provider.ts'
import type { Worker } from '../workers/relay.ts'
import type { DepositPairs } from './depositPairs.ts'
import { toMinor, type ComputeDeposits } from './microDeposits.ts'
import { payoutAccountFold } from './payoutAccount.state.ts'

/** The bank's idempotency key of a method's two deposits. */
export const depositsKeyFor = (methodId: string) => deriveId('micro-deposits', methodId)

export type SendDepositsOptions = Readonly<{
  handler: Pick<CommandHandler, 'view'>
  handle: (envelope: Envelope) => Promise<Outcome>
  provider: Pick<PayoutProvider, 'sendMicroDeposits'>
  readPayee: (hostAccountId: string, vaultRef: string) => Promise<Payee | undefined>
  computeDeposits: ComputeDeposits
  pairs: Pick<DepositPairs, 'claim' | 'markSent' | 'release'>
  costs: Pick<DepositCosts, 'post'>
}>

/**
 * Sends the two deposits, posts them as Hearth's cost and records the bank's answer. A repetition does not send them again: amounts and
 * key are always the same. A bank account that received a pair lately is verified with that one.
 */
export const createDepositSender = ({
  handler,
  handle,
  provider,
  readPayee,
  computeDeposits,
  pairs,
  costs,
}: SendDepositsOptions): Readonly<{ send: Worker }> => ({
  send: async ({ hostAccountId = '', methodId = '' }, { correlationId }) => {
    const { state } = await handler.view(payoutAccountFold, hostAccountId, 0)
    const method = state.methods[methodId]
    if (method === undefined || method.deposits !== 'waiting' || method.failure !== null) return
    const payee = await readPayee(hostAccountId, method.vaultRef)
    if (payee === undefined) return
    const claim = await pairs.claim(hostAccountId, method, payee.bank)
    if (claim === 'sending') throw new RetryableError('another method’s deposits are on their way to it')
    const deposits = {
      key: depositsKeyFor(methodId),
      currency: method.currency,
      amountsMinor: toMinor(computeDeposits(methodId), method.currency),
    }
    const answer: MicroDepositsAnswer =
      claim === 'reused' ? { kind: 'sent' } : await provider.sendMicroDeposits({ ...deposits, payee })
    if (answer.kind === 'unknown') throw new RetryableError(answer.why)
    if (claim === 'own' && answer.kind === 'sent') {
      await costs.post(methodId, deposits)
      await pairs.markSent(methodId)
    } else if (claim === 'own') await pairs.release(methodId)
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
