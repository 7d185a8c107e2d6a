import { hoursBetween, type Instant } from '../../kernel/dates.ts'
import { applyBps, sum } from '../../kernel/money.ts'
import type { BookingMoney, BookingSnapshot, CancellationOutcome, Initiator, TaxLine } from '../money.ts'
import { hostParts, hostShare, taxBase, type HostParts } from './bookingMoney.ts'
import { hostFee } from './hostFee.ts'
import { nightsBegun, refundTier } from './refundTier.ts'
import { spreadNights } from './spreadNights.ts'

export type CancellationOptions = Readonly<{
  /** The host's fee is waived. */
  waived?: boolean
  /** A staff-declared event: the guest gets everything, neither side pays a fee. */
  override?: 'major_disruptive_event'
}>

/** What stays with the host, and by which rule. */
type Kept = HostParts &
  Pick<CancellationOutcome, 'tier' | 'nightsBps' | 'keptNights'> &
  Readonly<{ everyNightBack: boolean }>

const nothingKept = { nightsMinor: 0, cleaningMinor: 0, petMinor: 0, keptNights: 0, everyNightBack: true }

/**
 * A host who cancels gives everything back; once a night has begun, the nights not stayed and the cleaning
 * (docs/domain/booking.md#cancelled-by-the-host).
 */
const keptByHostsOwnCancellation = (
  nights: readonly number[],
  money: BookingMoney,
  stayed: number,
): Kept => ({
  ...(stayed === 0
    ? nothingKept
    : {
        nightsMinor: sum(nights.slice(0, stayed)),
        cleaningMinor: 0,
        petMinor: money.petMinor,
        keptNights: stayed,
        everyNightBack: false,
      }),
  tier: 'host_initiated',
  nightsBps: null,
})

const keptByPolicy = (
  nights: readonly number[],
  money: BookingMoney,
  snapshot: BookingSnapshot,
  confirmedAt: Instant,
  cancelAt: Instant,
): Kept => {
  const rule = refundTier(snapshot.cancellation.terms, snapshot, confirmedAt, cancelAt)
  const begun = cancelAt >= snapshot.checkInInstant
  // No cleaning happens before check-in, so the guest gets it back whatever the tier says.
  const fees = begun
    ? { cleaningMinor: money.cleaningMinor, petMinor: money.petMinor }
    : { cleaningMinor: 0, petMinor: 0 }
  const refundMinor =
    rule.tier === 'keep_nights'
      ? applyBps(sum(nights.slice(rule.keptNights)), rule.unspentBps)
      : applyBps(sum(nights), rule.nightsBps)
  const keptNights = rule.tier === 'keep_nights' ? rule.keptNights : begun ? nights.length : 0
  const everyNightBack =
    rule.tier === 'keep_nights'
      ? rule.keptNights === 0 && rule.unspentBps === 10_000
      : rule.nightsBps === 10_000
  return {
    ...fees,
    nightsMinor: sum(nights) - refundMinor,
    keptNights,
    everyNightBack,
    tier: rule.tier,
    nightsBps: rule.nightsBps,
  }
}

/** A tax is never refunded beyond what was charged, and stays whole while its base does. */
const keptTax = (tax: TaxLine, whole: HostParts, kept: Kept, begun: boolean): number => {
  if (tax.kind === 'per_stay')
    return kept.keptNights > 0 || (begun && kept.tier !== 'host_initiated' && kept.tier !== 'override')
      ? tax.amountMinor
      : 0
  if (tax.kind === 'per_night') return Math.min(tax.amountMinor, tax.unitMinor * kept.keptNights)
  const base = taxBase(tax.base, kept)
  if (base > 0 && base === taxBase(tax.base, whole)) return tax.amountMinor
  return Math.min(tax.amountMinor, applyBps(base, tax.bps))
}

/**
 * What a cancellation at `cancelAt` does to everyone's money: the one function that quote, command and
 * preview share (docs/domain/booking.md#refunds). Pure and total; amounts in minor units of the booking's
 * currency. A no-show counts at the check-in instant.
 */
export const computeCancellation = (
  money: BookingMoney,
  snapshot: BookingSnapshot,
  cancelAt: Instant,
  initiator: Initiator,
  confirmedAt: Instant,
  { waived = false, override }: CancellationOptions = {},
): CancellationOutcome => {
  const nights = spreadNights(money)
  const whole = hostParts(money)
  const kept: Kept =
    override !== undefined
      ? { ...nothingKept, tier: 'override', nightsBps: 10_000 }
      : initiator === 'host'
        ? keptByHostsOwnCancellation(nights, money, nightsBegun(snapshot.nightInstants, cancelAt))
        : keptByPolicy(nights, money, snapshot, confirmedAt, cancelAt)
  const taxes = money.taxes.map((tax) => ({
    tax,
    keptMinor: keptTax(tax, whole, kept, cancelAt >= snapshot.checkInInstant),
  }))
  const refundLines = [
    { code: 'nights', amountMinor: whole.nightsMinor - kept.nightsMinor },
    { code: 'cleaning', amountMinor: whole.cleaningMinor - kept.cleaningMinor },
    { code: 'pet', amountMinor: whole.petMinor - kept.petMinor },
    { code: 'guest_service_fee', amountMinor: kept.everyNightBack ? money.guestServiceFeeMinor : 0 },
    ...taxes.map(({ tax, keptMinor }) => ({
      code: `tax:${tax.code}`,
      amountMinor: tax.amountMinor - keptMinor,
    })),
  ].filter((line) => line.amountMinor > 0)
  const share = hostShare(
    kept,
    snapshot.fee,
    sum(taxes.filter(({ tax }) => tax.remitter === 'host').map(({ keptMinor }) => keptMinor)),
  )
  const fee =
    initiator === 'host' && !waived && override === undefined
      ? hostFee(snapshot, money.hostSubtotalMinor, money.currency, cancelAt)
      : null
  return {
    initiator,
    cancelAt,
    tier: kept.tier,
    nightsBps: kept.nightsBps,
    hoursBefore: hoursBetween(cancelAt, snapshot.checkInInstant),
    keptNights: kept.keptNights,
    refundLines,
    refundTotalMinor: sum(refundLines.map((line) => line.amountMinor)),
    hostKeepsMinor: share.keepsMinor,
    platformFeeMinor: share.platformFeeMinor,
    cleaningRetainedMinor: share.cleaningRetainedMinor,
    hostTaxPassThroughMinor: share.hostTaxPassThroughMinor,
    hostPayoutMinor: share.hostPayoutMinor,
    hostFeeMinor: fee?.amountMinor ?? 0,
    hostFeeBps: fee?.bps ?? null,
    waived: waived || override !== undefined,
    policy: { code: snapshot.cancellation.code, version: snapshot.cancellation.version },
  }
}
