import { eventDefinitions, resources } from '@hearth/contracts'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import type { Log } from '@hearth/platform/telemetry/log'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openPool } from '@hearth/platform/postgres/pool'
import { createEventReader } from '@hearth/platform/read-model/eventReader'
import { followErasures } from '@hearth/platform/sealing/followErasures'
import { createSealer } from '@hearth/platform/sealing/sealer'
import type { z } from 'zod'
import type { zProjectionsConfig } from './config.ts'
import type { ProcessesOptions } from './processes/startProcesses.ts'
import { processes, projections } from './registry.ts'
import { batchConnectionString } from './runtime/batch/batchConnection.ts'
import type { EngineOptions } from './runtime/engine/options.ts'
import { INDEX_CONCURRENCY } from './runtime/builds/indexes.ts'

// One is kept as the session, the others prepare tables, renew leases, and answer requests.
const MAINTENANCE_CONNECTIONS = 4
// A comparison takes minutes, and a build that becomes complete meanwhile must not wait for its end.
const BACKGROUND_CONNECTIONS = INDEX_CONCURRENCY + 1
// More concurrent batches would not be faster, and each connection keeps the plans of all statements, 18 MB.
const BATCH_CONNECTIONS = 6

type Config = Omit<z.output<typeof zProjectionsConfig>, 'NODE_ENV' | 'LOG_LEVEL'>

/**
 * Connections and readers for the registered projections; a rebuilder's stand back. `close` ends them; stop
 * the engine first.
 */
export const openProjector = (config: Config, log: Log, name: 'projector' | 'rebuilder' = 'projector') => {
  const background = name === 'rebuilder'
  const pool = openPool({
    connectionString: batchConnectionString(config.DATABASE_URL),
    max: BATCH_CONNECTIONS,
    name,
    log,
    limits: 'request',
    background,
    pipeline: true,
  })
  const maintenancePool = openPool({
    connectionString: config.DATABASE_URL,
    max: MAINTENANCE_CONNECTIONS,
    name: `${name}-maintenance`,
    log,
    limits: 'long',
  })
  const backgroundPool = openPool({
    connectionString: config.DATABASE_URL,
    max: BACKGROUND_CONNECTIONS,
    name: `${name}-background`,
    log,
    limits: 'long',
    background: true,
  })
  const store = connectEventStore({ url: config.EVENTSTORE_URL, name, log })
  const sealer = createSealer({
    pool,
    masterKey: config.SEALING_KEY.reveal(),
    personal: (type) => eventDefinitions.get(type)?.personal ?? {},
  })
  const erasures = followErasures({ connectionString: config.DATABASE_URL, sealer, log })
  const read = createEventReader({ sealer, definitions: eventDefinitions })
  // Events cannot be opened without the table of the subjects' keys.
  const prepare = () => migrate(maintenancePool, appSchema, appMigrations)
  const options: EngineOptions = {
    projections,
    resources: Object.values(resources),
    store,
    read,
    pool,
    maintenancePool,
    backgroundPool,
    log,
    prepare,
    segments: config.PROJECTION_SEGMENTS,
    rebuildShare: config.PROJECTION_REBUILD_SHARE,
    keepMinutes: config.PROJECTION_KEEP_MINUTES,
  }
  const processOptions: ProcessesOptions = {
    managers: processes,
    store,
    read,
    pool,
    maintenancePool,
    log,
    prepare,
  }
  return {
    options,
    processOptions,
    store,
    close: async () => {
      await Promise.all([store.close(), erasures.close()])
      await Promise.all([pool.end(), maintenancePool.end(), backgroundPool.end()])
    },
  }
}
