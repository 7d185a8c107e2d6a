import { listNights, type LocalDate } from '../../kernel/dates.ts'
import { applyBps, splitByWeight, sum } from '../../kernel/money.ts'
import type { NightOverrides } from '../../listing/nightOverrides.ts'
import type { Pricing } from '../../listing/pricing.ts'
import { nightPrice } from '../../listing/rules/nightPrice.ts'
import { discountBps } from '../../listing/rules/quoteStay.ts'
import type { AgreedStay } from '../alterationMessages.ts'
import type { BookingPrice, TaxLine } from '../money.ts'
import type { Party } from '../party.ts'
import { taxBase } from './bookingMoney.ts'

/** What guest and host agree to change; `nightsMinor`: what the nights cost together, where they agree on that. */
export type AlterationWish = Readonly<{
  party: Party
  checkIn: LocalDate
  checkOut: LocalDate
  nightsMinor: number | null
}>
type Prices = Readonly<{ pricing: Pricing; overrides: NightOverrides }>
type Night = Readonly<{ date: LocalDate; amountMinor: number; discountMinor: number; extraMinor: number }>

const countGuests = ({ adults, children }: Party) => adults + children
const isSame = (one: Party, other: Party) =>
  countGuests(one) === countGuests(other) && one.pets > 0 === other.pets > 0

/** Each night with its part of the discount and of the fee for extra guests. */
const listParts = ({ nightly, discountMinor, extraGuestMinor }: BookingPrice): readonly Night[] => {
  const discounts = splitByWeight(
    discountMinor,
    nightly.map(({ amountMinor }) => amountMinor),
  )
  const extras = splitByWeight(
    extraGuestMinor,
    nightly.map(() => 1),
  )
  return nightly.map((night, index) => ({
    ...night,
    discountMinor: discounts[index] ?? 0,
    extraMinor: extras[index] ?? 0,
  }))
}

const extraGuestFee = ({ extraGuest }: Pricing, party: Party) =>
  extraGuest === null ? 0 : Math.max(0, countGuests(party) - extraGuest.after) * extraGuest.feeMinor

/** A night that the stay did not have: what the home costs now. */
const newNight = (date: LocalDate, nights: number, party: Party, { pricing, overrides }: Prices): Night => {
  const amountMinor = nightPrice(pricing, date, overrides[date])
  return {
    date,
    amountMinor,
    discountMinor: -applyBps(amountMinor, discountBps(pricing, nights)),
    extraMinor: extraGuestFee(pricing, party),
  }
}

/** The tax by its own rate, on what the altered stay costs; one that was not due for each night stays so. */
const alterTax = (
  tax: TaxLine,
  parts: Parameters<typeof taxBase>[1],
  before: number,
  nights: number,
): TaxLine => {
  if (tax.kind === 'per_stay') return tax
  if (tax.kind === 'percent') return { ...tax, amountMinor: applyBps(taxBase(tax.base, parts), tax.bps) }
  const taxed = tax.unitMinor === 0 ? 0 : Math.round(tax.amountMinor / tax.unitMinor)
  return { ...tax, amountMinor: tax.unitMinor * (taxed === before ? nights : Math.min(taxed, nights)) }
}

const withTotals = (current: BookingPrice, nights: readonly Night[], petMinor: number): BookingPrice => {
  const { currency, cleaningMinor, guestServiceFeeMinor } = current
  const discountMinor = sum(nights.map((night) => night.discountMinor))
  const extraGuestMinor = sum(nights.map((night) => night.extraMinor))
  const nightsMinor = sum(nights.map(({ amountMinor }) => amountMinor)) + discountMinor + extraGuestMinor
  const parts = { nightsMinor, cleaningMinor, petMinor }
  const taxes = current.taxes.map((tax) => alterTax(tax, parts, current.nightly.length, nights.length))
  return {
    currency,
    nightly: nights.map(({ date, amountMinor }) => ({ date, amountMinor })),
    cleaningMinor,
    petMinor,
    extraGuestMinor,
    discountMinor,
    guestServiceFeeMinor,
    taxes,
    guestTotalMinor:
      nightsMinor +
      cleaningMinor +
      petMinor +
      guestServiceFeeMinor +
      sum(taxes.map((tax) => tax.amountMinor)),
  }
}

/** Only the price: what follows from it is computed again. */
const priceOf = ({ money }: AgreedStay): BookingPrice => {
  const { hostSubtotalMinor: _s, platformFeeMinor: _f, cleaningRetainedMinor: _c, ...rest } = money
  const { hostTaxPassThroughMinor: _t, hostPayoutMinor: _p, ...price } = rest
  return price
}

/**
 * What the altered stay costs. Nights keep their price, of the stay as it is or as it was confirmed; only
 * nights that it never had cost what the home costs now. A stay that is altered back costs what was agreed
 * first (docs/domain/booking.md#alterations).
 */
export const alteredPrice = (
  { agreed, current }: Readonly<{ agreed: AgreedStay; current: AgreedStay }>,
  { party, checkIn, checkOut, nightsMinor }: AlterationWish,
  prices: Prices,
): BookingPrice => {
  const back = [current, agreed].find(
    (stay) => stay.checkIn === checkIn && stay.checkOut === checkOut && isSame(stay.party, party),
  )
  if (back !== undefined && nightsMinor === null) return priceOf(back)
  const dates = listNights(checkIn, checkOut)
  const known = new Map(
    [agreed, current].flatMap(({ money }) => listParts(money).map((night) => [night.date, night] as const)),
  )
  const sameGuests = countGuests(current.party) === countGuests(party)
  const resolved = dates
    .map((date) => known.get(date) ?? newNight(date, dates.length, party, prices))
    .map((night) => (sameGuests ? night : { ...night, extraMinor: extraGuestFee(prices.pricing, party) }))
  const hadPets = current.party.pets > 0
  const petMinor =
    hadPets === party.pets > 0 ? current.money.petMinor : party.pets > 0 ? prices.pricing.petFeeMinor : 0
  if (nightsMinor === null) return withTotals(priceOf(current), resolved, petMinor)
  const weights = resolved.map(({ amountMinor }) => amountMinor)
  const isFree = sum(weights) === 0
  const amounts = splitByWeight(nightsMinor, isFree ? weights.map(() => 1) : weights)
  const named = dates.map((date, index) => ({
    date,
    amountMinor: amounts[index] ?? 0,
    discountMinor: 0,
    extraMinor: 0,
  }))
  return withTotals(priceOf(current), named, petMinor)
}
