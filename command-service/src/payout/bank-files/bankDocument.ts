import type { Instant } from '@hearth/contracts/kernel/dates'
import type { PayoutFailure, ProviderReport } from '@hearth/contracts/payout'

/** A line that is not taken over: `foreign` is not about our payments, `unreadable` may be. */
export type Leftover = Readonly<{
  kind: 'foreign' | 'unreadable'
  entry: string
  amount: string
  why: string
}>

/** What a bank says of one of our payments before it is booked. */
export type PaymentStatus = Readonly<{
  attemptKey: string
  providerRef: string
  result: 'accepted' | 'failed'
  code: PayoutFailure | null
}>

/** One part of a bank's message. A later one with the same `key` replaces it as a whole. */
export type BankDocument = Readonly<{
  key: string
  createdAt: Instant | undefined
  /** Booked transfers, in their order. */
  reports: readonly ProviderReport[]
  statuses: readonly PaymentStatus[]
  leftovers: readonly Leftover[]
}>
