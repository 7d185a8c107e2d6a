import { loadConfig } from '@hearth/platform/config/loadConfig'
import { LISTEN_BACKLOG } from '@hearth/platform/http/connections'
import { runProcess } from '@hearth/platform/process/runProcess'
import { openErrorReports } from '@hearth/platform/telemetry/errorReports'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { measureHttp } from '@hearth/platform/telemetry/measureHttp'
import { openMetrics } from '@hearth/platform/telemetry/metrics'
import { serveMetrics } from '@hearth/platform/telemetry/serveMetrics'
import { zFrontDoorConfig } from './config.ts'
import { openFrontDoor } from './frontDoor.ts'

const config = loadConfig(zFrontDoorConfig)

const NAME = 'front-door'
const log = createLogger({ name: NAME, level: config.LOG_LEVEL })
const reports = await openErrorReports({ dsn: config.SENTRY_DSN, name: NAME, environment: config.NODE_ENV })
const metrics = config.METRICS_PORT === undefined ? undefined : openMetrics()
const { server, close } = openFrontDoor({
  commandServiceUrl: config.COMMAND_SERVICE_URL,
  queryServiceUrl: config.QUERY_SERVICE_URL,
  outsideUrl: config.OUTSIDE_URL,
  consoleDirectory: config.CONSOLE_DIR,
  secure: config.PUBLIC_URL?.protocol === 'https:',
  publicUrl: config.PUBLIC_URL,
  hops: config.PROXY_HOPS,
  trustedProxies: config.TRUSTED_PROXIES,
  factor: config.RATE_LIMIT_FACTOR,
  onFailure: (host, error) => log.warn({ host, err: error }, 'a service did not answer'),
  monitoringDsn: config.CONSOLE_SENTRY_DSN[0],
  mapStyleUrl: config.MAP_STYLE_URL,
  meter: metrics && measureHttp(metrics),
})

runProcess({ close, log, reports })

const cannotListen = (port: number | undefined) => (error: unknown) => {
  log.fatal({ err: error, port }, 'cannot listen')
  process.exit(1)
}
server.once('error', cannotListen(config.PORT))
server.listen({ port: config.PORT, host: config.HOST, backlog: LISTEN_BACKLOG }, () =>
  log.info({ port: config.PORT }, 'the front door is open'),
)
if (metrics && config.METRICS_PORT !== undefined) {
  serveMetrics({ port: config.METRICS_PORT, host: config.HOST, metrics }).catch(
    cannotListen(config.METRICS_PORT),
  )
}
