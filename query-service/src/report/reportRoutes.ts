import {
  zDifferenceQuery,
  zReportQuery,
  type DifferenceQuery,
  type ReportQuery,
} from '@hearth/contracts/report'
import { tablesOfReport } from '@hearth/contracts/report/catalogue'
import { route, type Route, type RouteRequest } from '@hearth/platform/http/route'
import type { Storage } from '@hearth/platform/storage/port'
import { downloadRoute } from './downloadRoute.ts'
import type { Sources } from '../runtime/sources.ts'
import { waitForToken } from '../runtime/token.ts'
import { compareReport, prepareRun, previewReport } from './runReport.ts'

const common = {
  method: 'GET',
  access: { capability: 'report.run' },
  tenant: 'own',
  rate: 'export',
} as const

/** Checks a request for a report, once its tables are current enough for the reader. */
const prepare = async (
  sources: Sources,
  { principal, query, headers, signal }: RouteRequest<unknown, ReportQuery | DifferenceQuery>,
) => {
  const position = await waitForToken(sources.positions, tablesOfReport(query.type), headers, signal)
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

/** Reports of an account as of any instant, how two of them differ, and their files (docs/domain/report.md). */
export const reportRoutes = (sources: Sources, storage: Pick<Storage, 'get'>): readonly Route[] => [
  downloadRoute(sources, storage),
  differenceRoute(sources),
  previewRoute(sources),
]
