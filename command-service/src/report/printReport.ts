import { formatAmount } from '@hearth/contracts/kernel/money'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { ReportCell, ReportColumn, ReportRow } from '@hearth/contracts/kernel/report'
import { sumRows } from '@hearth/contracts/report'
import { MARGIN, printTable, printText, type Column } from '../pdf/printTable.ts'
import { printTagged } from '../pdf/printTagged.ts'

/** Thrown for a report that is too long to be printed. */
export class TooLongToPrintError extends Error {
  override name = 'TooLongToPrintError'
}

export type PrintedReport = Readonly<{
  title: string
  /** Whose report it is. */
  name: string
  timezone: string
  from: string
  to: string
  asOf: Instant
  columns: readonly ReportColumn[]
}>

const A4 = { portrait: 595, landscape: 842 }
const SIZES = { portrait: 8, landscape: 6.5 }
const MAX_PORTRAIT_COLUMNS = 6
/** Of a column, in characters. */
const [MIN_LETTERS, MAX_LETTERS, GAP_LETTERS] = [5, 26, 3]

/** Texts of cells; an instant as the clock of the time zone shows it. */
const createFormat = (timeZone: string) => {
  // Swedish writes `2026-07-16 14:30`.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (cell: ReportCell, kind: ReportColumn['kind']): string => {
    if (typeof cell !== 'string') return cell.number.replace('-', '−')
    return kind === 'instant' && cell !== '' ? clock.format(new Date(cell)) : cell
  }
}

/** Columns as wide as their longest text needs, that fill the page together. */
const fitColumns = (
  columns: readonly ReportColumn[],
  lines: readonly (readonly string[])[],
  width: number,
): readonly Column<readonly string[]>[] => {
  const letters = columns.map(({ title }, index) => {
    const longest = lines.reduce((most, line) => Math.max(most, line[index]?.length ?? 0), title.length)
    return Math.min(Math.max(longest, MIN_LETTERS), MAX_LETTERS) + GAP_LETTERS
  })
  const all = letters.reduce((sum, one) => sum + one, 0)
  return columns.map(({ title, kind }, index) => ({
    title,
    width: (width * (letters[index] ?? 0)) / all,
    isRight: kind === 'amount' || kind === 'number',
    cell: (line) => line[index] ?? '',
  }))
}

const describeTotal = (rows: readonly ReportRow[]): string => {
  const { quantity, amounts } = sumRows(rows)
  const money = amounts.map(
    ({ currency, amountMinor }) => `${formatAmount(amountMinor, currency)} ${currency}`,
  )
  return [`Total of ${rows.length} rows: ${quantity}`, ...money].join(', ')
}

/** A report as a PDF file, tagged for screen readers. Equal content gives equal bytes. */
export const printReport = (
  { title, name, timezone, from, to, asOf, columns }: PrintedReport,
  rows: readonly ReportRow[],
): Promise<Buffer> => {
  const format = createFormat(timezone)
  const lines = rows.map(({ cells }) => columns.map(({ kind }, index) => format(cells[index] ?? '', kind)))
  const layout = columns.length > MAX_PORTRAIT_COLUMNS ? 'landscape' : 'portrait'
  const days = `${from} to ${to}`
  const footer = `Hearth · ${title} · ${name} · ${days}`
  return printTagged({ title: `${title}, ${days}`, createdAt: new Date(asOf), layout, footer }, (page) => {
    printText(page, 'H1', title)
    printText(page, 'P', name)
    printText(page, 'P', `${days}, as of ${format(asOf, 'instant')}, ${timezone}`)
    printText(page, 'P', describeTotal(rows))
    printTable(page, fitColumns(columns, lines, A4[layout] - 2 * MARGIN), lines, SIZES[layout])
  })
}
