import { createHash } from 'node:crypto'
import type { ReportCell } from '@hearth/contracts/kernel/report'
import type { ReportFormat } from '@hearth/contracts/report'
import { streamRows, type ReportRun, type ReportSources } from '@hearth/platform/report/openRun'
import type { Sheet } from '@hearth/platform/spreadsheet/cells'
import { writeCsv } from '@hearth/platform/spreadsheet/csv'
import { writeXlsx } from '@hearth/platform/spreadsheet/xlsx'
import type { Storage } from '@hearth/platform/storage/port'

/** What is in memory of a file at a time. */
const PART_BYTES = 1_000_000
/** Rows between two notes of how far it is. */
const PROGRESS_ROWS = 5_000

const WRITERS = {
  csv: { write: writeCsv, contentType: 'text/csv; charset=utf-8' },
  xlsx: {
    write: writeXlsx,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const

export type WrittenReport = Readonly<{ rows: number; bytes: number; parts: number; sha256: string }>

/** Joins chunks of a file into parts of about 1 MB. */
const joinParts = async function* (chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = []
  let size = 0
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk)
    pending.push(bytes)
    size += bytes.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(pending)
    ;[pending, size] = [[], 0]
  }
  if (size > 0) yield Buffer.concat(pending)
}

export type WriteOptions = Readonly<{
  sources: ReportSources
  run: ReportRun
  asOf: string
  name: string
  format: ReportFormat
  storage: Pick<Storage, 'put'>
  keyOf: (part: number) => string
  onRows: (rows: number) => Promise<void>
  signal: AbortSignal
}>

/** Writes a report to the storage part by part, so that its length doesn’t matter. */
export const writeReport = async ({
  sources,
  run,
  asOf,
  name,
  format,
  storage,
  keyOf,
  onRows,
  signal,
}: WriteOptions): Promise<WrittenReport> => {
  let [rows, noted] = [0, 0]
  const countRows = async function* (): AsyncGenerator<readonly (readonly ReportCell[])[]> {
    for await (const page of streamRows(sources, run, asOf, signal)) {
      rows += page.length
      yield page
      if (rows - noted < PROGRESS_ROWS) continue
      noted = rows
      await onRows(rows)
    }
  }
  const { write, contentType } = WRITERS[format]
  const sheet: Sheet = { name, columns: run.definition.columns, pages: countRows(), timezone: run.timezone }
  const hash = createHash('sha256')
  let [bytes, parts] = [0, 0]
  for await (const part of joinParts(write(sheet))) {
    await storage.put(keyOf(parts), part, contentType)
    hash.update(part)
    bytes += part.length
    parts += 1
  }
  return { rows, bytes, parts, sha256: hash.digest('hex') }
}
