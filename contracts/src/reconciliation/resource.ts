import { z } from 'zod'
import { zInstant } from '../kernel/dates.ts'
import { defineResource } from '../kernel/resource.ts'
import { zReconciliationDifference } from './messages.ts'

/** A comparison with the bank, for staff. */
export const zReconciliationRow = z.strictObject({
  id: z.string(),
  /** UTC; null while its differences are still being written down. */
  completedAt: zInstant.nullable(),
  payouts: z.int(),
  movements: z.int(),
  differenceCount: z.int(),
  differences: z.array(zReconciliationDifference.extend({ foundAt: zInstant })),
})
export type ReconciliationRow = z.infer<typeof zReconciliationRow>

export const reconciliations = defineResource({
  name: 'reconciliations',
  table: 'reconciliation',
  row: zReconciliationRow,
  capability: 'payout.review',
  visibility: {
    id: 'open',
    completedAt: 'open',
    payouts: 'open',
    movements: 'open',
    differenceCount: 'open',
    differences: 'open',
  },
  scope: 'platform',
  sort: ['completedAt', 'differenceCount'],
  defaultSort: ['completedAt', 'DESC'],
  filter: { differenceCount: 'range', completedAt: 'range' },
  screens: { orders: { completedAt: 'Reconciliations' } },
})
