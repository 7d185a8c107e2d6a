import type { BookingMoney, BookingSnapshot, CancellationOutcome } from '../booking/money.ts'
import { computeCancellation } from '../booking/rules/computeCancellation.ts'
import type { Instant } from '../kernel/dates.ts'
import { sum } from '../kernel/money.ts'
import type { ReplaySides } from './replay.ts'
import type { PolicyBody } from './terms.ts'

/** A stay that was canceled, with what bound it. */
export type CanceledStay = Readonly<{
  money: BookingMoney
  snapshot: BookingSnapshot
  confirmedAt: Instant
  outcome: CancellationOutcome
}>

/** A version of the cancellation policy. */
export type CancellationVersion = Readonly<{ version: number; body: PolicyBody<'cancellation'> }>

/**
 * How the cancellation would have ended under another version: same stay, same time, same initiator. It ends as it
 * did where that version has no policy of this code, and where staff declared an event, which no policy binds.
 */
export const replayCancellation = (
  { money, snapshot, confirmedAt, outcome }: CanceledStay,
  { version, body }: CancellationVersion,
): CancellationOutcome => {
  const { code } = snapshot.cancellation
  const terms = body[code]
  if (terms === undefined || outcome.tier === 'override') return outcome
  return computeCancellation(
    money,
    { ...snapshot, cancellation: { code, version, terms } },
    outcome.cancelAt,
    outcome.initiator,
    confirmedAt,
    { waived: outcome.waived },
  )
}

const refunded = ({ refundLines }: CancellationOutcome, isCounted: (code: string) => boolean): number =>
  sum(refundLines.filter(({ code }) => isCounted(code)).map(({ amountMinor }) => amountMinor))

export const nightsBack = (outcome: CancellationOutcome): number =>
  refunded(outcome, (code) => code === 'nights')

/** Who has what of the price without taxes; a host’s cancellation fee goes to Hearth. */
export const splitOutcome = (
  { guestServiceFeeMinor }: Pick<BookingMoney, 'guestServiceFeeMinor'>,
  outcome: CancellationOutcome,
): ReplaySides => {
  const serviceFeeMinor = guestServiceFeeMinor - refunded(outcome, (code) => code === 'guest_service_fee')
  return {
    guestMinor: refunded(outcome, (code) => !code.startsWith('tax:')),
    hearthMinor:
      outcome.platformFeeMinor + outcome.cleaningRetainedMinor + outcome.hostFeeMinor + serviceFeeMinor,
    hostMinor: outcome.hostPayoutMinor - outcome.hostTaxPassThroughMinor - outcome.hostFeeMinor,
  }
}

export const addSides = (one: ReplaySides, other: ReplaySides): ReplaySides => ({
  guestMinor: one.guestMinor + other.guestMinor,
  hearthMinor: one.hearthMinor + other.hearthMinor,
  hostMinor: one.hostMinor + other.hostMinor,
})

export const isSame = (one: ReplaySides, other: ReplaySides): boolean =>
  one.guestMinor === other.guestMinor &&
  one.hearthMinor === other.hearthMinor &&
  one.hostMinor === other.hostMinor
