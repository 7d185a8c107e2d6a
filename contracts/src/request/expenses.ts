import type { Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream } from '../kernel/message.ts'
import { defineProcess, reactBy } from '../kernel/process.ts'
import { occurredAtOf } from '../kernel/projection.ts'
import type { LedgerCommand } from '../ledger/messages.ts'
import { describeSource, entryFrom, postEntries, type EntryHead } from '../ledger/rules/entries.ts'
import type { RequestEvent } from './messages.ts'

/** What an expense is about, while it may still cost something. */
export type ExpenseState = Readonly<{ hostAccountId: Id; bookingId: Id | null; code: string }>

/**
 * What Hearth spent for a host is an entry of the host's ledger, posted once (docs/domain/ledger.md#expenses).
 */
export const expenseProcess = defineProcess<ExpenseState, LedgerCommand>({
  name: 'expense',
  version: 1,
  correlate: ({ stream }) => (categoryOfStream(stream) === 'request' ? idOfStream(stream) : undefined),
  on: reactBy<ExpenseState, RequestEvent, LedgerCommand>({
    ExpenseApprovalRequested: (_state, { data: { hostAccountId, bookingId, code } }) => [
      { hostAccountId, bookingId, code },
    ],
    ExpenseDeclined: () => [undefined],
    RequestWithdrawn: () => [undefined],
    ExpenseIncurred: (state, event) => {
      if (state === undefined) return [undefined]
      const { listingId, actualMinor, currency } = event.data
      const at = occurredAtOf(event)
      const head: EntryHead = {
        kind: 'expense_recharge',
        currency,
        availableAt: at,
        listingId,
        bookingId: state.bookingId,
        source: describeSource(event),
        policies: [],
        text: `Expense ${state.code}`,
      }
      const entry = entryFrom(head, [
        { code: 'expense', amountMinor: -actualMinor, basis: { rule: 'stated' } },
      ])
      if (entry === undefined) return [undefined]
      return [
        undefined,
        postEntries(event.metadata['commandId'] ?? event.id, state.hostAccountId, [entry], at),
      ]
    },
  }),
})
