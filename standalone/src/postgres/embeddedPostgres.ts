import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@hearth/platform/process/freePort'
import { readStartTime } from '../supervisor/processIdentity.ts'
import { locateBinaries } from './binaries.ts'
import { claim, initialise, type Place } from './cluster.ts'
import { locateHome, sharedDirectory } from './home.ts'
import { clearLeftOver, launchWithRetries, stopPostmaster } from './postmaster.ts'
import { buildSettings } from './serverSettings.ts'
import { serverUser } from './systemUser.ts'

export type EmbeddedPostgres = Readonly<{
  url: string
  pid: number
  /**
   * The real directory of the cluster; differs from `dataDirectory` when the server's user cannot enter that.
   */
  directory: string
  /** Settles when the server is gone, for any reason. */
  exited: Promise<void>
  /** Fast shutdown: running transactions are rolled back, the checkpoint is written. Safe to call twice. */
  stop: () => Promise<void>
}>

export type PostgresOptions = Readonly<{
  dataDirectory: string
  /** On 127.0.0.1; a free one when absent. */
  port?: number
  onLog?: (line: string) => void
  /**
   * False for data that is thrown away: it survives the end of any process, but not a crash of the machine.
   */
  sync?: boolean
  maxConnections?: number
}>

/**
 * Starts PostgreSQL on `dataDirectory`, creating the cluster and its database `hearth` the first time. It
 * ends with this process at the latest.
 */
export const startPostgres = async ({
  dataDirectory,
  port,
  onLog = () => undefined,
  sync = true,
  maxConnections = 100,
}: PostgresOptions): Promise<EmbeddedPostgres> => {
  const user = serverUser()
  const home = locateHome(dataDirectory, user)
  const place: Place = {
    binaries: locateBinaries(user, sharedDirectory),
    home,
    cluster: join(home, 'cluster'),
    user,
  }
  const release = claim(home)
  try {
    await initialise(place, sync)
    await clearLeftOver(place.cluster)
    const chosenPort = port ?? (await freePort())
    const { child, exited } = await launchWithRetries(
      place,
      buildSettings(place, { port: chosenPort, maxConnections, sync }),
      onLog,
    )
    const pid = child.pid
    const startedAt = pid === undefined ? undefined : readStartTime(pid)
    if (pid === undefined || startedAt === undefined)
      throw new Error('Postgres ended right after it was ready')
    const gone = exited.then(release)
    const password = readFileSync(join(home, 'password'), 'utf8')
    const stop = async () => {
      await stopPostmaster({ pid, startedAt })
      await gone
    }
    return {
      url: `postgres://hearth:${password}@127.0.0.1:${chosenPort}/hearth`,
      pid,
      directory: home,
      exited: gone,
      stop,
    }
  } catch (error) {
    release()
    throw error
  }
}
