import { join } from 'node:path'
import { startPostgres } from '../postgres/embeddedPostgres.ts'
import { prepareServicesRole } from '../postgres/servicesRole.ts'
import type { Child, Log } from '../supervisor/child.ts'
import type { Ports } from './ports.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'

/** Address of the database; empty until the embedded Postgres has started. */
export type DatabaseLocation = Readonly<{
  /** For the owner of the log: the superuser of the embedded Postgres, or the user of DATABASE_URL. */
  logUrl: string
  /** For the services, which own all other tables. */
  databaseUrl: string
  directory: string
}>

type Options = Readonly<{
  settings: Settings
  secrets: Secrets
  ports: Ports
  log: Log
  onStarted: (location: DatabaseLocation) => void
}>

export const createPostgresPart = ({ settings, secrets, ports, log, onStarted }: Options): Child => ({
  name: 'postgres',
  start: async () => {
    const server = await startPostgres({
      dataDirectory: join(settings.HEARTH_DATA, 'postgres'),
      port: ports.postgres,
      onLog: (line) => log('postgres', line),
    })
    const databaseUrl = await prepareServicesRole(server.url, secrets.SERVICES_PASSWORD).catch(
      async (error: unknown) => {
        await server.stop()
        throw error
      },
    )
    onStarted({ logUrl: server.url, databaseUrl, directory: server.directory })
    return {
      pid: server.pid,
      ready: Promise.resolve(),
      exited: server.exited.then(() => 'ended'),
      stop: server.stop,
      // SIGQUIT is an immediate shutdown: it also ends the server's own processes, which SIGKILL would not.
      kill: () => void process.kill(server.pid, 'SIGQUIT'),
    }
  },
})
