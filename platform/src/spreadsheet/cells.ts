import { CURRENCY_EXPONENT, formatDecimal, type Currency } from '@hearth/contracts/kernel/money'

/** A number that we formatted ourselves, such as `-12.50`. */
export type CellNumber = Readonly<{ number: string }>
/** Text is `''` where there is no value. */
export type Cell = string | CellNumber

/** `date` holds local dates and `instant` instants, both as text. */
export type ColumnKind = 'text' | 'number' | 'amount' | 'date' | 'instant'
export type SheetColumn = Readonly<{ title: string; kind: ColumnKind }>

/** What is exported: the rows of `pages` in order, each with a cell for every column. */
export type Sheet = Readonly<{
  name: string
  columns: readonly SheetColumn[]
  pages: AsyncIterable<readonly (readonly Cell[])[]>
  /** The time zone in which a spreadsheet shows instants. */
  timezone: string
}>

const isCurrency = (value: unknown): value is Currency =>
  typeof value === 'string' && Object.hasOwn(CURRENCY_EXPONENT, value)

const isAmount = (field: string): boolean => field.endsWith('Minor')

/** What a column shows, from the field's name and its column type in the database. */
export const findColumnKind = (field: string, sqlType: string | undefined): ColumnKind => {
  if (isAmount(field)) return 'amount'
  if (sqlType === 'date') return 'date'
  if (sqlType === 'timestamptz') return 'instant'
  return sqlType === 'bigint' || sqlType === 'double precision' ? 'number' : 'text'
}

/** A field's value as a cell: amounts as decimals of the row's currency, empty for null. */
export const readCell = (row: Readonly<Record<string, unknown>>, field: string): Cell => {
  const value = row[field]
  if (value === null || value === undefined) return ''
  if (typeof value === 'number')
    return {
      number:
        isAmount(field) && isCurrency(row['currency'])
          ? formatDecimal(value, row['currency'])
          : String(value),
    }
  return typeof value === 'string' ? value : JSON.stringify(value)
}
