import { splitByWeight, sum } from '../../kernel/money.ts'
import type { BookingPrice } from '../money.ts'

/**
 * Each night's net amount, oldest first: its price, its part of the discount (by price) and of the extra
 * guests' fee (by night). By largest remainder, so the parts add up to the cent
 * (docs/domain/money.md#splitting).
 */
export const spreadNights = (
  price: Pick<BookingPrice, 'nightly' | 'discountMinor' | 'extraGuestMinor'>,
): number[] => {
  const prices = price.nightly.map((night) => night.amountMinor)
  const discounts = splitByWeight(price.discountMinor, prices)
  const extras = splitByWeight(
    price.extraGuestMinor,
    prices.map(() => 1),
  )
  return prices.map((amount, night) => sum([amount, discounts[night] ?? 0, extras[night] ?? 0]))
}
