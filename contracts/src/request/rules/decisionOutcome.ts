import type { BookingMoney } from '../../booking/money.ts'
import { hostParts } from '../../booking/rules/bookingMoney.ts'
import type { HostRefund } from '../../booking/rules/hostRefund.ts'
import type { LocalDate } from '../../kernel/dates.ts'
import { deriveId, type Id } from '../../kernel/ids.ts'
import { sum, type Currency } from '../../kernel/money.ts'
import type { DecisionOutcome, MoneyLine, RequestDecision } from '../preview.ts'

/** What the guest pays by part, then what goes off on the way to the host: together the host's payout. */
const listParts = (money: BookingMoney | null): ReadonlyMap<string, number> => {
  if (money === null) return new Map()
  const { cleaningMinor, petMinor, guestServiceFeeMinor, taxes } = money
  return new Map([
    ['nights', hostParts(money).nightsMinor],
    ['cleaning', cleaningMinor],
    ['pet', petMinor],
    ['guest_service_fee', guestServiceFeeMinor],
    ...taxes.map(({ code, amountMinor }) => [`tax:${code}`, amountMinor] as const),
    ['platform_fee', -money.platformFeeMinor],
    ['cleaning_retained', -money.cleaningRetainedMinor],
    // What Hearth passes on: its own fee of the guest, and the taxes that it remits.
    [
      'remitted',
      money.hostTaxPassThroughMinor - guestServiceFeeMinor - sum(taxes.map(({ amountMinor }) => amountMinor)),
    ],
  ])
}

/** Every part that there is before or after. */
export const moneyLines = (before: BookingMoney | null, after: BookingMoney | null): readonly MoneyLine[] => {
  const [old, next] = [listParts(before), listParts(after)]
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((code) => ({ code, beforeMinor: old.get(code) ?? 0, afterMinor: next.get(code) ?? 0 }))
    .filter(({ beforeMinor, afterMinor }) => beforeMinor !== 0 || afterMinor !== 0)
}

/**
 * What accepting or declining a booking request does. `money` is that of the booking which acceptance makes;
 * the decision itself uses this function, too (docs/domain/request.md#previews).
 */
export const bookingRequestOutcome = (
  decision: RequestDecision,
  { money, checkIn, checkOut }: Readonly<{ money: BookingMoney; checkIn: LocalDate; checkOut: LocalDate }>,
): DecisionOutcome => {
  const after = decision === 'accept' ? money : null
  return {
    decision,
    currency: money.currency,
    lines: [...moneyLines(null, after)],
    guestTotal: { beforeMinor: 0, afterMinor: after?.guestTotalMinor ?? 0 },
    hostPayout: { beforeMinor: 0, afterMinor: after?.hostPayoutMinor ?? 0 },
    nights: {
      start: checkIn,
      end: checkOut,
      before: 'held',
      after: decision === 'accept' ? 'booked' : 'free',
      instead: null,
    },
    counts: { acceptance: decision === 'accept' ? 'accepted' : 'declined' },
  }
}

type AlteredStay = Readonly<{ money: BookingMoney; checkIn: LocalDate; checkOut: LocalDate }>

/**
 * What accepting or declining an alteration does; the alteration of the booking computes the same money from the
 * same price (docs/domain/request.md#alterations).
 */
export const alterationOutcome = (
  decision: DecisionOutcome['decision'],
  { before, asked }: Readonly<{ before: AlteredStay; asked: AlteredStay }>,
): DecisionOutcome => {
  const after = decision === 'decline' ? before : asked
  return {
    decision,
    currency: before.money.currency,
    lines: [...moneyLines(before.money, after.money)],
    guestTotal: { beforeMinor: before.money.guestTotalMinor, afterMinor: after.money.guestTotalMinor },
    hostPayout: { beforeMinor: before.money.hostPayoutMinor, afterMinor: after.money.hostPayoutMinor },
    nights: {
      start: asked.checkIn,
      end: asked.checkOut,
      before: 'free',
      after: decision === 'decline' ? 'free' : 'booked',
      instead: { start: before.checkIn, end: before.checkOut },
    },
    counts: { acceptance: decision === 'accept' ? 'accepted' : 'none' },
  }
}

/**
 * What granting or declining a refund does, to what the host has of the stay and to what the guest paid; the
 * booking gives back the same amounts (docs/domain/request.md#refunds).
 */
export const refundWaiverOutcome = (
  decision: RequestDecision,
  {
    currency,
    hostHasMinor,
    guestPaidMinor,
    refund,
  }: Readonly<{
    currency: Currency
    hostHasMinor: number
    guestPaidMinor: number
    refund: HostRefund
  }>,
): DecisionOutcome => {
  const { amountMinor, feeReturnedMinor } =
    decision === 'accept' ? refund : { amountMinor: 0, feeReturnedMinor: 0 }
  const lines = [
    { code: 'of_stay', beforeMinor: hostHasMinor, afterMinor: hostHasMinor },
    { code: 'refund', beforeMinor: 0, afterMinor: -amountMinor },
    { code: 'fee_returned', beforeMinor: 0, afterMinor: feeReturnedMinor },
  ]
  return {
    decision,
    currency,
    lines: lines.filter(({ code, afterMinor }) => code === 'of_stay' || afterMinor !== 0),
    guestTotal: { beforeMinor: guestPaidMinor, afterMinor: guestPaidMinor - amountMinor },
    hostPayout: { beforeMinor: hostHasMinor, afterMinor: hostHasMinor - amountMinor + feeReturnedMinor },
    nights: null,
    counts: { acceptance: 'none' },
  }
}

/** Equal for outcomes that are the same in every part: what a preview promises. */
export const outcomeHash = (outcome: DecisionOutcome): Id =>
  deriveId('request-decision', JSON.stringify(outcome))
