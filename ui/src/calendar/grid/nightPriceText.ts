import { CURRENCY_EXPONENT, formatAmount, type Currency } from '@hearth/contracts/kernel/money'

/**
 * `257`, `98.50`, `38k`: as short as possible. The currency is next to the row's name, the full amount in the
 * cell's label.
 */
export const formatNightPrice = (amountMinor: number, currency: Currency) => {
  const major = amountMinor / 10 ** CURRENCY_EXPONENT[currency]
  return major >= 10_000 && major % 100 === 0
    ? `${major / 1000}k`
    : formatAmount(amountMinor, currency).replace(/\.0+$/, '')
}
