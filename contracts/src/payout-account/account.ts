import { z } from 'zod'
import { zInstant, type Instant } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'
import { zPayoutMethodType } from './bank.ts'
import { zHoldReason, type HoldCode } from './holds.ts'

/**
 * An account at a bank, without its number, which is in the vault under `vaultRef`. A removed method is not
 * listed here.
 */
export const zPayoutMethod = z.strictObject({
  methodId: z.string(),
  type: zPayoutMethodType,
  currency: zCurrency,
  country: z.string(),
  holderName: z.string(),
  bankName: z.string().nullable(),
  /** Empty where the number is so short that four digits would be too much of it. */
  last4: z.string(),
  vaultRef: z.string(),
  addedAt: zInstant,
  /** Not paid before this instant, whatever else holds. */
  usableFrom: zInstant,
  deposits: z.enum(['waiting', 'sent', 'confirmed']),
  /** Whether the holder is the account's legal identity: found by comparison, or decided by staff. */
  holder: z.enum(['matches', 'unclear', 'confirmed']),
  /** Wrong amounts given so far. */
  wrongTries: z.int(),
  /**
   * Why it can no longer be verified or paid; null while it can. After `payout_failed` staff may open it
   * again.
   */
  failure: z.enum(['verification_failed', 'holder_rejected', 'payout_failed']).nullable(),
  verifiedAt: zInstant.nullable(),
})
export type PayoutMethod = z.infer<typeof zPayoutMethod>

export const zPayoutHold = z.strictObject({
  holdId: z.string(),
  reason: zHoldReason,
  /** Null: it stops the whole account. */
  methodId: z.string().nullable(),
  placedAt: zInstant,
  until: zInstant.nullable(),
  whatToDo: z.string(),
})
export type PayoutHold = z.infer<typeof zPayoutHold> & Readonly<{ code?: HoldCode }>

export const zPayoutSchedule = z.enum(['daily', 'weekly_mon', 'monthly_1st'])
export type PayoutSchedule = z.infer<typeof zPayoutSchedule>

/**
 * What decides where and when a host is paid: the state of `payoutAccount-<hostAccountId>`, and the same in
 * its row but for the codes of holds.
 */
export const zPayoutAccount = z.strictObject({
  methods: z.record(z.string(), zPayoutMethod),
  /**
   * By currency the methods chosen as default, oldest choice first: until the newest can be used the one
   * before it is.
   */
  defaults: z.record(z.string(), z.array(z.string())),
  /** The same for single listings; null: from there on as by default. */
  routing: z.record(z.string(), z.array(z.string().nullable())),
  schedule: zPayoutSchedule,
  /** By currency, minor units; one that is not named has the platform's minimum. */
  minimums: z.record(z.string(), z.int()),
  /** Those that were not released; one with `until` ends by itself. */
  holds: z.record(z.string(), zPayoutHold),
  /** Whether any method was ever verified: after that a new one always cools off. */
  everVerified: z.boolean(),
})
/** A bank account that was added, and the wrong amounts given for it. */
export type Addition = Readonly<{ at: Instant; wrongTries: number }>

export type PayoutAccount = Omit<z.infer<typeof zPayoutAccount>, 'holds'> & {
  holds: Record<string, PayoutHold>
  /** Bank accounts added lately by method, also those that were removed since: known to the server only. */
  additions?: Readonly<Record<string, Addition>>
}

/** Before anything is set. */
export const NO_PAYOUT_ACCOUNT: PayoutAccount = {
  methods: {},
  defaults: {},
  routing: {},
  schedule: 'daily',
  minimums: {},
  holds: {},
  everVerified: false,
}

/** It received our deposits, and its holder is the host. */
export const isVerified = ({ deposits, holder, failure }: PayoutMethod): boolean =>
  deposits === 'confirmed' && holder !== 'unclear' && failure === null
