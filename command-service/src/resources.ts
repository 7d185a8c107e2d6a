import { eventDefinitions } from '@hearth/contracts'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import type { EventStore } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/telemetry/log'
import { openMailQueue } from '@hearth/platform/mail/mailQueue'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { openPool } from '@hearth/platform/postgres/pool'
import { createEventReader } from '@hearth/platform/read-model/eventReader'
import { createBox } from '@hearth/platform/sealing/box'
import { followErasures } from '@hearth/platform/sealing/followErasures'
import { createSealer } from '@hearth/platform/sealing/sealer'
import { openStorage } from '@hearth/platform/storage/openStorage'
import type { CommandServiceConfig } from './config.ts'
import { openUploads } from './file/uploads.ts'
import { createStreams } from './runtime/streams.ts'
import { openVault } from './vault/vault.ts'

const NAME = 'command-service'
const POOL_SIZE = 10
/** Background work has its own pool, so a long scan never takes a request's connection. */
const WORK_POOL_SIZE = 4
/** For comparisons over all accounts, whose statements may take longer than a request's. */
const BOOKS_POOL_SIZE = 2

export type ResourcesConfig = Pick<CommandServiceConfig, 'DATABASE_URL' | 'EVENTSTORE_URL' | 'SEALING_KEY'> &
  Partial<
    Pick<CommandServiceConfig, 'STORAGE_URL' | 'STORAGE_REGION' | 'STORAGE_ACCESS_KEY' | 'STORAGE_SECRET_KEY'>
  >

const openPools = async (connectionString: string, log: Log) => {
  const open = (suffix: string, max: number, limits: 'request' | 'look' | 'long') =>
    openPool({ connectionString, max, name: `${NAME}${suffix}`, log, limits })
  const migrations = open('-migrations', 1, 'long')
  await migrate(migrations, appSchema, appMigrations).finally(() => migrations.end())
  return {
    pool: open('', POOL_SIZE, 'request'),
    workPool: open('-work', WORK_POOL_SIZE, 'request'),
    booksPool: open('-books', BOOKS_POOL_SIZE, 'look'),
  }
}

export type Resources = Awaited<ReturnType<typeof openResources>>

/**
 * Connections and stores of the write side: schema `app`, migrated, the event store, sealed secrets and
 * files.
 */
export const openResources = async ({
  config,
  aroundStore,
  log,
}: Readonly<{ config: ResourcesConfig; aroundStore: (store: EventStore) => EventStore; log: Log }>) => {
  const { pool, workPool, booksPool } = await openPools(config.DATABASE_URL, log)
  const store = aroundStore(connectEventStore({ url: config.EVENTSTORE_URL, name: NAME, log }))
  const sealer = createSealer({
    pool,
    masterKey: config.SEALING_KEY.reveal(),
    personal: (type) => eventDefinitions.get(type)?.personal ?? {},
  })
  const erasures = followErasures({ connectionString: config.DATABASE_URL, sealer, log })
  const box = createBox(config.SEALING_KEY.reveal())
  const readEvents = createEventReader({ sealer, definitions: eventDefinitions })
  const storage = openStorage(config)
  return {
    pool,
    workPool,
    booksPool,
    /** The pools by the names under which they are measured. */
    pools: { [NAME]: pool, [`${NAME}-work`]: workPool, [`${NAME}-books`]: booksPool },
    store,
    sealer,
    readEvents,
    streams: createStreams({ store, read: readEvents }),
    storage,
    uploads: openUploads({ pool, storage }),
    box,
    vault: openVault({ pool, box }),
    mail: openMailQueue({ pool, box }),
    close: async (): Promise<void> => {
      await erasures.close()
      await store.close()
      await Promise.all([pool.end(), workPool.end(), booksPool.end()])
    },
  }
}
