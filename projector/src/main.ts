import { loadConfig } from '@hearth/platform/config/loadConfig'
import { measureFeeds } from '@hearth/platform/event-store/measureStore'
import { runProcess } from '@hearth/platform/process/runProcess'
import { serve } from '@hearth/platform/http/serve'
import { measurePools } from '@hearth/platform/postgres/measurePools'
import { requireServers } from '@hearth/platform/servers/requireServers'
import { appSchema } from '@hearth/platform/postgres/appSchema'
import { READ_SCHEMA } from '@hearth/platform/read-model/tables'
import { openErrorReports } from '@hearth/platform/telemetry/errorReports'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { openMetrics } from '@hearth/platform/telemetry/metrics'
import { zProjectorConfig } from './config.ts'
import { measureRebuilds } from './metrics/measureRebuilds.ts'
import { measureProjections } from './metrics/measureProjector.ts'
import { openProjector } from './open.ts'
import { measureProcesses } from './processes/measureProcesses.ts'
import { startProcesses } from './processes/startProcesses.ts'
import { keepRebuilder } from './rebuilder/keepRebuilder.ts'
import { startEngine } from './runtime/engine/engine.ts'

const NAME = 'projector'
const PING_MS = 400

const config = loadConfig(zProjectorConfig)
await requireServers({ ...config, schemas: [appSchema, READ_SCHEMA] }, { startsWithout: true })
const log = createLogger({ name: NAME, level: config.LOG_LEVEL })
const reports = await openErrorReports({ dsn: config.SENTRY_DSN, name: NAME, environment: config.NODE_ENV })
const { options, processOptions, store, close } = openProjector(config, log)
const metrics = openMetrics()
measurePools(metrics, { projector: options.pool, 'projector-maintenance': options.maintenancePool })
measureRebuilds(metrics, options.pool, log)
const { onBatch, watch } = measureProjections(metrics)
const measuredStore = measureFeeds(metrics, store)
const rebuilder = keepRebuilder({ program: new URL('rebuilder.mjs', import.meta.url), log })
const engine = startEngine({
  ...options,
  store: measuredStore,
  delayMs: config.PROJECTION_DELAY_MS,
  cutOver: config.PROJECTION_CUTOVER,
  onBatch,
  onBeside: rebuilder.need,
})
watch(engine)
const processes = startProcesses({ ...processOptions, store: measuredStore })
measureProcesses(metrics, processes)

// Each projection is a part of readiness: not before it has caught up with the log or another process has it,
// not after it has stopped.
const liveness = options.projections.map(({ name }): [string, () => Promise<void>] => [
  name,
  async () => {
    const state = engine.status().find((status) => status.name === name)?.state
    if (state !== 'live' && state !== 'elsewhere') throw new Error(`${name} is ${state}`)
  },
])
// A process manager that lags delays effects, not answers.
const processesGoOn = async () => {
  const failed = processes.status().find(({ state }) => state === 'failed')
  if (failed) throw new Error(`${failed.name} is failed`)
}
const running = await serve({
  port: config.PORT,
  host: config.HOST,
  publicUrl: new URL('http://127.0.0.1'),
  routes: [],
  principals: { resolve: () => undefined, forget: () => undefined },
  readiness: {
    postgres: async () => {
      await options.pool.query('select 1')
    },
    eventStore: () => store.ping(PING_MS),
    processes: processesGoOn,
    ...Object.fromEntries(liveness),
  },
  onShutdown: [() => Promise.all([engine.stop(), processes.stop(), rebuilder.stop()]), close],
  log,
  reports,
  metrics,
})
runProcess({ close: running.close, log, reports })
console.log(`ready ${running.url}`)
