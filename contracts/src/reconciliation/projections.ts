import { idOfStream, formatStream } from '../kernel/message.ts'
import { defineProjection, foldBy, occurredAtOf } from '../kernel/projection.ts'
import type { ReconciliationEvent } from './messages.ts'
import { zReconciliationRow, type ReconciliationRow } from './resource.ts'

const begun = (id: string): ReconciliationRow => ({
  id,
  completedAt: null,
  payouts: 0,
  movements: 0,
  differenceCount: 0,
  differences: [],
})

/** One row for each comparison with the bank. */
export const reconciliationProjection = defineProjection<ReconciliationRow>({
  name: 'reconciliation',
  version: 1,
  row: zReconciliationRow,
  streams: ({ id }) => [formatStream('reconciliation', id)],
  categories: ['reconciliation'],
  keys: ({ stream }) => [idOfStream(stream)],
  fold: foldBy<ReconciliationRow, ReconciliationEvent>({
    ReconciliationDifferenceFound: (row, event) => {
      const { reconciliationId, ...difference } = event.data
      const before = row ?? begun(reconciliationId)
      return {
        ...before,
        differenceCount: before.differenceCount + 1,
        differences: [...before.differences, { ...difference, foundAt: occurredAtOf(event) }],
      }
    },
    ReconciliationCompleted: (row, event) => {
      const { reconciliationId, payouts, movements, differences } = event.data
      return {
        ...(row ?? begun(reconciliationId)),
        completedAt: occurredAtOf(event),
        payouts,
        movements,
        differenceCount: differences,
      }
    },
  }),
})
