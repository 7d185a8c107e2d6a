import { once } from 'node:events'
import { addMinutes } from '@hearth/contracts/kernel/dates'
import { reportFiles, reportPartKey, zReportFileRow, type ReportFormat } from '@hearth/contracts/report'
import { REPORTS } from '@hearth/contracts/report/catalogue'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import type { Storage } from '@hearth/platform/storage/port'
import { z } from 'zod'
import { EXPORT_FORMATS } from '../runtime/exportFormats.ts'
import { createModel } from '../runtime/model.ts'
import { findRow, zPathId } from '../runtime/resourceRoutes.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { hiddenFields } from '../runtime/visibleFields.ts'

const model = createModel(reportFiles)
/** How long a recorded download may be fetched. */
const DOWNLOAD_MINUTES = 10

const CONTENT_TYPES: Readonly<Record<ReportFormat, string>> = {
  csv: EXPORT_FORMATS.csv.contentType,
  xlsx: EXPORT_FORMATS.xlsx.contentType,
  pdf: 'application/pdf',
}

const zReady = z.looseObject(zReportFileRow.shape)

const readParts = async function* (storage: Pick<Storage, 'get'>, keys: readonly string[]) {
  for (const key of keys) {
    const bytes = await storage.get(key)
    if (bytes === undefined) throw new Error('A part of a report is missing')
    yield bytes
  }
}

/**
 * `GET /api/report-files/:id/download`: the file, for a download that this person has just recorded
 * (docs/domain/report.md#files). Parts are read one after the other, so a long file takes no memory.
 */
export const downloadRoute = (sources: Sources, storage: Pick<Storage, 'get'>): Route =>
  route({
    method: 'GET',
    path: '/api/report-files/:id/download',
    access: { capability: 'report.keep' },
    tenant: 'own',
    rate: 'export',
    params: zPathId,
    query: z.strictObject({ download: z.uuid() }),
    handler: async ({ principal, params, query, headers, signal }) => {
      const position = await waitForToken(sources.positions, [reportFiles.table], headers, signal)
      const row = zReady.parse(await findRow(sources, model, principal, params.id))
      const since = addMinutes(new Date(sources.now()).toISOString(), -DOWNLOAD_MINUTES)
      const isRecorded = row.downloads.some(
        ({ id, by, at }) => id === query.download && by === principal.actor.id && at >= since,
      )
      const { hostAccountId, fileId, parts, type, format, from, to } = row
      if (!isRecorded || row.state !== 'ready' || fileId === null) throw new AppProblem('NOT_FOUND')
      // What a person may see can have shrunk since.
      const hidden = hiddenFields(createModel(REPORTS[type].resource), principal)
      if ([...hidden].some((field) => !row.hidden.includes(field))) throw new AppProblem('FORBIDDEN')
      const keys = Array.from({ length: parts ?? 0 }, (_, part) =>
        reportPartKey({ hostAccountId, runId: row.id, fileId }, part),
      )
      return {
        status: 200,
        headers: {
          'content-type': CONTENT_TYPES[format],
          'content-disposition': `attachment; filename="${type}-${from}-${to}.${format}"`,
          ...position,
        },
        stream: async (response, until) => {
          for await (const bytes of readParts(storage, keys))
            if (!response.write(bytes)) await once(response, 'drain', { signal: until })
        },
      }
    },
  })
