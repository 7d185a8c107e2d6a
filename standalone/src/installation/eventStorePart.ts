import { join } from 'node:path'
import type { EventStoreCommand } from '@hearth/platform/event-store-server/command'
import { startEventStoreServer } from '@hearth/platform/event-store-server/startEventStoreServer'
import type { Child, Log } from '../supervisor/child.ts'
import type { Environment } from './environments.ts'
import type { Ports } from './ports.ts'

type Options = Readonly<{
  command: EventStoreCommand
  url: string
  after: readonly string[]
  /** HEARTH_DATA; the server's data is in a directory below it. */
  directory: string
  ports: Ports
  log: Log
  env: () => Environment
  databaseUrl: () => string
}>

export const createEventStorePart = ({
  command,
  url,
  after,
  directory,
  ports,
  log,
  env,
  databaseUrl,
}: Options): Child => ({
  name: 'event-store',
  after,
  start: () =>
    startEventStoreServer({
      command,
      url,
      port: ports.events,
      metricsPort: ports.eventsMetrics,
      replicationPort: ports.eventsReplication,
      directory: join(directory, 'event-store'),
      database: databaseUrl(),
      env: env(),
      onLine: (line) => log('event-store', line),
    }),
})
