import {
  zDifferenceQuery,
  zReportQuery,
  type DifferenceQuery,
  type ReportQuery,
  type ReportType,
} from '@hearth/contracts/report'
import { bookings } from '@hearth/contracts/booking'
import { events } from '@hearth/contracts/event'
import { listings } from '@hearth/contracts/listing'
import { REPORTS } from '@hearth/contracts/report/catalogue'
import { streamRows } from '@hearth/platform/report/openRun'
import { route, type Route, type RouteRequest } from '@hearth/platform/http/route'
import type { Sheet } from '@hearth/platform/spreadsheet/cells'
import { describeFile, EXPORT_ENDINGS, sendSheet, type ExportFormat } from '../runtime/exportFormats.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { compareReport, prepareRun, previewReport, toReportSources } from './runReport.ts'

const common = {
  method: 'GET',
  access: { capability: 'report.run' },
  tenant: 'own',
  rate: 'export',
} as const

/** The rows are folded from the log; the read models only name the streams. */
const tablesOf = (type: ReportType): readonly string[] => [
  ...new Set([events.table, 'account', listings.table, bookings.table, REPORTS[type].resource.table]),
]

/** Checks a request for a report, once its tables are current enough for the reader. */
const prepare = async (
  sources: Sources,
  { principal, query, headers, signal }: RouteRequest<unknown, ReportQuery | DifferenceQuery>,
) => {
  const position = await waitForToken(sources.positions, tablesOf(query.type), headers, signal)
  return { position, run: await prepareRun(sources, principal, query) }
}

const previewRoute = (sources: Sources): Route =>
  route({
    ...common,
    path: '/api/reports/preview',
    query: zReportQuery,
    handler: async (request) => {
      const { position, run } = await prepare(sources, request)
      const body = await previewReport(sources, run, request.query, request.signal)
      return { status: 200, headers: position, body }
    },
  })

const differenceRoute = (sources: Sources): Route =>
  route({
    ...common,
    path: '/api/reports/difference',
    query: zDifferenceQuery,
    handler: async (request) => {
      const { position, run } = await prepare(sources, request)
      const body = await compareReport(sources, run, request.query, request.signal)
      return { status: 200, headers: position, body }
    },
  })

const fileRoute = (sources: Sources, format: ExportFormat): Route =>
  route({
    ...common,
    path: `/api/reports/file.${format}`,
    query: zReportQuery,
    handler: async (request) => {
      const { query } = request
      const { position, run } = await prepare(sources, request)
      const asOf = query.asOf ?? run.now
      const name = [
        query.type,
        query.from,
        query.to,
        ...(query.asOf === undefined ? [] : ['as-of', asOf.slice(0, 10)]),
      ]
      return {
        status: 200,
        headers: { ...describeFile(format, name.join('-')), ...position },
        stream: (response, until) => {
          const { columns } = run.definition
          const pages = streamRows(toReportSources(sources), run, asOf, until)
          const sheet: Sheet = { name: query.type, columns, pages, timezone: run.timezone }
          return sendSheet(format, sheet, response, until)
        },
      }
    },
  })

/** Reports of an account as of any instant, and how two of them differ (docs/domain/report.md). */
export const reportRoutes = (sources: Sources): readonly Route[] => [
  ...EXPORT_ENDINGS.map((format) => fileRoute(sources, format)),
  differenceRoute(sources),
  previewRoute(sources),
]
