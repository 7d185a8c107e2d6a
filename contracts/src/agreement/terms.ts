import { z } from 'zod'
import { OWNER_NIGHTS_PER_YEAR } from '../calendar/messages.ts'
import { zLocalDate } from '../kernel/dates.ts'
import { zBps, zCurrency, zMinorAmount } from '../kernel/money.ts'

/** How a listing is managed (docs/domain/agreement.md#models): by the host, or by Hearth. */
export const zAgreementModel = z.enum(['self_managed', 'full_service'])
export type AgreementModel = z.infer<typeof zAgreementModel>

/**
 * What the parties agree on (docs/domain/agreement.md#terms). Amounts in minor units of `currency`; periods
 * in months, days and nights as named.
 */
export const zAgreementTerms = z
  .strictObject({
    currency: zCurrency,
    feeBps: zBps,
    /** What the fee is a share of: nights, cleaning and pets together, or the nights alone. */
    feeBase: z.enum(['host_subtotal', 'nights']),
    /** Who keeps what guests pay for cleaning, and so pays the cleaners. */
    cleaningKeptBy: z.enum(['host', 'hearth']),
    termMonths: z.int().min(1).max(60),
    autoRenew: z.boolean(),
    noticeDays: z.int().min(30).max(180),
    ownerNightsPerYear: z.int().min(0).max(365),
    /** Half-open; the owner takes no stays of their own then. */
    peakDates: z.array(z.strictObject({ from: zLocalDate, to: zLocalDate })).max(12),
    /** Above it nothing is spent without the host's word. */
    expenseLimitMinor: zMinorAmount,
    /** The same where there is danger to people or the home. */
    emergencyLimitMinor: zMinorAmount,
    insuranceRequired: z.boolean(),
    exclusivity: z.boolean(),
  })
  .refine(({ peakDates }) => peakDates.every(({ from, to }) => from < to), {
    path: ['peakDates'],
    message: 'must each end after they start',
  })
  .refine(({ expenseLimitMinor, emergencyLimitMinor }) => expenseLimitMinor <= emergencyLimitMinor, {
    path: ['emergencyLimitMinor'],
    message: 'must not be less than the limit for ordinary expenses',
  })
export type AgreementTerms = z.infer<typeof zAgreementTerms>

/** The shortest notice, in days (docs/domain/agreement.md#ending). */
export const NOTICE_DAYS = 30

/**
 * What the fee is taken from and who keeps the cleaning fee follow from the model; a booking's money is
 * computed from them (docs/domain/agreement.md#models).
 */
export const findFeeRules = (model: AgreementModel): Pick<AgreementTerms, 'feeBase' | 'cleaningKeptBy'> =>
  model === 'self_managed'
    ? { feeBase: 'host_subtotal', cleaningKeptBy: 'host' }
    : { feeBase: 'nights', cleaningKeptBy: 'hearth' }

/**
 * The terms of hosts who have agreed on no others (docs/domain/agreement.md#terms); the fee is the platform's
 * at that time.
 */
export const standardTerms = (
  model: AgreementModel,
  currency: AgreementTerms['currency'],
  feeBps: number,
): AgreementTerms => ({
  currency,
  feeBps,
  ...findFeeRules(model),
  termMonths: 12,
  autoRenew: true,
  noticeDays: NOTICE_DAYS,
  ownerNightsPerYear: OWNER_NIGHTS_PER_YEAR,
  peakDates: [],
  // The nominal amounts times 100, for currencies without decimals too
  // (docs/domain/money.md#nominal-amounts).
  expenseLimitMinor: 25_000,
  emergencyLimitMinor: 50_000,
  insuranceRequired: true,
  exclusivity: model === 'full_service',
})
