import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Month, StatementEvent } from '@hearth/contracts/statement'
import type { Fold } from '../runtime/decider.ts'

export type StatementState = Readonly<{
  /** Drafts that are not locked, by month. */
  drafts: Readonly<Record<Month, Readonly<{ timezone: string; lockAt: Instant }>>>
  /** The last locked statement. */
  last: Readonly<{ month: Month; ledgerRevision: number }> | null
}>

export const statementFold: Fold<StatementState, StatementEvent> = {
  category: 'statement',
  initial: { drafts: {}, last: null },
  evolve: {
    StatementDrafted: (state, { month, timezone, lockAt }) => ({
      ...state,
      drafts: { ...state.drafts, [month]: { timezone, lockAt } },
    }),
    StatementLocked: ({ drafts }, { month, ledgerRevision }) => {
      const { [month]: _locked, ...others } = drafts
      return { drafts: others, last: { month, ledgerRevision } }
    },
  },
}
