import { formatDecimal, type Currency } from '@hearth/contracts/kernel/money'
import {
  FIGURES,
  type Figures,
  type ListingPerformance,
  type Performance,
} from '@hearth/contracts/performance'

export const COLUMNS = ['nights', 'occupancy', 'change', 'adr', 'revpar', 'revenue', 'rating'] as const
export type Column = (typeof COLUMNS)[number]
type Side = Pick<ListingPerformance, 'nights' | 'figures' | 'before'>

const isFigure = (column: Column): column is Exclude<Column, 'nights' | 'change'> =>
  column !== 'nights' && column !== 'change'

/** The columns that the reader may see. */
export const findColumns = ({ figures }: { figures: Figures }): readonly Column[] =>
  COLUMNS.filter((column) => !isFigure(column) || figures[column] !== null)

const read = ({ nights, figures, before }: Side, column: Column): number | null => {
  if (column === 'nights') return nights.guest
  if (column !== 'change') return figures[column]?.value ?? null
  const [now, then] = [figures.occupancy?.value ?? null, before.figures.occupancy?.value ?? null]
  return now === null || then === null ? null : now - then
}

/** By a column, the largest first and what has no value last; as they came where no column is named. */
export const sortListings = (
  listings: readonly ListingPerformance[],
  sort: string | null,
): readonly ListingPerformance[] => {
  const column = COLUMNS.find((one) => one === sort)
  return column === undefined
    ? listings
    : listings.toSorted((a, b) => (read(b, column) ?? -Infinity) - (read(a, column) ?? -Infinity) || 0)
}

/** A value for programs: percent, amounts and stars as decimal numbers. */
const formatCell = (side: Side, column: Column, currency: Currency): string => {
  const value = read(side, column)
  if (value === null) return ''
  if (column === 'nights') return String(value)
  return isFigure(column) && FIGURES[column].unit === 'money'
    ? formatDecimal(value, currency)
    : (value / 100).toFixed(2)
}

/** The table with its total as it is downloaded; `name` is the title of a column. */
export const listRows = (
  data: Performance,
  currency: Currency,
  {
    name,
    listing,
    total,
    sort,
  }: { name: (column: Column) => string; listing: string; total: string; sort: string | null },
): (readonly (string | null)[])[] => {
  const columns = findColumns(data)
  const row = (title: string, side: Side) => [
    title,
    ...columns.map((column) => formatCell(side, column, currency)),
  ]
  return [
    [listing, ...columns.map((column) => name(column))],
    ...sortListings(data.listings, sort).map((one) => row(one.title, one)),
    row(total, data),
  ]
}
