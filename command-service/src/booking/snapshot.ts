import { isInForce, type Agreement } from '@hearth/contracts/agreement'
import type { BookingSnapshot } from '@hearth/contracts/booking'
import { listNights, nightsBetween, type LocalDate } from '@hearth/contracts/kernel/dates'
import {
  LONG_STAY_NIGHTS,
  type CancellationPolicyCode,
  type PolicyName,
  type PublishedPolicy,
} from '@hearth/contracts/policy'
import { toInstant } from '@hearth/platform/zones/localTime'
import type { StartedListing } from '../listing/listing.state.ts'

/** The policy versions in force when a booking is confirmed. */
export type Policies = {
  readonly [
    N in Exclude<
      PolicyName,
      'request' | 'messaging' | 'referral' | 'tax' | 'review' | 'incident' | 'reimbursement'
    >
  ]: PublishedPolicy<N>
}
type Terms = Pick<
  StartedListing,
  'timezone' | 'checkInTime' | 'checkOutTime' | 'cancellationPolicyCode' | 'longTermPolicyCode' | 'feeModel'
>

/**
 * A signed agreement takes precedence over the platform's standard: its model and its fee
 * (docs/domain/agreement.md#models).
 */
export const asAgreed = (
  listing: StartedListing,
  policies: Policies,
  agreement: Pick<Agreement, 'status' | 'model' | 'terms'> | undefined,
): Readonly<{ listing: StartedListing; policies: Policies }> => {
  if (agreement === undefined || !isInForce(agreement.status)) return { listing, policies }
  const { model, terms } = agreement
  const { platformFee } = policies
  return {
    listing: { ...listing, feeModel: model },
    policies: {
      ...policies,
      platformFee: { ...platformFee, body: { ...platformFee.body, [model]: terms.feeBps } },
    },
  }
}

/** When the stay and its nights begin and end, by the clock of the home. */
export const listInstants = (
  { timezone, checkInTime, checkOutTime }: Pick<Terms, 'timezone' | 'checkInTime' | 'checkOutTime'>,
  checkIn: LocalDate,
  checkOut: LocalDate,
) => ({
  checkInInstant: toInstant(checkIn, checkInTime, timezone),
  checkOutInstant: toInstant(checkOut, checkOutTime, timezone),
  nightInstants: listNights(checkIn, checkOut).map((night) => toInstant(night, checkInTime, timezone)),
})

/**
 * The terms that bind the booking. `ownCode` comes from a channel or an import; otherwise the listing's code
 * for the length of stay applies.
 */
export const buildSnapshot = (
  listing: Terms,
  checkIn: LocalDate,
  checkOut: LocalDate,
  policies: Policies,
  ownCode: CancellationPolicyCode | null = null,
): BookingSnapshot => {
  const { timezone, checkInTime, checkOutTime } = listing
  const code =
    ownCode ??
    (nightsBetween(checkIn, checkOut) >= LONG_STAY_NIGHTS
      ? listing.longTermPolicyCode
      : listing.cancellationPolicyCode)
  const terms = policies.cancellation.body[code]
  if (terms === undefined) throw new Error(`cancellation@${policies.cancellation.version} has no ${code}`)
  return {
    timezone,
    checkInTime,
    checkOutTime,
    ...listInstants(listing, checkIn, checkOut),
    cancellation: { code, version: policies.cancellation.version, terms },
    hostCancellation: { version: policies.hostCancellation.version, terms: policies.hostCancellation.body },
    fee: {
      model: listing.feeModel,
      bps: policies.platformFee.body[listing.feeModel],
      version: policies.platformFee.version,
    },
  }
}
