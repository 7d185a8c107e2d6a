import type { BankLine } from '@hearth/contracts/bank-line'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { PayoutFailure, ProviderReport } from '@hearth/contracts/payout'

/** A line that is not taken over: `foreign` is not about our payments, `unreadable` may be. */
export type Leftover = Readonly<
  { kind: 'foreign' | 'unreadable' } & Pick<
    BankLine,
    'entry' | 'direction' | 'amount' | 'amountMinor' | 'currency' | 'day' | 'text' | 'why'
  >
>

/** A leftover of which the bank says nothing, or nothing that can be read. */
export const WITHOUT_DETAILS = {
  direction: null,
  amount: '',
  amountMinor: null,
  currency: null,
  day: null,
  text: '',
} as const

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
