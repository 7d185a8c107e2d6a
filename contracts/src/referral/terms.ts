import { z } from 'zod'
import { addHours, type Instant } from '../kernel/dates.ts'
import { nominalToMinor, zCurrency, zMinorAmount, type Currency } from '../kernel/money.ts'
import type { PublishedPolicy } from '../policy/terms.ts'

/**
 * What was agreed when the invitation was made. No later policy changes it
 * (docs/domain/referral.md#terms).
 */
export const zReferralTerms = z.strictObject({
  policyVersion: z.int().min(1),
  rewardMinor: zMinorAmount,
  currency: zCurrency,
  /** What the nights of the first stay must come to: nominal by currency, `default` for the others. */
  minNightsNominal: z.record(z.string(), z.number()),
  /** Days after the code was accepted until the guest of the first stay must have left. */
  qualifyDays: z.int().min(1),
  /** Days from the guest's departure to the reward. */
  rewardAfterDays: z.int().min(0),
  /** Days from the guest's departure in which a refund takes the reward back. */
  clawbackDays: z.int().min(0),
  maxRewardsPerYear: z.int().min(1),
})
export type ReferralTerms = z.infer<typeof zReferralTerms>

const nominalIn = (amounts: Readonly<Record<string, number>>, currency: Currency): number =>
  nominalToMinor(amounts[currency] ?? amounts['default'] ?? 0, currency)

/** The terms of a policy for an account that is paid in this currency. */
export const freezeTerms = (
  { version, body }: Pick<PublishedPolicy<'referral'>, 'version' | 'body'>,
  currency: Currency,
): ReferralTerms => ({
  policyVersion: version,
  rewardMinor: nominalIn(body.rewardNominal, currency),
  currency,
  minNightsNominal: body.minNightsNominal,
  qualifyDays: body.qualifyDays,
  rewardAfterDays: body.rewardAfterDays,
  clawbackDays: body.clawbackDays,
  maxRewardsPerYear: body.maxRewardsPerYear,
})

/** What the nights of a stay in this currency must come to, minor units. */
export const minNightsMinor = ({ minNightsNominal }: ReferralTerms, currency: Currency): number =>
  nominalIn(minNightsNominal, currency)

export const addWholeDays = (at: Instant, days: number): Instant => addHours(at, days * 24)
