import { CURRENCY_EXPONENT, type Currency } from '@hearth/contracts/kernel/money'

/**
 * First characters that make a spreadsheet run a cell as a formula, with their full-width forms
 * (docs/domain/security.md#spreadsheets).
 */
const TRIGGER = /^[\s\u00a0\ufeff]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** A number that we formatted ourselves; it may begin with a minus sign. */
export type CsvNumber = Readonly<{ number: string }>

/** One cell, always quoted; text that a spreadsheet could take for a formula gets an apostrophe in front. */
export const csvCell = (value: string | CsvNumber): string => {
  const text =
    typeof value === 'string'
      ? TRIGGER.test(value) || /^[\t\r]/.test(value)
        ? `'${value}`
        : value
      : value.number
  return `"${text.replaceAll('"', '""')}"`
}

export const csvLine = (cells: readonly (string | CsvNumber)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`

const isCurrency = (value: unknown): value is Currency =>
  typeof value === 'string' && Object.hasOwn(CURRENCY_EXPONENT, value)

/** `1120.00` for 112000 of a currency with two decimals: no grouping, an ASCII minus. */
export const decimalOf = (amountMinor: number, currency: Currency): string => {
  const exponent = CURRENCY_EXPONENT[currency]
  const digits = String(Math.abs(amountMinor)).padStart(exponent + 1, '0')
  const sign = amountMinor < 0 ? '-' : ''
  return exponent === 0
    ? `${sign}${digits}`
    : `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/** A field's value as a cell: amounts as decimals of the row's currency, empty for null. */
export const cellOf = (row: Readonly<Record<string, unknown>>, field: string): string | CsvNumber => {
  const value = row[field]
  if (value === null || value === undefined) return ''
  if (typeof value === 'number')
    return {
      number:
        field.endsWith('Minor') && isCurrency(row['currency'])
          ? decimalOf(value, row['currency'])
          : String(value),
    }
  return typeof value === 'string' ? value : JSON.stringify(value)
}
