import { listNights, type LocalDate } from '../../kernel/dates.ts'
import { applyBps, sum } from '../../kernel/money.ts'
import type { FieldError } from '../../kernel/problem.ts'
import type { BookingMoney, BookingPrice, BookingSnapshot, TaxLine } from '../money.ts'
import { spreadNights } from './spreadNights.ts'

type Fee = BookingSnapshot['fee']
/** What the host may keep of a booking, by part; minor units. */
export type HostParts = Readonly<{ nightsMinor: number; cleaningMinor: number; petMinor: number }>

/** The whole booking's parts: nights are net of discounts and with extra guests. */
export const hostParts = (price: BookingPrice): HostParts => ({
  nightsMinor: sum(spreadNights(price)),
  cleaningMinor: price.cleaningMinor,
  petMinor: price.petMinor,
})

/**
 * What the host gets of `parts`: the one platform fee and, in full service, the cleaning go off; the host's
 * own taxes pass through (docs/domain/policy.md#platform-fee).
 */
export const hostShare = (parts: HostParts, fee: Fee, hostTaxesMinor: number) => {
  const keepsMinor = parts.nightsMinor + parts.cleaningMinor + parts.petMinor
  const fullService = fee.model === 'full_service'
  const platformFeeMinor = applyBps(fullService ? parts.nightsMinor : keepsMinor, fee.bps)
  const cleaningRetainedMinor = fullService ? parts.cleaningMinor : 0
  return {
    keepsMinor,
    platformFeeMinor,
    cleaningRetainedMinor,
    hostTaxPassThroughMinor: hostTaxesMinor,
    hostPayoutMinor: keepsMinor - platformFeeMinor - cleaningRetainedMinor + hostTaxesMinor,
  }
}

/** Taxes of the lines that the host remits. */
export const hostTaxes = (taxes: readonly TaxLine[]) =>
  sum(taxes.filter((tax) => tax.remitter === 'host').map((tax) => tax.amountMinor))

/** The price with everything that follows from it; `priceProblems` must have found nothing. */
export const bookingMoney = (price: BookingPrice, fee: Fee): BookingMoney => {
  const { keepsMinor, ...share } = hostShare(hostParts(price), fee, hostTaxes(price.taxes))
  return { ...price, hostSubtotalMinor: keepsMinor, ...share }
}

/** What a percentage of this kind is taken of. */
export const taxBase = (base: TaxLine['base'], parts: HostParts) =>
  parts.nightsMinor + (base === 'nights' ? 0 : parts.cleaningMinor) + (base === 'all' ? parts.petMinor : 0)

/**
 * Why a stated price cannot be taken: nights that are not the stay's, parts that do not add up, taxes that do
 * not follow from their rate.
 */
export const priceProblems = (price: BookingPrice, checkIn: LocalDate, checkOut: LocalDate): FieldError[] => {
  const problems: FieldError[] = []
  const nights = listNights(checkIn, checkOut)
  const nightlySum = sum(price.nightly.map((night) => night.amountMinor))
  if (
    price.nightly.length !== nights.length ||
    nights.some((date, index) => price.nightly[index]?.date !== date)
  )
    problems.push({ pointer: '/price/nightly', detail: 'must name every night of the stay once, in order' })
  if (-price.discountMinor > nightlySum)
    problems.push({ pointer: '/price/discountMinor', detail: 'must not exceed the nights' })
  if (problems.length > 0) return problems

  const parts = hostParts(price)
  for (const [index, tax] of price.taxes.entries()) {
    const stated = {
      percent: applyBps(taxBase(tax.base, parts), tax.bps),
      per_night: tax.unitMinor * nights.length,
      per_stay: tax.unitMinor,
    }[tax.kind]
    // A cent per night is rounding; fewer taxed nights than nights are exempt ones.
    const wrong =
      tax.amountMinor > stated + nights.length ||
      (tax.kind !== 'per_night' && tax.amountMinor < stated - nights.length)
    if (wrong)
      problems.push({
        pointer: `/price/taxes/${index}/amountMinor`,
        detail: `must be ${stated} by its own rate`,
      })
  }
  const total =
    parts.nightsMinor +
    parts.cleaningMinor +
    parts.petMinor +
    price.guestServiceFeeMinor +
    sum(price.taxes.map((tax) => tax.amountMinor))
  if (total !== price.guestTotalMinor)
    problems.push({ pointer: '/price/guestTotalMinor', detail: `must be ${total}, the sum of its parts` })
  return problems
}
