import type { BankLine, BankLineEvent } from '@hearth/contracts/bank-line'
import type { Fold } from '../runtime/decider.ts'

export type Proposal = Readonly<{ payoutId: string | null; reason: string; by: string }>
type Known = Readonly<{ line: BankLine }>

export type BankLineState =
  | Readonly<{ status: 'none' }>
  | (Known & Readonly<{ status: 'open' | 'withdrawn' }>)
  | (Known & Readonly<{ status: 'proposed'; proposal: Proposal }>)
  | (Known & Readonly<{ status: 'settled'; attemptKey: string | null }>)

const moveTo = (state: BankLineState, status: 'open' | 'withdrawn'): BankLineState =>
  state.status === 'none' ? state : { status, line: state.line }

export const bankLineFold: Fold<BankLineState, BankLineEvent> = {
  category: 'bankLine',
  initial: { status: 'none' },
  evolve: {
    BankLineFound: (_state, { lineId: _id, ...line }) => ({ status: 'open', line }),
    BankLineWithdrawn: (state) => moveTo(state, 'withdrawn'),
    BankLineSettlementProposed: (state, { payoutId, reason, by }) =>
      state.status === 'none'
        ? state
        : { status: 'proposed', line: state.line, proposal: { payoutId, reason, by } },
    BankLineSettlementRejected: (state) => moveTo(state, 'open'),
    BankLineSettled: (state, { attemptKey }) =>
      state.status === 'none' ? state : { status: 'settled', line: state.line, attemptKey },
  },
}
