import { CURRENCY_EXPONENT, type Currency } from '@hearth/contracts/kernel/money'

/** `98.5` for 9850 USD: what a person edits. */
export const formatAmount = (amountMinor: number, currency: Currency) => {
  const exponent = CURRENCY_EXPONENT[currency]
  const text = (amountMinor / 10 ** exponent).toFixed(exponent)
  return text.replace(/\.0+$/, '')
}

/**
 * Minor units of what was typed; null when it is not an amount of this currency. A comma is read as a point.
 */
export const parseAmount = (text: string, currency: Currency): number | null => {
  const exponent = CURRENCY_EXPONENT[currency]
  const found = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(text.trim())
  if (!found) return null
  const [, whole = '0', part = ''] = found
  return part.length > exponent
    ? null
    : Number(whole) * 10 ** exponent + Number(part.padEnd(exponent, '0') || 0)
}

/** A whole number in the range, else null. */
export const parseWhole = (text: string, least: number, most: number): number | null => {
  const value = /^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}
