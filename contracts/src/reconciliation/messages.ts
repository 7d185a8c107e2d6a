import { zId } from '../kernel/ids.ts'
import { z } from 'zod'
import { defineAggregate, type CommandsOf, type EventsOf } from '../kernel/message.ts'

/**
 * Where payouts, the bank's statement and the ledger do not agree; `hostAccountId` null: the bank paid what
 * is not a payout of ours.
 */
export const zReconciliationDifference = z.strictObject({
  payoutId: z.string(),
  hostAccountId: z.string().nullable(),
  what: z.enum(['unknown_transfer', 'paid_twice', 'not_at_bank', 'amount', 'returned', 'ledger']),
  expected: z.string(),
  actual: z.string(),
})
export type ReconciliationDifference = z.infer<typeof zReconciliationDifference>

/** More differences than these are counted and not listed: then one cause is behind them all. */
export const MAX_DIFFERENCES = 200

const of = { reconciliationId: z.string() }
/**
 * How much was compared: payouts of ours, movements of the bank's statement; `differences` counts all that
 * were found.
 */
const compared = { payouts: z.int().min(0), movements: z.int().min(0), differences: z.int().min(0) }

/**
 * One comparison of the bank's statement with payouts and ledger (docs/domain/reconciliation.md#differences).
 */
export const reconciliation = defineAggregate({
  category: 'reconciliation',
  events: {
    ReconciliationDifferenceFound: { version: 1, schema: zReconciliationDifference.extend(of) },
    ReconciliationCompleted: { version: 1, schema: z.strictObject({ ...of, ...compared }) },
  },
  commands: {
    RecordReconciliation: {
      schema: z.strictObject({ ...compared, found: z.array(zReconciliationDifference).max(MAX_DIFFERENCES) }),
      capability: 'payout.run',
      ifMatch: 'none',
      stream: { by: 'platform', id: zId },
    },
  },
})
export type ReconciliationEvent = EventsOf<typeof reconciliation>
export type ReconciliationCommand = CommandsOf<typeof reconciliation>
