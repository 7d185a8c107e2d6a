import { formatStream, type RecordedEvent } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { StatementEvent } from './messages.ts'
import { statementId, zStatementRow, type StatementRow } from './resource.ts'

const readKey = ({ data }: RecordedEvent): string => {
  const { hostAccountId, month } = data as StatementEvent['data']
  return statementId(hostAccountId, month)
}

/** One row for each statement. */
export const statementProjection = defineProjection<StatementRow>({
  name: 'statement',
  version: 1,
  row: zStatementRow,
  categories: ['statement'],
  streams: ({ hostAccountId }) => [formatStream('statement', String(hostAccountId))],
  keys: (event) => [readKey(event)],
  fold: foldBy<StatementRow, StatementEvent>({
    StatementDrafted: (_row, { data }, id) => ({
      id,
      ...data,
      state: 'draft',
      lockedAt: null,
      previousMonth: null,
      ledgerRevision: null,
      sha256: null,
      contentSha256: null,
      totals: [],
      adjustments: [],
    }),
    StatementLocked: (row, event) =>
      row && { ...row, ...event.data, state: 'locked', lockedAt: occurredAtOf(event) },
  }),
})
