import { formatAmount, formatBps, sum } from '@hearth/contracts/kernel/money'
import type { Booking } from '../../data/records/records.ts'
import { useText, type Text } from '../../i18n/text.ts'
import { weekday } from '../../components/dates/localDate.ts'

export type MoneyLine = Readonly<{
  key: string
  label: string
  formula?: string
  amountMinor: number
  kind?: 'sum' | 'total'
}>
type Section = Readonly<{ key: string; title?: string; lines: readonly MoneyLine[] }>
type Money = NonNullable<Booking['money']>
type Fee = NonNullable<Booking['fee']>
type Outcome = NonNullable<Booking['outcome']>

const isWeekend = (date: string) => weekday(date) >= 5

/** Nights of one price are one line. */
const nightLines = ({ nightly, currency }: Money, t: Text): MoneyLine[] => {
  const prices = [...new Set(nightly.map(({ amountMinor }) => amountMinor))].toSorted((a, b) => a - b)
  return prices.map((price) => {
    const nights = nightly.filter(({ amountMinor }) => amountMinor === price)
    const words =
      prices.length === 1
        ? 'booking.nights'
        : nights.every(({ date }) => isWeekend(date))
          ? 'booking.weekendNights'
          : nights.every(({ date }) => !isWeekend(date))
            ? 'booking.weekdayNights'
            : 'booking.nights'
    return {
      key: `nights-${price}`,
      label: t(words, { smart_count: nights.length }),
      formula: `${nights.length} × ${formatAmount(price, currency)}`,
      amountMinor: price * nights.length,
    }
  })
}
/** A line, unless it is zero. */
const some = (line: MoneyLine): MoneyLine[] => (line.amountMinor === 0 ? [] : [line])
const total = (lines: readonly Readonly<{ amountMinor: number }>[]) =>
  sum(lines.map(({ amountMinor }) => amountMinor))

const priceLines = (money: Money, t: Text): MoneyLine[] => [
  ...nightLines(money, t),
  ...some({ key: 'discount', label: t('booking.discount'), amountMinor: money.discountMinor }),
  ...some({ key: 'extra', label: t('booking.extraGuest'), amountMinor: money.extraGuestMinor }),
  ...some({ key: 'cleaning', label: t('booking.cleaning'), amountMinor: money.cleaningMinor }),
  ...some({ key: 'pet', label: t('booking.pet'), amountMinor: money.petMinor }),
]

/** What is deducted from the host's subtotal. */
const deductionLines = (money: Money, fee: Fee, t: Text): MoneyLine[] => {
  const feeBase =
    fee.model === 'full_service'
      ? total(money.nightly) + money.discountMinor + money.extraGuestMinor
      : money.hostSubtotalMinor
  return [
    ...some({
      key: 'fee',
      label: t('booking.fee'),
      formula: `${formatBps(fee.bps)} × ${formatAmount(feeBase, money.currency)}`,
      amountMinor: -money.platformFeeMinor,
    }),
    ...some({
      key: 'retained',
      label: t('booking.cleaningRetained'),
      amountMinor: -money.cleaningRetainedMinor,
    }),
    ...some({ key: 'pass', label: t('booking.taxPassThrough'), amountMinor: money.hostTaxPassThroughMinor }),
  ]
}

const guestLines = (money: Money, t: Text): MoneyLine[] => [
  { key: 'paid', label: t('booking.guestPaid'), amountMinor: money.guestTotalMinor },
  ...some({ key: 'service', label: t('booking.serviceFee'), amountMinor: money.guestServiceFeeMinor }),
  ...money.taxes.map((tax): MoneyLine => ({
    key: `tax-${tax.code}`,
    label: t(tax.remitter === 'platform' ? 'booking.taxByHearth' : 'booking.taxByYou'),
    ...(tax.kind === 'percent' ? { formula: formatBps(tax.bps) } : {}),
    amountMinor: tax.amountMinor,
  })),
]

/** What changes the amount that the host keeps after a cancellation. */
const keptDeductionLines = (outcome: Outcome, fee: Fee, t: Text): MoneyLine[] => [
  ...some({
    key: 'kept-fee',
    label: t('booking.fee'),
    formula: formatBps(fee.bps),
    amountMinor: -outcome.platformFeeMinor,
  }),
  ...some({
    key: 'kept-retained',
    label: t('booking.cleaningRetained'),
    amountMinor: -outcome.cleaningRetainedMinor,
  }),
  ...some({
    key: 'kept-pass',
    label: t('booking.taxPassThrough'),
    amountMinor: outcome.hostTaxPassThroughMinor,
  }),
  ...some({
    key: 'host-fee',
    label: t('booking.cancellationFee'),
    ...(outcome.hostFeeBps === null ? {} : { formula: formatBps(outcome.hostFeeBps) }),
    amountMinor: -outcome.hostFeeMinor,
  }),
]

/** What the host keeps after a cancellation, and what the guest gets back. */
const cancellationLines = (
  outcome: Outcome,
  fee: Fee,
  { status, hostPayoutMinor }: Booking,
  t: Text,
): MoneyLine[] => {
  const deductions = keptDeductionLines(outcome, fee, t)
  const kept: MoneyLine = { key: 'kept', label: t('booking.youKeep'), amountMinor: outcome.hostKeepsMinor }
  return [
    // Without deductions it would repeat the total.
    ...(deductions.length === 0 ? [] : [kept]),
    ...deductions,
    {
      key: 'now',
      label: t('booking.list.columns.receive'),
      amountMinor:
        status === 'cancelling' ? outcome.hostPayoutMinor - outcome.hostFeeMinor : (hostPayoutMinor ?? 0),
      kind: 'total',
    },
    { key: 'refund', label: t('booking.guestGetsBack'), amountMinor: outcome.refundTotalMinor },
  ]
}

const outcomeAddsUp = (outcome: Outcome) =>
  outcome.hostKeepsMinor -
    outcome.platformFeeMinor -
    outcome.cleaningRetainedMinor +
    outcome.hostTaxPassThroughMinor ===
  outcome.hostPayoutMinor

const sumsAddUp = (
  money: Money,
  { outcome, refundedMinor }: Booking,
  prices: readonly MoneyLine[],
  deductions: readonly MoneyLine[],
) =>
  total(prices) === money.hostSubtotalMinor &&
  money.hostSubtotalMinor + total(deductions) === money.hostPayoutMinor &&
  money.hostSubtotalMinor + money.guestServiceFeeMinor + total(money.taxes) === money.guestTotalMinor &&
  (outcome === null || outcomeAddsUp(outcome)) &&
  (refundedMinor ?? 0) <= money.guestTotalMinor

/** How the host's payout is computed, what the guest paid, and what a cancellation changed. */
export const useMoneyLines = (booking: Booking): { sections: Section[]; addsUp: boolean } => {
  const t = useText()
  const { money, fee, outcome, status } = booking
  if (money === null || fee === null) return { sections: [], addsUp: true }
  const prices = priceLines(money, t)
  const deductions = deductionLines(money, fee, t)
  const host: MoneyLine[] = [
    ...prices,
    { key: 'subtotal', label: t('booking.subtotal'), amountMinor: money.hostSubtotalMinor, kind: 'sum' },
    ...deductions,
    {
      key: 'payout',
      label: t(outcome === null ? 'booking.list.columns.receive' : 'booking.agreed'),
      amountMinor: money.hostPayoutMinor,
      kind: outcome === null ? 'total' : 'sum',
    },
  ]
  const cancellation: Section[] =
    outcome === null
      ? []
      : [
          {
            key: 'after',
            title: t(status === 'cancelling' ? 'booking.whenFinal' : 'booking.afterCancellation'),
            lines: cancellationLines(outcome, fee, booking, t),
          },
        ]
  return {
    addsUp: sumsAddUp(money, booking, prices, deductions),
    sections: [{ key: 'host', lines: host }, { key: 'guest', lines: guestLines(money, t) }, ...cancellation],
  }
}
