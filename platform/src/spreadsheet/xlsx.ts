import { writeXlsxStream } from 'hucre/xlsx'
import type { Cell, ColumnKind, Sheet, SheetColumn } from './cells.ts'

const DAY_MS = 86_400_000
/** 1970-01-01 as a spreadsheet counts days. */
const EPOCH_DAY = 25_569
const MAX_NAME = 31
/** Characters of a cell; a spreadsheet takes no more. */
const MAX_TEXT = 32_767

/** Two decimals, and the third of a currency that has three. */
const FORMATS: Readonly<Partial<Record<ColumnKind, string>>> = {
  amount: '#,##0.00#',
  date: 'yyyy-mm-dd',
  instant: 'yyyy-mm-dd hh:mm:ss',
}
const WIDTHS: Readonly<Record<ColumnKind, number>> = {
  text: 24,
  number: 10,
  amount: 14,
  date: 12,
  instant: 20,
}

const toSerial = (utcMs: number): number => utcMs / DAY_MS + EPOCH_DAY

/** Reads an instant off the wall clock of a time zone, as if that were UTC. */
const createWallClock = (timeZone: string): ((instant: string) => number) => {
  // Swedish writes `2026-07-16 14:30:00`.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (instant) => Date.parse(`${clock.format(new Date(instant)).replace(' ', 'T')}Z`)
}

// The file format writes characters as `_x0041_`, so text of that form has its underscore written so.
const escapeText = (text: string): string =>
  text.slice(0, MAX_TEXT).replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')

type Value = string | number | null

/** Text stays text: the writer has no way to make a formula of a string. */
const createReader = (timezone: string) => {
  const readClock = createWallClock(timezone)
  return (cell: Cell, kind: ColumnKind): Value => {
    if (cell === '') return null
    if (typeof cell !== 'string') return Number(cell.number)
    if (kind === 'date') return toSerial(Date.parse(`${cell}T00:00:00Z`))
    return kind === 'instant' ? toSerial(readClock(cell)) : escapeText(cell)
  }
}

const describeColumn = ({ title, kind }: SheetColumn, timezone: string) => {
  const numFmt = FORMATS[kind]
  return {
    header: kind === 'instant' ? `${title} (${timezone})` : title,
    width: WIDTHS[kind],
    ...(numFmt === undefined ? {} : { numFmt }),
  }
}

/**
 * A sheet as XLSX: amounts and counts are numbers, dates are dates, instants are dates with the time of the
 * sheet's zone. It is written as its pages are read, so memory does not grow with the rows.
 */
export const writeXlsx = ({ name, columns, pages, timezone }: Sheet): AsyncIterable<Uint8Array> => {
  const read = createReader(timezone)
  const readRows = async function* (): AsyncGenerator<Value[]> {
    for await (const rows of pages)
      for (const cells of rows) yield columns.map(({ kind }, index) => read(cells[index] ?? '', kind))
  }
  return writeXlsxStream(readRows(), {
    name: name.slice(0, MAX_NAME),
    columns: columns.map((column) => describeColumn(column, timezone)),
    freezePane: { rows: 1 },
  })
}
