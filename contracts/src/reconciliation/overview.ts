import { z } from 'zod'
import { zInstant, zLocalDate } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'
import { zCheck } from '../ledger/explanation.ts'

/** What is compared with what, in the order in which money moves (docs/domain/reconciliation.md#overview). */
export const COMPARISONS = ['bookings_ledger', 'ledger_payouts', 'payouts_bank'] as const
export const zComparisonCode = z.enum(COMPARISONS)
export type ComparisonCode = z.infer<typeof zComparisonCode>

/** Days of one overview at most. */
export const MAX_COMPARED_DAYS = 92
/** Differences that are listed for each comparison, the largest first. */
export const MAX_LISTED_DIFFERENCES = 50

/** `from` and `to` are days in UTC, both included. 422 `LIMIT_EXCEEDED` for more than `MAX_COMPARED_DAYS`. */
export const zReconciliationQuery = z.strictObject({
  from: zLocalDate,
  to: zLocalDate,
  currency: zCurrency.optional(),
})
export type ReconciliationQuery = z.infer<typeof zReconciliationQuery>

/** The sums of both sides; minor units. */
const zBothSides = z.strictObject({ leftMinor: z.int(), rightMinor: z.int() })

/** A stay or a payout whose two sides differ. `hostAccountId` null: the bank paid what isn’t a payout of ours. */
export const zFoundDifference = z.strictObject({
  id: z.string(),
  code: z.string().nullable(),
  hostAccountId: z.string().nullable(),
  hostName: z.string().nullable(),
  ...zBothSides.shape,
})
export type FoundDifference = z.infer<typeof zFoundDifference>

export const zComparison = z.strictObject({
  code: zComparisonCode,
  /** Stays or payouts that were compared. */
  records: z.int(),
  differing: z.int(),
  ...zBothSides.shape,
  differences: z.array(zFoundDifference),
  /** What the differences that are not listed come to. */
  restMinor: z.int(),
  /** That the left side and all differences come to the right side. */
  check: zCheck,
})
export type Comparison = z.infer<typeof zComparison>

/** `GET /api/reconciliation-overview`: bookings, ledger, payouts and bank of one currency. Staff only. */
export const zReconciliationOverview = z.strictObject({
  ...zReconciliationQuery.shape,
  currency: zCurrency.nullable(),
  currencies: z.array(zCurrency),
  comparisons: z.array(zComparison),
})
export type ReconciliationOverview = z.infer<typeof zReconciliationOverview>

export const zComparedQuery = z.strictObject({ comparison: zComparisonCode })

/** A record of one side: a stay, an entry, a payout or a payment of the bank. */
export const zComparedRow = z.strictObject({
  id: z.string(),
  /** The booking’s status, the entry’s kind, the payout’s state; of the bank, its reference. */
  what: z.string(),
  at: zInstant,
  currency: zCurrency,
  amountMinor: z.int(),
  /** Null: the bank has no stream. */
  stream: z.string().nullable(),
})
export type ComparedRow = z.infer<typeof zComparedRow>

/**
 * `GET /api/reconciliation-overview/{id}/rows`: the records behind both sides of one stay or payout; `id` may
 * be what the bank named instead of a payout.
 */
export const zComparedRows = z.strictObject({
  left: z.array(zComparedRow),
  right: z.array(zComparedRow),
})
export type ComparedRows = z.infer<typeof zComparedRows>
