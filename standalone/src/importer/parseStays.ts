import { parse } from 'csv-parse/sync'
import { COLUMNS, readRow, type Refusal, type Stay } from './rows.ts'

/** The stays of the data set, and the rows that make no sense. Throws where a column is missing. */
export const parseStays = (
  content: Buffer,
): Readonly<{ stays: readonly Stay[]; refusals: readonly Refusal[] }> => {
  const seen = new Map<string, number>()
  const ordinal = (hash: string) => {
    const number = (seen.get(hash) ?? 0) + 1
    seen.set(hash, number)
    return number
  }
  const records: { record: Record<string, string>; info: { lines: number } }[] = parse(content, {
    columns: true,
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    relax_quotes: true,
  })
  const missing = COLUMNS.filter((column) => records[0] && !(column in records[0].record))
  if (missing.length > 0) throw new Error(`no column ${missing.join(', ')}`)
  const read = records.map(({ record, info }) => readRow(record, info.lines, ordinal))
  return { stays: read.filter((row) => 'key' in row), refusals: read.filter((row) => 'reason' in row) }
}
