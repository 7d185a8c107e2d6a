import { eventDefinitions } from '@hearth/contracts'
import { readConfig } from '@hearth/platform/config/loadConfig'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openPool } from '@hearth/platform/postgres/pool'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import { createSealer } from '@hearth/platform/sealing/sealer'
import { createParts } from '@hearth/standalone/installation/parts'
import { choosePorts } from '@hearth/standalone/installation/ports'
import { loadSecrets } from '@hearth/standalone/installation/secrets'
import { zStandaloneSettings } from '@hearth/standalone/installation/settings'
import { claimDataDirectory } from '@hearth/standalone/supervisor/records'
import { supervise } from '@hearth/standalone/supervisor/supervise'
import { mkdirSync } from 'node:fs'
import { root } from '../build.ts'
import { warnings } from '../warnings.ts'
import { z } from 'zod'

const CONNECTIONS = 4

/**
 * Starts Postgres and the event store of the installation in this directory, which must not be running,
 * without the services.
 */
export const openEngines = async (directory: string) => {
  // When run as root, the database's own user must be able to enter the directory.
  mkdirSync(directory, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const records = await claimDataDirectory(directory)
  const secrets = loadSecrets(directory)
  const ports = await choosePorts(directory)
  const settings = {
    ...readConfig(z.object(zStandaloneSettings.shape).pick({ EVENT_STORE_COMMAND: true })),
    PORT: 3000,
    HEARTH_DATA: directory,
    NODE_ENV: 'production',
    LOG_LEVEL: 'warn',
  } as const
  const { core, location, eventStoreUrl } = createParts({
    root,
    settings,
    secrets,
    ports,
    log: (name, line) => void (/error|warn|fatal/i.test(line) && console.error(`${name}: ${line}`)),
  })
  const supervision = supervise(
    core.filter(({ name }) => name === 'postgres' || name === 'event-store'),
    {
      log: (name, line) => console.error(`${name}: ${line}`),
      onChange: () => records.write(supervision.running()),
    },
  )
  await supervision.started
  const { databaseUrl } = location()
  // A key that is lost in a crash takes no event with it: any event acknowledged later in the same database
  // has flushed the key to the disk.
  const pool = openPool({
    connectionString: `${databaseUrl}?options=-c%20synchronous_commit%3Doff`,
    max: CONNECTIONS,
    name: 'generator',
    log: warnings,
    limits: 'long',
  })
  await migrate(pool, appSchema, appMigrations)
  const store = connectEventStore({ url: eventStoreUrl, name: 'generator', log: warnings })
  const sealer = createSealer({
    pool,
    masterKey: secrets.SEALING_KEY,
    personal: (type) => eventDefinitions.get(type)?.personal ?? {},
  })
  return {
    pool,
    store,
    sealer,
    databaseUrl,
    eventStoreUrl,
    sealingKey: secrets.SEALING_KEY,
    commandHashKey: secrets.COMMAND_HASH_KEY,
    close: async () => {
      await store.close()
      await pool.end()
      await supervision.stop()
      records.release()
    },
  }
}
