import { hoursBetween, type Instant } from '../../kernel/dates.ts'
import type { CancellationTerms } from '../../policy/terms.ts'
import type { BookingSnapshot } from '../money.ts'

/**
 * Which rule of the policy holds at an instant. `nightsBps` is null where nights are kept instead of shares.
 */
export type RefundTier = Readonly<
  | { tier: 'grace' | 'full' | 'partial' | 'none'; nightsBps: number }
  | { tier: 'keep_nights'; nightsBps: null; keptNights: number; unspentBps: number }
>
type Timing = Pick<BookingSnapshot, 'checkInInstant' | 'nightInstants'>

/** Nights whose check-in instant has passed. */
export const nightsBegun = (nightInstants: readonly Instant[], at: Instant) =>
  nightInstants.filter((instant) => instant < at).length

const share = (bps: number): RefundTier => ({
  tier: bps === 10_000 ? 'full' : bps === 0 ? 'none' : 'partial',
  nightsBps: bps,
})

/** Comparisons are inclusive in the guest's favour (docs/domain/dates.md#boundaries). */
export const refundTier = (
  terms: CancellationTerms,
  timing: Timing,
  confirmedAt: Instant,
  cancelAt: Instant,
): RefundTier => {
  const hoursBefore = hoursBetween(cancelAt, timing.checkInInstant)
  const elapsed = hoursBetween(confirmedAt, cancelAt)
  const { grace, last } = terms
  if (
    grace !== null &&
    elapsed <= grace.withinHours &&
    hoursBetween(confirmedAt, timing.checkInInstant) >= grace.confirmedHoursBefore &&
    hoursBefore > 0
  )
    return { tier: 'grace', nightsBps: 10_000 }
  const tier = terms.tiers.find(
    ({ minHours, withinHoursOfBooking }) =>
      hoursBefore >= minHours && (withinHoursOfBooking === undefined || elapsed <= withinHoursOfBooking),
  )
  if (last.kind === 'keep-nights' && tier === undefined) {
    const keptNights = Math.min(
      timing.nightInstants.length,
      last.leadNights + nightsBegun(timing.nightInstants, cancelAt),
    )
    return { tier: 'keep_nights', nightsBps: null, keptNights, unspentBps: last.unspentBps }
  }
  const bps = tier?.nightsBps ?? (last.kind === 'percentage' ? last.bps : 0)
  return hoursBefore > 0 ? share(bps) : share(0)
}
