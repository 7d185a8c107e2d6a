import { readRow, type Stay } from '@hearth/standalone/importer/rows'
import { parse } from 'csv-parse/sync'
import { readFileSync } from 'node:fs'
import type { Measured } from './shape.ts'

/** The plausible rows of the hotel bookings data set, as the importer reads them. */
export const readStays = (file: string): readonly Measured[] => {
  const records: Record<string, string>[] = parse(readFileSync(file), {
    columns: true,
    bom: true,
    skip_empty_lines: true,
  })
  return records.flatMap((record, index) => {
    // Equal rows keep their keys here: nothing is stored under them.
    const stay = readRow(record, index + 2, () => index)
    return isStay(stay) ? [{ stay, channel: record['distribution_channel'] ?? '' }] : []
  })
}

const isStay = (row: ReturnType<typeof readRow>): row is Stay => 'key' in row
