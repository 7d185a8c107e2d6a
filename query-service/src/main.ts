import { eventDefinitions } from '@hearth/contracts'
import { loadConfig } from '@hearth/platform/config/loadConfig'
import { openStoreReader } from '@hearth/platform/event-store/openStoreReader'
import { runProcess } from '@hearth/platform/process/runProcess'
import { serve } from '@hearth/platform/http/serve'
import { measurePools } from '@hearth/platform/postgres/measurePools'
import { openPool } from '@hearth/platform/postgres/pool'
import { createEventReader } from '@hearth/platform/read-model/eventReader'
import { createBox } from '@hearth/platform/sealing/box'
import { followErasures } from '@hearth/platform/sealing/followErasures'
import { createSealer } from '@hearth/platform/sealing/sealer'
import { requireServers } from '@hearth/platform/servers/requireServers'
import { openStorage } from '@hearth/platform/storage/openStorage'
import { createPrincipals } from '@hearth/platform/session/principals'
import { openErrorReports } from '@hearth/platform/telemetry/errorReports'
import { createLogger } from '@hearth/platform/telemetry/logger'
import { openMetrics } from '@hearth/platform/telemetry/metrics'
import { openQueueHealth } from './jobs/queueHealth.ts'
import { openAccessLog } from './audit/accessLog.ts'
import { nominatim } from './geocode/geocoder.ts'
import { routes } from './routes.ts'
import { measurePositions } from './runtime/measurePositions.ts'
import { measureLateWork } from './today/lateWork.ts'
import { neededColumns } from './runtime/neededColumns.ts'
import { followPositions } from './runtime/positions.ts'
import { openReadModels } from './runtime/readers.ts'
import { zQueryServiceSettings } from './runtime/settings.ts'

const NAME = 'query-service'
/** To the read models, under row-level security; and to schema `app`, for sessions and people. */
const CONNECTIONS = { read: 18, app: 7 }

const config = loadConfig(zQueryServiceSettings)
await requireServers(config, { startsWithout: true })
const log = createLogger({ name: NAME, level: config.LOG_LEVEL })
const reports = await openErrorReports({ dsn: config.SENTRY_DSN, name: NAME, environment: config.NODE_ENV })
const pool = openPool({
  connectionString: config.DATABASE_URL,
  max: CONNECTIONS.app,
  name: NAME,
  log,
  limits: 'request',
})
const readPool = openPool({
  connectionString: config.DATABASE_URL,
  max: CONNECTIONS.read,
  name: `${NAME}-read`,
  log,
  limits: 'request',
  pipeline: true,
})
const metrics = openMetrics()
measurePools(metrics, { [NAME]: pool, [`${NAME}-read`]: readPool })
const positions = measurePositions(
  metrics,
  followPositions({ connectionString: config.DATABASE_URL, pool, log, columns: neededColumns }),
)
const principals = createPrincipals({
  pool,
  log,
  serviceTokens: config.SERVICE_TOKENS,
  publicUrl: config.PUBLIC_URL,
})
const sealer = createSealer({
  pool,
  masterKey: config.SEALING_KEY.reveal(),
  personal: (type) => eventDefinitions.get(type)?.personal ?? {},
})
const erasures = followErasures({ connectionString: config.DATABASE_URL, sealer, log })
const store = openStoreReader({ url: config.EVENTSTORE_URL, name: NAME, log })
const accessLog = openAccessLog({ pool, now: Date.now, log })
const jobs = openQueueHealth({ databaseUrl: config.DATABASE_URL, redisUrl: config.REDIS_URL }, log)
measureLateWork(metrics, { pool, now: Date.now, log })
const sources = {
  pool,
  db: openReadModels(readPool),
  positions,
  store,
  readEvents: createEventReader({ sealer, definitions: eventDefinitions }),
  now: Date.now,
  accessLog,
}

const running = await serve({
  port: config.PORT,
  host: config.HOST,
  publicUrl: config.PUBLIC_URL,
  rateLimitFactor: config.RATE_LIMIT_FACTOR,
  principals,
  routes: routes(sources, {
    principals,
    quoteSecret: config.QUOTE_SECRET,
    publicUrl: config.PUBLIC_URL,
    providers: config.IDENTITY_PROVIDERS,
    box: createBox(config.SEALING_KEY.reveal()),
    storage: openStorage(config),
    geocoder: config.GEOCODER_URL && nominatim(config.GEOCODER_URL),
    jobs,
  }),
  readiness: {
    postgres: async () => {
      await pool.query('select 1')
    },
    changes: async () => {
      if (!positions.listening()) throw new Error('not listening')
    },
  },
  onShutdown: [
    positions.close,
    erasures.close,
    jobs.close,
    store.close,
    () => Promise.all([pool.end(), readPool.end()]),
  ],
  log,
  reports,
  metrics,
})
runProcess({ close: running.close, log, reports })
console.log(`ready ${running.url}`)
