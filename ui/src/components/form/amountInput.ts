import { CURRENCY_EXPONENT, type Currency } from '@hearth/contracts/kernel/money'

/** What a person edits of a whole number that counts the smallest part: `98.5` for 9850 with two decimals. */
export const formatScaled = (value: number, decimals: number) =>
  (value / 10 ** decimals).toFixed(decimals).replace(/\.0+$/, '')

/** The whole number of a typed text; null for other text or more decimals. A comma counts as a point. */
export const parseScaled = (text: string, decimals: number): number | null => {
  const found = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(text.trim())
  if (!found) return null
  const [, whole = '0', part = ''] = found
  return part.length > decimals
    ? null
    : Number(whole) * 10 ** decimals + Number(part.padEnd(decimals, '0') || 0)
}

/** `98.5` for 9850 USD: what a person edits. */
export const formatAmount = (amountMinor: number, currency: Currency) =>
  formatScaled(amountMinor, CURRENCY_EXPONENT[currency])

/** Minor units of what was typed; null when it is not an amount of this currency. */
export const parseAmount = (text: string, currency: Currency): number | null =>
  parseScaled(text, CURRENCY_EXPONENT[currency])
