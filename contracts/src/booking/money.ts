import { z } from 'zod'
import { zInstant, zLocalDate, zLocalTime } from '../kernel/dates.ts'
import { zBps, zCurrency, zMinor, zMinorAmount } from '../kernel/money.ts'
import { zCode, zLine } from '../kernel/text.ts'
import { zCancellationPolicyCode, zCancellationTerms, zHostCancellationTerms } from '../policy/terms.ts'

/**
 * A tax on the booking. `per_night` and percentages on nights follow the kept nights, `per_stay` the stay
 * (docs/domain/booking.md#refunds). Minor units.
 */
export const zTaxLine = z.strictObject({
  code: zCode(40),
  jurisdiction: zLine(1, 80),
  kind: z.enum(['percent', 'per_night', 'per_stay']),
  /** Percent taxes only: what the percentage applies to. */
  base: z.enum(['nights', 'nights_cleaning', 'all']).default('all'),
  bps: zBps.default(0),
  /** per_night: for each night; per_stay: once. */
  unitMinor: zMinorAmount.default(0),
  amountMinor: zMinorAmount,
  remitter: z.enum(['platform', 'host']),
})
export type TaxLine = z.infer<typeof zTaxLine>

/**
 * The price a guest agreed to, as the gateway states it; minor units of `currency`. Discounts are zero or
 * negative.
 */
export const zBookingPrice = z.strictObject({
  currency: zCurrency,
  nightly: z
    .array(z.strictObject({ date: zLocalDate, amountMinor: zMinorAmount }))
    .min(1)
    .max(365),
  cleaningMinor: zMinorAmount.default(0),
  petMinor: zMinorAmount.default(0),
  extraGuestMinor: zMinorAmount.default(0),
  discountMinor: zMinor.max(0).default(0),
  guestServiceFeeMinor: zMinorAmount.default(0),
  taxes: z.array(zTaxLine).max(20).default([]),
  /** What the guest pays in all; refused when the parts do not add up to it. */
  guestTotalMinor: zMinorAmount,
})
export type BookingPrice = z.infer<typeof zBookingPrice>

/**
 * The price with everything that follows from it. Fixed at confirmation; recomputes from price and snapshot
 * (docs/domain/booking.md#what-is-stored).
 */
export const zBookingMoney = zBookingPrice.extend({
  hostSubtotalMinor: zMinorAmount,
  platformFeeMinor: zMinorAmount,
  cleaningRetainedMinor: zMinorAmount,
  hostTaxPassThroughMinor: zMinorAmount,
  hostPayoutMinor: zMinor,
})
export type BookingMoney = z.infer<typeof zBookingMoney>

/**
 * What binds this booking whatever changes later: zone, times, instants and the text of its rules
 * (docs/domain/booking.md#what-is-stored).
 */
export const zBookingSnapshot = z.strictObject({
  timezone: z.string(),
  checkInTime: zLocalTime,
  checkOutTime: zLocalTime,
  checkInInstant: zInstant,
  checkOutInstant: zInstant,
  /** The check-in instant of each night, oldest first. */
  nightInstants: z.array(zInstant).min(1),
  cancellation: z.strictObject({
    code: zCancellationPolicyCode,
    version: z.int(),
    terms: zCancellationTerms,
  }),
  hostCancellation: z.strictObject({ version: z.int(), terms: zHostCancellationTerms }),
  fee: z.strictObject({ model: z.enum(['self_managed', 'full_service']), bps: zBps, version: z.int() }),
})
export type BookingSnapshot = z.infer<typeof zBookingSnapshot>

/**
 * Whose terms end the stay; staff cancel in the guest's or the host's name. A no-show counts as the guest at
 * the check-in instant (docs/domain/booking.md#no-show).
 */
export const zInitiator = z.enum(['guest', 'host', 'no_show'])
export type Initiator = z.infer<typeof zInitiator>

/**
 * What a cancellation does to everyone's money; minor units of the booking's currency. Refund lines add up to
 * `refundTotalMinor`.
 */
export const zCancellationOutcome = z.strictObject({
  initiator: zInitiator,
  cancelAt: zInstant,
  tier: z.enum(['grace', 'full', 'partial', 'keep_nights', 'none', 'host_initiated', 'override']),
  /** Share of the nights refunded where the tier is a percentage; null for keep-nights. */
  nightsBps: zBps.nullable(),
  /** Hours from the cancellation to check-in; negative afterwards. */
  hoursBefore: z.number(),
  /** Nights the host keeps whole. A percentage tier keeps none before check-in and all after. */
  keptNights: z.int().min(0),
  /** Lines above nothing; codes `nights`, `cleaning`, `pet`, `guest_service_fee`, `tax:<code>`. */
  refundLines: z.array(z.strictObject({ code: z.string(), amountMinor: zMinorAmount })),
  refundTotalMinor: zMinorAmount,
  /** What is left of nights, cleaning and pet fee. */
  hostKeepsMinor: zMinorAmount,
  platformFeeMinor: zMinorAmount,
  cleaningRetainedMinor: zMinorAmount,
  hostTaxPassThroughMinor: zMinorAmount,
  /** hostKeeps − platformFee − cleaningRetained + hostTaxPassThrough; the host's fee is its own entry. */
  hostPayoutMinor: zMinor,
  hostFeeMinor: zMinorAmount,
  hostFeeBps: zBps.nullable(),
  waived: z.boolean(),
  policy: z.strictObject({ code: z.string(), version: z.int() }),
})
export type CancellationOutcome = z.infer<typeof zCancellationOutcome>
