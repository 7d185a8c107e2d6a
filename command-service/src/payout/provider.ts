import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { PayoutFailure, ProviderReport } from '@hearth/contracts/payout'
import type { BankAccount, PayoutMethodType } from '@hearth/contracts/payout-account'

/** The recipient of a payment: never logged, never in an event or a job. */
export type Payee = Readonly<{ holderName: string; bank: BankAccount }>

/** One transfer. `attemptKey` is the provider's idempotency key and our reference; amounts in minor units. */
export type PaymentOrder = Readonly<{
  attemptKey: string
  amountMinor: number
  currency: Currency
  payee: Payee
}>

/**
 * `unknown`: the payment may have been executed or not; nothing can be concluded. `failed`: the provider says
 * that it was not and never will be.
 */
export type PaymentAnswer =
  | Readonly<{ kind: 'accepted'; providerRef: string; expectedArrival: Instant | null }>
  | Readonly<{ kind: 'failed'; code: PayoutFailure }>
  | Readonly<{ kind: 'unknown'; why: string }>

/**
 * `absent`: the provider has never seen the key, and would recognize it. `no_trace`: there is no record of the
 * payment, which proves nothing. `failed`: the provider has refused the payment for good.
 */
export type LookUpAnswer =
  | Readonly<{ kind: 'found'; report: ProviderReport }>
  | Readonly<{ kind: 'failed'; code: PayoutFailure }>
  | Readonly<{ kind: 'absent' }>
  | Readonly<{ kind: 'no_trace' }>
  | Readonly<{ kind: 'unknown'; why: string }>

/**
 * Two small deposits whose amounts show that a person can see an account's statement; `key` is the same for
 * every repetition.
 */
export type MicroDeposits = Readonly<{
  key: string
  currency: Currency
  amountsMinor: readonly [number, number]
  payee: Payee
}>
export type MicroDepositsAnswer =
  | Readonly<{ kind: 'sent' }>
  | Readonly<{ kind: 'refused'; why: string }>
  | Readonly<{ kind: 'unknown'; why: string }>

/**
 * One page of the payments that the provider executed or reversed, oldest first. Reading continues from
 * `next`, which does not change while there is nothing new.
 */
export type StatementPage = Readonly<{ reports: readonly ProviderReport[]; next: string }>

/**
 * A service that moves money for us. No call takes longer than `PROVIDER_DEADLINE_MS`; none throws because of
 * the provider or the network.
 */
export type PayoutProvider = Readonly<{
  name: string
  pay: (order: PaymentOrder) => Promise<PaymentAnswer>
  /** `type`: the kind of bank account that the payment goes to. */
  lookUp: (attemptKey: string, type: PayoutMethodType) => Promise<LookUpAnswer>
  sendMicroDeposits: (deposits: MicroDeposits) => Promise<MicroDepositsAnswer>
  /** Undefined when the provider cannot be read now. */
  statement: (after: string) => Promise<StatementPage | undefined>
}>

/** Milliseconds (docs/domain/payout.md#sending). */
export const PROVIDER_DEADLINE_MS = 10_000
