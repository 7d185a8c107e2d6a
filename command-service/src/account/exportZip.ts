import type { Resource } from '@hearth/contracts/kernel/resource'
import { readCell } from '@hearth/platform/spreadsheet/cells'
import { csvHead, csvLines } from '@hearth/platform/spreadsheet/csv'
import { Zip, ZipDeflate } from 'fflate'
import type { Row } from './exportedRows.ts'

const PIECE_BYTES = 512 * 1024

/** Sums of what the zip file holds; `bytes` is its own size. */
export type ExportTotals = { rows: number; bytes: number; files: number }

/** A zip file that is read in pieces while its files are written. */
const openZip = (totals: ExportTotals) => {
  let pending: Uint8Array[] = []
  let failure: Error | undefined
  const zip = new Zip((error, bytes) => {
    if (error) failure = error
    else pending.push(bytes)
  })
  return {
    addFile: (name: string) => {
      const file = new ZipDeflate(name, { level: 6 })
      zip.add(file)
      totals.files += 1
      return (text: string, last = false) => file.push(Buffer.from(text, 'utf8'), last)
    },
    /** The bytes written since the last piece, if there are at least `minBytes`. */
    takePiece: function* (minBytes: number): Generator<Uint8Array> {
      if (failure) throw failure
      const size = pending.reduce((total, bytes) => total + bytes.length, 0)
      if (size < minBytes || size === 0) return
      totals.bytes += size
      yield Buffer.concat(pending)
      pending = []
    },
    end: () => zip.end(),
  }
}

/** How a resource is written into a file of its own. */
type FileFormat = Readonly<{
  extension: string
  begin: (fields: readonly string[]) => string
  /** `isFirst`: no row has been written yet. */
  write: (rows: readonly Row[], fields: readonly string[], isFirst: boolean) => string
  end: string
}>

const JSON_FILE: FileFormat = {
  extension: 'json',
  begin: () => '[',
  write: (rows, _fields, isFirst) =>
    rows.map((row, index) => `${isFirst && index === 0 ? '' : ','}\n${JSON.stringify(row)}`).join(''),
  end: '\n]\n',
}
const CSV_FILE: FileFormat = {
  extension: 'csv',
  begin: csvHead,
  write: (rows, fields) => csvLines(rows.map((row) => fields.map((field) => readCell(row, field)))),
  end: '',
}

/** The bytes of a zip file with one JSON and one CSV file for each resource; `totals` grows as it is read. */
export const writeExportZip = async function* (
  exported: readonly Resource[],
  readRows: (resource: Resource) => AsyncIterable<readonly Row[]>,
  totals: ExportTotals,
): AsyncGenerator<Uint8Array> {
  const zip = openZip(totals)
  for (const resource of exported) {
    const fields = Object.keys(resource.row.shape)
    for (const format of [JSON_FILE, CSV_FILE]) {
      const write = zip.addFile(`${resource.name}.${format.extension}`)
      write(format.begin(fields))
      let isFirst = true
      for await (const rows of readRows(resource)) {
        if (format === JSON_FILE) totals.rows += rows.length
        write(format.write(rows, fields, isFirst))
        if (rows.length > 0) isFirst = false
        yield* zip.takePiece(PIECE_BYTES)
      }
      write(format.end, true)
    }
    yield* zip.takePiece(PIECE_BYTES)
  }
  zip.end()
  yield* zip.takePiece(0)
}
