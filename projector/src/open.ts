import { eventDefinitions, resources } from '@hearth/contracts'
import type { Secret } from '@hearth/platform/config/secret'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import type { Log } from '@hearth/platform/log'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { makePool } from '@hearth/platform/postgres/pool'
import { makeEventReader } from '@hearth/platform/read-model/eventReader'
import { createSealer } from '@hearth/platform/sealing/sealer'
import { projections } from './registry.ts'
import { batchConnectionString, type EngineOptions } from './runtime/engine.ts'

const MAINTENANCE_CONNECTIONS = 2

/** Connections and readers for the registered projections. `close` ends them; stop the engine first. */
export const openProjector = (config: Readonly<{ DATABASE_URL: string; EVENTSTORE_URL: string; SEALING_KEY: Secret }>, log: Log) => {
  const pool = makePool({ connectionString: batchConnectionString(config.DATABASE_URL), max: projections.length + 2, name: 'projector', log, limits: 'request' })
  const maintenancePool = makePool({ connectionString: config.DATABASE_URL, max: MAINTENANCE_CONNECTIONS, name: 'projector-maintenance', log, limits: 'long' })
  const store = connectEventStore({ url: config.EVENTSTORE_URL, name: 'projector', log })
  const sealer = createSealer({ pool, masterKey: config.SEALING_KEY.reveal(), personal: (type) => eventDefinitions.get(type)?.personal ?? {} })
  const read = makeEventReader({ sealer, definitions: eventDefinitions })
  // Events cannot be opened without the table of the subjects' keys.
  const prepare = () => migrate(maintenancePool, appSchema, appMigrations)
  const options: EngineOptions = { projections, resources: Object.values(resources), store, read, pool, maintenancePool, log, prepare }
  return {
    options,
    store,
    close: async () => {
      await store.close()
      await Promise.all([pool.end(), maintenancePool.end()])
    },
  }
}
