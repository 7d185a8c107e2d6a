import { CURRENCY_EXPONENT, formatDecimal, type Currency } from '@hearth/contracts/kernel/money'
import { stringify } from 'csv-stringify/sync'

/**
 * First characters that make a spreadsheet run a cell as a formula, with their full-width forms
 * (docs/domain/security.md#spreadsheets).
 */
const TRIGGER = /^[\s\u00a0\ufeff]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/

/** A number that we formatted ourselves; it may begin with a minus sign. */
export type CsvNumber = Readonly<{ number: string }>

const formatCell = (cell: string | CsvNumber): string => {
  if (typeof cell !== 'string') return cell.number
  return TRIGGER.test(cell) || /^[\t\r]/.test(cell) ? `'${cell}` : cell
}

/**
 * Lines of CSV, every cell quoted. Text that a spreadsheet could take for a formula gets an apostrophe in
 * front.
 */
export const csvLines = (rows: readonly (readonly (string | CsvNumber)[])[]): string =>
  stringify(
    rows.map((cells) => cells.map(formatCell)),
    { quoted: true, quoted_empty: true, record_delimiter: 'windows' },
  )

const isCurrency = (value: unknown): value is Currency =>
  typeof value === 'string' && Object.hasOwn(CURRENCY_EXPONENT, value)

/** A field's value as a cell: amounts as decimals of the row's currency, empty for null. */
export const readCell = (row: Readonly<Record<string, unknown>>, field: string): string | CsvNumber => {
  const value = row[field]
  if (value === null || value === undefined) return ''
  if (typeof value === 'number')
    return {
      number:
        field.endsWith('Minor') && isCurrency(row['currency'])
          ? formatDecimal(value, row['currency'])
          : String(value),
    }
  return typeof value === 'string' ? value : JSON.stringify(value)
}
