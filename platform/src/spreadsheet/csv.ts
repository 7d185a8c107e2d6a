import { stringify } from 'csv-stringify/sync'
import type { Cell, Sheet } from './cells.ts'

/** Spreadsheets guess the encoding; the mark makes them guess UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'

/** What makes a spreadsheet run a cell as a formula, with full-width forms. */
const TRIGGER = String.raw`[\s\u00a0\ufeff"]*[=+\-@\uff1d\uff0b\uff0d\uff20]`
const RISKY_START = new RegExp(`^(?:${TRIGGER}|[\\t\\r])`)
/**
 * A reader whose separator is not the comma begins a cell after its own separator in the middle of our text,
 * and a row after a line break there.
 */
const RISKY_AFTER_SEPARATOR = new RegExp(`[;,|\\t\\r\\n](?=${TRIGGER})`, 'g')

const guard = (text: string): string =>
  (RISKY_START.test(text) ? "'" : '') + text.replaceAll(RISKY_AFTER_SEPARATOR, "$&'")

const formatCell = (cell: Cell): string => (typeof cell === 'string' ? guard(cell) : cell.number)

/**
 * Lines of CSV, every cell quoted. Text that a spreadsheet could take for a formula gets an apostrophe in
 * front, whichever separator that spreadsheet reads by (docs/domain/security.md#spreadsheets).
 */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(
    rows.map((cells) => cells.map(formatCell)),
    { quoted: true, quoted_empty: true, record_delimiter: 'windows' },
  )

/** The first line of a CSV file. */
export const csvHead = (titles: readonly string[]): string => BYTE_ORDER_MARK + csvLines([titles])

/** A sheet as CSV, a page at a time. */
export const writeCsv = async function* ({ columns, pages }: Sheet): AsyncGenerator<string> {
  yield csvHead(columns.map(({ title }) => title))
  for await (const rows of pages) yield csvLines(rows)
}
