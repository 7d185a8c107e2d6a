import { deriveId } from '@hearth/contracts/kernel/ids'
import type { ReconciliationDifference } from '@hearth/contracts/reconciliation'
import { test } from 'vitest'
import { given, SCHEDULER } from '../testing/given.ts'
import { reconciliation } from './reconciliation.decider.ts'

const id = deriveId('test', 'reconciliation')
const by = { id, actor: SCHEDULER, facts: undefined }
const difference = {
  payoutId: deriveId('test', 'payout'),
  hostAccountId: null,
  what: 'unknown_transfer',
  expected: 'none',
  actual: '81640 EUR',
} as const
const compared = { payouts: 12, movements: 30 }
const record = (differences: number, found: ReconciliationDifference[]) => ({
  type: 'RecordReconciliation' as const,
  data: { ...compared, differences, found },
})

test('a comparison with the bank is recorded once, with the counts and each difference', () => {
  given(reconciliation)
    .when(record(0, []), by)
    .thenEvents({
      type: 'ReconciliationCompleted',
      data: { reconciliationId: id, ...compared, differences: 0 },
    })
  given(reconciliation)
    .when(record(400, [difference]), by)
    .thenEvents(
      { type: 'ReconciliationDifferenceFound', data: { reconciliationId: id, ...difference } },
      { type: 'ReconciliationCompleted', data: { differences: 400 } },
    )
  given(reconciliation, {
    type: 'ReconciliationCompleted',
    data: { reconciliationId: id, ...compared, differences: 0 },
  })
    .when(record(0, []), by)
    .thenNothing()
})
