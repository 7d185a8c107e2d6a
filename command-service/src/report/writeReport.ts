import { createHash } from 'node:crypto'
import type { StorageKey } from '@hearth/contracts/kernel/accountFolders'
import type { ReportRow } from '@hearth/contracts/kernel/report'
import { MAX_PDF_ROWS, type ReportFormat, type ReportType } from '@hearth/contracts/report'
import { REPORT_TITLES } from '@hearth/contracts/report/catalogue'
import type { LogSources } from '@hearth/platform/read-model/readLog'
import { streamRows, type ReportRun } from '@hearth/platform/report/openRun'
import type { Sheet } from '@hearth/platform/spreadsheet/cells'
import { writeCsv } from '@hearth/platform/spreadsheet/csv'
import { writeXlsx } from '@hearth/platform/spreadsheet/xlsx'
import type { Storage } from '@hearth/platform/storage/port'
import { printReport, TooLongToPrintError } from './printReport.ts'

/** What is in memory of a file at a time. */
const PART_BYTES = 1_000_000
/** Rows between two notes of how far it is. */
const PROGRESS_ROWS = 5_000

type Source = Readonly<{
  run: ReportRun
  asOf: string
  type: ReportType
  pages: AsyncIterable<readonly ReportRow[]>
}>

const toSheet = ({ run: { definition, timezone }, type: name, pages }: Source): Sheet => {
  const readCells = async function* () {
    for await (const rows of pages) yield rows.map(({ cells }) => cells)
  }
  return { name, columns: definition.columns, pages: readCells(), timezone }
}

/** The whole report is in memory, so only a short one is printed. */
const writePdf = async function* ({ run, asOf, type, pages }: Source): AsyncGenerator<Buffer> {
  const rows: ReportRow[] = []
  for await (const page of pages) {
    rows.push(...page)
    if (rows.length > MAX_PDF_ROWS) throw new TooLongToPrintError(`More than ${MAX_PDF_ROWS} rows`)
  }
  const { name, timezone, ctx, definition } = run
  const { columns } = definition
  const title = REPORT_TITLES[type]
  yield await printReport({ title, name, timezone, from: ctx.from, to: ctx.to, asOf, columns }, rows)
}

const WRITERS: Readonly<
  Record<
    ReportFormat,
    Readonly<{ write: (source: Source) => AsyncIterable<string | Uint8Array>; contentType: string }>
  >
> = {
  csv: { write: (source) => writeCsv(toSheet(source)), contentType: 'text/csv; charset=utf-8' },
  xlsx: {
    write: (source) => writeXlsx(toSheet(source)),
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  pdf: { write: writePdf, contentType: 'application/pdf' },
}

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
  sources: LogSources
  run: ReportRun
  asOf: string
  type: ReportType
  format: ReportFormat
  storage: Pick<Storage, 'put'>
  keyOf: (part: number) => StorageKey
  onRows: (rows: number) => Promise<void>
  signal: AbortSignal
}>

/** Writes a report to the storage part by part, so that its length doesn’t matter. */
export const writeReport = async ({
  sources,
  run,
  asOf,
  type,
  format,
  storage,
  keyOf,
  onRows,
  signal,
}: WriteOptions): Promise<WrittenReport> => {
  let [rows, noted] = [0, 0]
  const countRows = async function* (): AsyncGenerator<readonly ReportRow[]> {
    for await (const page of streamRows(sources, run, asOf, signal)) {
      rows += page.length
      yield page
      if (rows - noted < PROGRESS_ROWS) continue
      noted = rows
      await onRows(rows)
    }
  }
  const { write, contentType } = WRITERS[format]
  const hash = createHash('sha256')
  let [bytes, parts] = [0, 0]
  for await (const part of joinParts(write({ run, asOf, type, pages: countRows() }))) {
    await storage.put(keyOf(parts), part, contentType)
    hash.update(part)
    bytes += part.length
    parts += 1
  }
  return { rows, bytes, parts, sha256: hash.digest('hex') }
}
