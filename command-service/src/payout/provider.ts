import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Currency } from '@hearth/contracts/kernel/money'
import type { PayoutFailure, ProviderReport } from '@hearth/contracts/payout'
import type { BankAccount } from '@hearth/contracts/payout-account'

/** Whom to pay: never logged, never in an event or a job. */
export type Payee = Readonly<{ holderName: string; bank: BankAccount }>

/** One transfer. `attemptKey` is the provider's idempotency key and our reference; amounts in minor units. */
export type PaymentOrder = Readonly<{
  attemptKey: string
  amountMinor: number
  currency: Currency
  payee: Payee
}>

/**
 * `unknown`: it may have been executed or not, so nothing may be concluded from it; `failed` is the provider's word that it was not and never will be.
 */
export type PaymentAnswer =
  | Readonly<{ kind: 'accepted'; providerRef: string; expectedArrival: Instant | null }>
  | Readonly<{ kind: 'failed'; code: PayoutFailure }>
  | Readonly<{ kind: 'unknown'; why: string }>

/** `absent`: the provider says that it has never seen the key; `failed`: that it refused it for good. */
export type LookUpAnswer =
  | Readonly<{ kind: 'found'; report: ProviderReport }>
  | Readonly<{ kind: 'failed'; code: PayoutFailure }>
  | Readonly<{ kind: 'absent' }>
  | Readonly<{ kind: 'unknown'; why: string }>

/**
 * Two small deposits that prove that somebody sees what arrives in an account; `key` is the same however
 * often they are sent.
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
 * One page of what the provider executed or undid, oldest first; `next` is where to go on, the same as before
 * when nothing is new.
 */
export type StatementPage = Readonly<{ reports: readonly ProviderReport[]; next: string }>

/**
 * Who moves money for us. No call takes longer than `PROVIDER_DEADLINE_MS`; none throws for what the provider
 * or the network does.
 */
export type PayoutProvider = Readonly<{
  name: string
  pay: (order: PaymentOrder) => Promise<PaymentAnswer>
  lookUp: (attemptKey: string) => Promise<LookUpAnswer>
  sendMicroDeposits: (deposits: MicroDeposits) => Promise<MicroDepositsAnswer>
  /** Undefined when the provider cannot be read now. */
  statement: (after: string) => Promise<StatementPage | undefined>
}>

/** Milliseconds (docs/domain/payout.md#sending). */
export const PROVIDER_DEADLINE_MS = 10_000
