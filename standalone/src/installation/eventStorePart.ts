import { join } from 'node:path'
import type { EventStoreCommand } from '@hearth/platform/event-store-server/command'
import { startEventStoreServer } from '@hearth/platform/event-store-server/startEventStoreServer'
import type { Child, Log } from '../supervisor/child.ts'
import type { Environment } from './environments.ts'
import type { Ports } from './ports.ts'
import type { Settings } from './settings.ts'

type Options = Readonly<{
  settings: Settings
  ports: Ports
  log: Log
  /** The event store of this repository, for an installation whose settings name no other one. */
  embedded: EventStoreCommand
  env: () => Environment
  databaseUrl: () => string
}>

/** The event store: the embedded one, or the one of EVENT_STORE_COMMAND. */
export const createEventStorePart = ({
  settings: { HEARTH_DATA, EVENT_STORE_COMMAND },
  ports,
  log,
  embedded,
  env,
  databaseUrl,
}: Options): Child => ({
  name: 'event-store',
  after: ['postgres'],
  start: () =>
    startEventStoreServer({
      command: EVENT_STORE_COMMAND ?? embedded,
      port: ports.events,
      metricsPort: ports.eventsMetrics,
      directory: join(HEARTH_DATA, 'event-store'),
      database: databaseUrl(),
      env: env(),
      onLine: (line) => log('event-store', line),
    }),
})
