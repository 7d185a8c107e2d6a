import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { ApprovalRule, PayoutHoldReason, MethodSnapshot } from '@hearth/contracts/payout'

/** An attempt that the provider may know of. `providerRef` is set once it took it. */
export type Flight = Readonly<{
  attemptKey: string
  method: MethodSnapshot
  since: Instant
  providerRef: string | null
}>

export type PlannedPayout = Readonly<{
  hostAccountId: string
  currency: Currency
  amountMinor: number
  methodId: string
  listingIds: readonly (string | null)[]
  entryIds: readonly string[]
  approvalRule: ApprovalRule | null
  approvedBy: readonly string[]
  /** Attempts so far; the n of the last key. */
  attempts: number
  dueAt: Instant
  flight: Flight | null
  /** Differences already raised, as texts. */
  raised: readonly string[]
}>

export type PayoutState =
  | Readonly<{ status: 'none' }>
  | (PlannedPayout & Readonly<{ status: 'planned' }>)
  | (PlannedPayout & Readonly<{ status: 'on_hold'; reason: PayoutHoldReason }>)
  | (PlannedPayout & Readonly<{ status: 'paid' | 'returned'; providerRef: string }>)
  | (PlannedPayout & Readonly<{ status: 'cancelled' }>)
