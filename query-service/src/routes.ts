import { resources } from '@hearth/contracts'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { operationResources } from '@hearth/contracts/projection'
import type { IdentityProvider } from '@hearth/platform/config/fields'
import type { Secret } from '@hearth/platform/config/secret'
import { createDataExportReader } from './account/dataExports.ts'
import type { Route } from '@hearth/platform/http/route'
import type { Box } from '@hearth/platform/sealing/box'
import type { Principals } from '@hearth/platform/session/principal'
import type { Storage } from '@hearth/platform/storage/port'
import { timelineRoute } from './account/timelineRoute.ts'
import { teamRoutes } from './account/teamRoutes.ts'
import { recordReads, type OpenAccessLog } from './audit/accessLog.ts'
import { previewRoutes } from './tax-profile/previewRoutes.ts'
import { taxDocumentRoute, taxFormRoute } from './tax-profile/taxFormRoute.ts'
import { agreementRoutes } from './agreement/agreementRoutes.ts'
import { quoteRoute } from './booking/quoteRoute.ts'
import { fileRoute } from './file/fileRoute.ts'
import type { Geocoder } from './geocode/geocoder.ts'
import { geocodeRoute } from './geocode/geocodeRoute.ts'
import { openRows } from './event/openRows.ts'
import { historyRoutes } from './event/historyRoutes.ts'
import { jobRoute } from './jobs/jobRoute.ts'
import type { QueueHealth } from './jobs/queueHealth.ts'
import { exportRoute, withExportUrl } from './ical-feed/exportRoute.ts'
import { feedHealthRoute } from './ical-feed/feedHealthRoute.ts'
import { showFeeds } from './ical-feed/showFeeds.ts'
import { balancesNow } from './ledger/balancesNow.ts'
import { breakdownRoutes } from './ledger/breakdownRoutes.ts'
import { earningsRoute, referralEarningsRoute } from './ledger/earningsRoute.ts'
import { payoutRoute } from './ledger/payoutRoute.ts'
import { explainRoute } from './calendar/explainRoute.ts'
import { stayQuoteRoute } from './calendar/stayQuoteRoute.ts'
import { readinessRoute } from './listing/readinessRoute.ts'
import { numbersRoute } from './request/numbersRoute.ts'
import { versionsRoute } from './listing/versionsRoute.ts'
import { liveRoute } from './live/liveRoute.ts'
import { openapiRoute } from './openapi/openapiRoute.ts'
import { performanceRoutes } from './performance/performanceRoutes.ts'
import { disruptedStaysRoute } from './disruption/disruptedStaysRoute.ts'
import { replayRoute } from './policy/replayRoute.ts'
import { slotsRoute } from './photoshoot/slotsRoute.ts'
import { projectionRoutes } from './projection/projectionRoutes.ts'
import { readAsAsker } from './runtime/readers.ts'
import { resourceRoutes } from './runtime/resourceRoutes.ts'
import type { Sources } from './runtime/sources.ts'
import { overviewRoutes } from './reconciliation/overviewRoutes.ts'
import { reportRoutes } from './report/reportRoutes.ts'
import { statementRoutes } from './statement/statementRoutes.ts'
import { searchRoute } from './search/searchRoute.ts'
import { sessionRoute } from './session/sessionRoute.ts'
import { momentsRoute } from './event/momentsRoute.ts'
import { traceRoute } from './event/traceRoute.ts'
import { accountRoutes } from './user/accountRoutes.ts'
import { deadlinesRoute } from './today/deadlinesRoute.ts'
import { staffQueueRoute } from './today/staffQueueRoute.ts'
import { openPlanTexts } from './message-plan/openPlanTexts.ts'
import { openMessages } from './thread/openMessages.ts'
import { ratingsRoute } from './review/ratingsRoute.ts'
import { todayRoute } from './today/todayRoute.ts'
import { noticesRoute } from './notice/noticesRoute.ts'
import { undoableRoute } from './undo/undoableRoute.ts'

/** All routes: those of the declared resources, and the others. */
export const routes = (
  sources: Sources & Readonly<{ accessLog: Pick<OpenAccessLog, 'recordAnswer'> }>,
  {
    principals,
    quoteSecret,
    publicUrl,
    providers,
    box,
    storage,
    geocoder,
    jobs,
  }: Readonly<{
    jobs: QueueHealth
    publicUrl: URL
    storage: Storage
    geocoder?: Geocoder | undefined
    principals: Principals
    quoteSecret: Secret
    box: Box
    providers: readonly IdentityProvider[]
  }>,
): readonly Route[] => {
  const exports = { secret: quoteSecret, publicUrl }
  const special: Readonly<Record<string, Parameters<typeof resourceRoutes>[2]>> = {
    events: { finish: openRows(sources) },
    balances: { finish: balancesNow(sources) },
    'ical-feeds': { finish: showFeeds(sources) },
    'ical-exports': { finish: withExportUrl(exports) },
    messages: { finish: openMessages(sources) },
    'message-plans': { finish: openPlanTexts(sources) },
  }
  const all: readonly Resource[] = Object.values(resources)
  return [
    ...all.flatMap((resource) => resourceRoutes(sources, resource, special[resource.name])),
    ...operationResources.flatMap((resource) => resourceRoutes(sources, resource)),
    ...projectionRoutes(sources),
    jobRoute(jobs),
    quoteRoute(sources, quoteSecret),
    ...historyRoutes(sources),
    fileRoute(sources, storage),
    geocodeRoute(geocoder),
    ...agreementRoutes(sources, storage),
    taxFormRoute(sources, storage),
    taxDocumentRoute(sources, storage),
    ...previewRoutes(sources),
    ...statementRoutes(sources, storage),
    ...reportRoutes(sources, storage),
    slotsRoute(sources),
    explainRoute(sources),
    stayQuoteRoute(sources),
    readinessRoute(sources),
    numbersRoute(sources),
    versionsRoute(sources),
    exportRoute(sources, exports),
    earningsRoute(sources),
    referralEarningsRoute(sources),
    payoutRoute(sources),
    ...breakdownRoutes(sources),
    ...performanceRoutes(sources),
    replayRoute(sources),
    ...overviewRoutes(sources),
    timelineRoute(sources),
    feedHealthRoute(sources),
    disruptedStaysRoute(sources),
    momentsRoute(sources),
    traceRoute(sources),
    todayRoute(sources),
    ratingsRoute(sources),
    searchRoute(sources),
    undoableRoute(sources),
    staffQueueRoute(sources),
    deadlinesRoute(sources),
    noticesRoute(sources),
    sessionRoute(sources),
    ...accountRoutes(sources, providers),
    ...teamRoutes(sources, createDataExportReader({ pool: sources.pool, box })),
    liveRoute({ positions: sources.positions, principals, resources: all }),
    openapiRoute(),
  ]
    .map(recordReads(sources))
    .map(readAsAsker)
}
