import type { StatementCommand, StatementEvent } from '@hearth/contracts/statement'
import { accept, reject, type Decider } from '../runtime/decider.ts'
import { isLockable, type StatementFacts } from './statement.facts.ts'
import { statementFold, type StatementState } from './statement.state.ts'
import { listAdjustments, totalOf } from './summary.ts'

/** Statements follow each other and never change (docs/domain/statement.md#locking). */
export const statement: Decider<StatementState, StatementCommand, StatementEvent, StatementFacts> = {
  ...statementFold,
  decide: {
    DraftStatement: (_data, { drafts }, { id: hostAccountId, facts }) => {
      const { nextMonth: month, timezone, lockAt } = facts
      return month in drafts
        ? accept([])
        : accept([
            { type: 'StatementDrafted', data: { hostAccountId, month, timezone, lockAt: lockAt(month) } },
          ])
    },
    LockStatement: ({ month }, state, { id: hostAccountId, now, facts }) => {
      const { printed, timezone } = facts
      if (state.last !== null && month <= state.last.month)
        return month === state.last.month
          ? accept([])
          : reject('INVALID_TRANSITION', 'A later statement is locked, so this month is closed.')
      const lockAt = facts.lockAt(month)
      if (!isLockable(state, month, lockAt, now))
        return reject('PRECONDITION_FAILED', `This statement can be locked from ${lockAt}.`, { lockAt })
      if (printed === null)
        return reject('PRECONDITION_FAILED', 'This account’s ledger has no entries, so it has no statements.')
      const { content, sha256, contentSha256 } = printed
      const of = { hostAccountId, month, timezone }
      return accept([
        ...(month in state.drafts ? [] : [{ type: 'StatementDrafted' as const, data: { ...of, lockAt } }]),
        {
          type: 'StatementLocked',
          data: {
            ...of,
            previousMonth: content.previousMonth,
            ledgerRevision: content.ledgerRevision,
            sha256,
            contentSha256,
            totals: content.sections.map(totalOf),
            adjustments: [...listAdjustments(content.sections)],
          },
        },
      ])
    },
  },
}
