import { loadConfig } from '@hearth/platform/config/loadConfig'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { measureHttp } from '@hearth/platform/telemetry/measureHttp'
import { openMetrics } from '@hearth/platform/telemetry/metrics'
import { serveMetrics } from '@hearth/platform/telemetry/serveMetrics'
import { zFrontDoorConfig } from './config.ts'
import { openFrontDoor } from './frontDoor.ts'

const config = loadConfig(zFrontDoorConfig)

const log = createLogger({ name: 'front-door', level: config.LOG_LEVEL })
const metrics = config.METRICS_PORT === undefined ? undefined : openMetrics()
const { server, close } = openFrontDoor({
  commandServiceUrl: config.COMMAND_SERVICE_URL,
  queryServiceUrl: config.QUERY_SERVICE_URL,
  outsideUrl: config.OUTSIDE_URL,
  consoleDirectory: config.CONSOLE_DIR,
  secure: config.PUBLIC_URL?.protocol === 'https:',
  onFailure: (host, error) => log.warn({ host, err: error }, 'a service did not answer'),
  // As an address it holds no character that a page would take for its own.
  monitoringDsn: config.SENTRY_DSN === undefined ? undefined : new URL(config.SENTRY_DSN).href,
  meter: metrics && measureHttp(metrics),
})

let stopping = false
const stop = () => {
  if (stopping) process.exit(1)
  stopping = true
  void close().then(() => process.exit(0))
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

const cannotListen = (port: number | undefined) => (error: unknown) => {
  log.fatal({ err: error, port }, 'cannot listen')
  process.exit(1)
}
server.once('error', cannotListen(config.PORT))
server.listen(config.PORT, config.HOST, () => log.info({ port: config.PORT }, 'the front door is open'))
if (metrics && config.METRICS_PORT !== undefined) {
  serveMetrics({ port: config.METRICS_PORT, host: config.HOST, metrics }).catch(cannotListen(config.METRICS_PORT))
}
