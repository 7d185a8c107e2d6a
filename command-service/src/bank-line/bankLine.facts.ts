import type { BankLineCommand } from '@hearth/contracts/bank-line'
import type { Currency } from '@hearth/contracts/kernel/money'
import { formatAttemptKey } from '@hearth/contracts/payout'
import { payoutFold } from '../payout/payout.state.ts'
import type { Load } from '../runtime/decider.ts'
import { bankLineFold } from './bankLine.state.ts'

export type BankLineFacts = Readonly<{
  /** The payout that the line is to be attached to; null when it does not exist or was never sent. */
  payout: Readonly<{ attemptKey: string; currency: Currency }> | null
}>

export const loadBankLineFacts: Load<BankLineCommand, BankLineFacts> = async (
  { type, data },
  { id },
  readState,
) => {
  const proposed = type === 'ApproveBankLineSettlement' ? await readState(bankLineFold, id) : undefined
  const payoutId =
    type === 'ProposeBankLineSettlement'
      ? data.payoutId
      : proposed?.status === 'proposed'
        ? proposed.proposal.payoutId
        : null
  if (payoutId === null) return { payout: null }
  const payout = await readState(payoutFold, payoutId)
  return payout.status === 'none' || payout.attempts === 0
    ? { payout: null }
    : { payout: { attemptKey: formatAttemptKey(payoutId, payout.attempts), currency: payout.currency } }
}
