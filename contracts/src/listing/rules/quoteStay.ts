import { listNights, type LocalDate } from '../../kernel/dates.ts'
import { applyBps, sum } from '../../kernel/money.ts'
import type { NightOverrides } from '../nightOverrides.ts'
import type { Pricing } from '../pricing.ts'
import { nightPrice } from './nightPrice.ts'

const MONTH_NIGHTS = 28
const WEEK_NIGHTS = 7

/** Who comes when; `pets` of more than 0 add the fee for pets once. */
export type QuotedParty = Readonly<{ guests: number; pets: number }>
type Part = 'nights' | 'extraGuests' | 'discount' | 'cleaning' | 'pets'
/** What a stay costs before taxes, in minor units; the parts add up to `totalMinor`. */
export type StayPrice = Readonly<{
  nightly: readonly Readonly<{ date: LocalDate; amountMinor: number }>[]
  parts: readonly Readonly<{ part: Part; amountMinor: number }>[]
  totalMinor: number
}>

/** The discount for long stays: monthly from 28 nights, else weekly from 7, never both. */
export const discountBps = ({ monthlyDiscountBps, weeklyDiscountBps }: Pricing, nights: number): number =>
  nights >= MONTH_NIGHTS ? monthlyDiscountBps : nights >= WEEK_NIGHTS ? weeklyDiscountBps : 0

/**
 * The price of the stay `[checkIn, checkOut)`: nights with their overrides, extra guests, discount on the
 * nights, cleaning, pets (docs/domain/listing.md#quotes). Parts of 0 are left out, nights are always there.
 */
export const quoteStay = (
  pricing: Pricing,
  overrides: NightOverrides,
  stay: Readonly<{ checkIn: LocalDate; checkOut: LocalDate }>,
  { guests, pets }: QuotedParty,
): StayPrice => {
  const nightly = listNights(stay.checkIn, stay.checkOut).map((date) => ({
    date,
    amountMinor: nightPrice(pricing, date, overrides[date]),
  }))
  const nightsMinor = sum(nightly.map(({ amountMinor }) => amountMinor))
  const { extraGuest } = pricing
  const extraGuests = extraGuest === null ? 0 : Math.max(0, guests - extraGuest.after)
  const all = [
    { part: 'nights', amountMinor: nightsMinor },
    { part: 'extraGuests', amountMinor: extraGuests * (extraGuest?.feeMinor ?? 0) * nightly.length },
    { part: 'discount', amountMinor: -applyBps(nightsMinor, discountBps(pricing, nightly.length)) },
    { part: 'cleaning', amountMinor: pricing.cleaningFeeMinor },
    { part: 'pets', amountMinor: pets > 0 ? pricing.petFeeMinor : 0 },
  ] as const
  const parts = all.filter(({ part, amountMinor }) => part === 'nights' || amountMinor !== 0)
  return { nightly, parts, totalMinor: sum(parts.map(({ amountMinor }) => amountMinor)) }
}
