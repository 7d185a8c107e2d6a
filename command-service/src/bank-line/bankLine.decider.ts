import type { BankLine, BankLineCommand, BankLineEvent } from '@hearth/contracts/bank-line'
import { accept, reject, type Decider, type Rejected } from '../runtime/decider.ts'
import { wrongField } from '../runtime/refusals.ts'
import type { BankLineFacts } from './bankLine.facts.ts'
import { bankLineFold, type BankLineState, type Proposal } from './bankLine.state.ts'

const unknown = () => reject('NOT_FOUND', 'This bank line doesn’t exist.')
const OVER = {
  settled: 'This bank line is settled.',
  withdrawn: 'The bank has corrected its statement, and this line is no longer in it.',
} as const

/** Why the line cannot be attached to the payout; undefined when it can. */
const notAttachable = (
  { direction, amountMinor, currency, day }: BankLine,
  { payout }: BankLineFacts,
): Rejected | undefined => {
  if (direction === null || amountMinor === null || day === null)
    return reject(
      'PRECONDITION_FAILED',
      'This line has no direction, amount or day that can be read, so it can only be set aside.',
      { rule: 'bank_line_unreadable' },
    )
  if (payout === null) return wrongField('/payoutId', 'must be a payout that was sent to the bank')
  return payout.currency === currency
    ? undefined
    : reject('CURRENCY_MISMATCH', `This line is in ${currency}, and the payout is in ${payout.currency}.`)
}

/** The proposal, when this person may decide about it. */
const findProposal = (state: BankLineState, actorId: string): Proposal | Rejected => {
  if (state.status === 'none') return unknown()
  if (state.status !== 'proposed')
    return state.status === 'open'
      ? reject('INVALID_TRANSITION', 'Someone has to propose how to settle this line first.')
      : reject('ALREADY_DECIDED', OVER[state.status])
  return state.proposal.by === actorId
    ? reject('FOUR_EYES_SAME_ACTOR', 'You proposed this, so someone else has to decide.')
    : state.proposal
}
const isRefused = (found: Proposal | Rejected): found is Rejected => 'ok' in found

/**
 * A bank line that was not recognized: two people attach it to a payout, or set it aside
 * (docs/domain/reconciliation.md#unrecognized-lines).
 */
export const bankLine: Decider<BankLineState, BankLineCommand, BankLineEvent, BankLineFacts> = {
  ...bankLineFold,
  decide: {
    RecordBankLine: (line, { status }, { id }) =>
      status === 'none' || status === 'withdrawn'
        ? accept([{ type: 'BankLineFound', data: { lineId: id, ...line } }])
        : accept([]),
    WithdrawBankLine: (_data, { status }, { id }) =>
      status === 'none' || status === 'withdrawn'
        ? accept([])
        : accept([{ type: 'BankLineWithdrawn', data: { lineId: id } }]),
    ProposeBankLineSettlement: ({ payoutId, reason }, state, { id, actor, facts }) => {
      if (state.status === 'none') return unknown()
      if (state.status === 'proposed')
        return reject('INVALID_TRANSITION', 'Someone has already proposed how to settle this line.')
      if (state.status !== 'open') return reject('ALREADY_DECIDED', OVER[state.status])
      const refused = payoutId === null ? undefined : notAttachable(state.line, facts)
      if (refused !== undefined) return refused
      const data = { lineId: id, payoutId, reason, by: actor.id }
      return accept([{ type: 'BankLineSettlementProposed', data }])
    },
    ApproveBankLineSettlement: (_data, state, { id, actor, facts }) => {
      const proposal = findProposal(state, actor.id)
      if (isRefused(proposal)) return proposal
      if (state.status === 'none') return unknown()
      const { payoutId, reason } = proposal
      const refused = payoutId === null ? undefined : notAttachable(state.line, facts)
      if (refused !== undefined) return refused
      const attemptKey = payoutId === null ? null : (facts.payout?.attemptKey ?? null)
      const data = { lineId: id, payoutId, reason, attemptKey, by: actor.id }
      return accept([{ type: 'BankLineSettled', data }])
    },
    RejectBankLineSettlement: ({ reason }, state, { id, actor }) => {
      const proposal = findProposal(state, actor.id)
      if (isRefused(proposal)) return proposal
      const data = { lineId: id, by: actor.id, reason }
      return accept([{ type: 'BankLineSettlementRejected', data }])
    },
  },
}
