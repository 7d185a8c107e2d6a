import type { Instant } from '../kernel/dates.ts'
import type { Currency } from '../kernel/money.ts'
import type { PayoutMethodType } from './bank.ts'
import type { HoldReason } from './holds.ts'

/** A method that is removed is gone from the account; its number is not used again. */
export type PayoutMethod = Readonly<{
  methodId: string
  type: PayoutMethodType
  currency: Currency
  country: string
  last4: string
  /** Under which id the vault keeps the bank account. */
  vaultRef: string
  addedAt: Instant
  /** Not paid before this instant, whatever else holds. */
  usableFrom: Instant
  deposits: 'waiting' | 'sent' | 'confirmed'
  /** Whether the holder is the account's legal identity: told by comparing, or by our people. */
  holder: 'matches' | 'unclear' | 'confirmed'
  /** Wrong amounts given so far. */
  wrongTries: number
  /** It can no longer be verified or paid; its owner adds it anew. */
  failed: boolean
  verifiedAt: Instant | null
}>

export type PayoutHold = Readonly<{ holdId: string; reason: HoldReason; methodId: string | null; placedAt: Instant; until: Instant | null; whatToDo: string }>

export const PAYOUT_SCHEDULES = ['daily', 'weekly_mon', 'monthly_1st'] as const
export type PayoutSchedule = (typeof PAYOUT_SCHEDULES)[number]

/** What decides where and when a host is paid: the state of `payoutAccount-<hostAccountId>`. */
export type PayoutAccount = Readonly<{
  methods: Readonly<Record<string, PayoutMethod>>
  /** The default methods of each currency, oldest choice first: until the newest can be used the one before it is. */
  defaults: Readonly<Partial<Record<Currency, readonly string[]>>>
  /** The same for single listings; null: from here on as by default. */
  routing: Readonly<Record<string, readonly (string | null)[]>>
  schedule: PayoutSchedule
  /** Minor units; a currency that is not named has the platform's minimum. */
  minimums: Readonly<Partial<Record<Currency, number>>>
  holds: Readonly<Record<string, PayoutHold>>
  /** Whether any method was ever verified: after that a new one always cools off. */
  everVerified: boolean
}>

export const NO_PAYOUT_ACCOUNT: PayoutAccount = { methods: {}, defaults: {}, routing: {}, schedule: 'daily', minimums: {}, holds: {}, everVerified: false }

export const isVerified = ({ deposits, holder, failed }: PayoutMethod): boolean => deposits === 'confirmed' && holder !== 'unclear' && !failed
