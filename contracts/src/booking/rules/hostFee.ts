import { hoursBetween, type Instant } from '../../kernel/dates.ts'
import { multiplyRatio, nominalToMinor, type Currency } from '../../kernel/money.ts'
import type { HostCancellationTerms } from '../../policy/terms.ts'
import type { BookingSnapshot } from '../money.ts'
import { nightsBegun } from './refundTier.ts'

export type HostFee = Readonly<{
  bps: number
  amountMinor: number
  /** Nights that the share is taken of; all before check-in. */
  ofNights: number
  /** Set when the minimum is more than the share. */
  minimumMinor: number | null
}>

const minimum = (terms: HostCancellationTerms, currency: Currency) =>
  nominalToMinor(terms.minimumNominal[currency] ?? terms.minimumNominal['default'] ?? 0, currency)

/**
 * What a host pays for cancelling: a share of nights, cleaning and pet fee, at least the currency's minimum
 * (docs/domain/policy.md#host-cancellation).
 */
export const hostFee = (
  snapshot: BookingSnapshot,
  hostSubtotalMinor: number,
  currency: Currency,
  cancelAt: Instant,
): HostFee => {
  const { terms } = snapshot.hostCancellation
  const nights = snapshot.nightInstants.length
  const hoursBefore = hoursBetween(cancelAt, snapshot.checkInInstant)
  const begun = nightsBegun(snapshot.nightInstants, cancelAt)
  const tier = terms.tiers.find(({ moreThanHours }) => hoursBefore > moreThanHours)
  const bps = tier?.bps ?? terms.afterCheckInBps
  const ofNights = tier === undefined ? nights - begun : nights
  const share = multiplyRatio(hostSubtotalMinor, bps * ofNights, 10_000 * nights)
  const least = minimum(terms, currency)
  return { bps, amountMinor: Math.max(share, least), ofNights, minimumMinor: least > share ? least : null }
}
