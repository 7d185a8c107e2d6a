import type { AccountEvent } from '../account/messages.ts'
import { deriveId, type Id } from '../kernel/ids.ts'
import { categoryOfStream, idOfStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProcess, reactBy, type SystemCommand } from '../kernel/process.ts'
import type { LedgerEvent } from '../ledger/messages.ts'
import type { StatementCommand, StatementEvent } from './messages.ts'
import type { Month } from './month.ts'

/** Whether a statement is open, and whether the account is closed, so that no other one follows. */
export type StatementProcessState = Readonly<{ isOpen: boolean; isClosed: boolean }>

const START: StatementProcessState = { isOpen: false, isClosed: false }
const FOLLOWED = ['hostAccount', 'hostLedger', 'statement']

const draft = ({ id, stream }: Pick<RecordedEvent, 'id' | 'stream'>): SystemCommand<StatementCommand> => ({
  kind: 'command',
  commandId: deriveId('draft-statement', id),
  type: 'DraftStatement',
  id: idOfStream(stream),
  data: {},
})
const lock = (cause: Id, accountId: Id, month: Month): SystemCommand<StatementCommand> => ({
  kind: 'command',
  commandId: deriveId('lock-statement', cause),
  type: 'LockStatement',
  id: accountId,
  data: { month },
})

/**
 * Opens a statement with the account's first entry, locks it on its day and opens the next, until the account
 * is closed (docs/domain/statement.md#locking).
 */
export const statementProcess = defineProcess<StatementProcessState, StatementCommand>({
  name: 'statement',
  version: 1,
  correlate: ({ stream }) => (FOLLOWED.includes(categoryOfStream(stream)) ? idOfStream(stream) : undefined),
  on: reactBy<StatementProcessState, AccountEvent | LedgerEvent | StatementEvent, StatementCommand>({
    AccountClosed: (state = START) => [{ ...state, isClosed: true }],
    LedgerEntryPosted: (state = START, event) =>
      state.isOpen ? [state] : [{ ...state, isOpen: true }, draft(event)],
    // Months that were imported are locked one after the other while the present one waits.
    StatementDrafted: (state = START, { id, data: { hostAccountId, month, lockAt } }) => [
      { ...state, isOpen: true },
      { kind: 'timer', name: `lock/${month}`, at: lockAt, work: lock(id, hostAccountId, month) },
    ],
    StatementLocked: (state = START, event) =>
      state.isClosed ? [{ ...state, isOpen: false }] : [{ ...state, isOpen: true }, draft(event)],
  }),
})
