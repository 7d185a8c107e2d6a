import type { ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { Sheet } from '@hearth/platform/spreadsheet/cells'
import { writeCsv } from '@hearth/platform/spreadsheet/csv'
import { writeXlsx } from '@hearth/platform/spreadsheet/xlsx'

type Format = Readonly<{
  contentType: string
  write: (sheet: Sheet) => AsyncIterable<string | Uint8Array>
}>

/** The files in which a list can be downloaded, by the ending of their name. */
export const EXPORT_FORMATS = {
  csv: { contentType: 'text/csv; charset=utf-8; header=present', write: writeCsv },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    write: writeXlsx,
  },
} as const satisfies Readonly<Record<string, Format>>
export type ExportFormat = keyof typeof EXPORT_FORMATS
export const EXPORT_ENDINGS = ['csv', 'xlsx'] as const satisfies readonly ExportFormat[]

/** The head of the answer that brings the file. */
export const describeFile = (format: ExportFormat, name: string) => ({
  'content-type': EXPORT_FORMATS[format].contentType,
  'content-disposition': `attachment; filename="${name}.${format}"`,
})

/** Writes a sheet at the speed of the reader. */
export const sendSheet = async (
  format: ExportFormat,
  sheet: Sheet,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> => {
  for await (const chunk of EXPORT_FORMATS[format].write(sheet))
    if (!response.write(chunk)) await once(response, 'drain', { signal })
}
