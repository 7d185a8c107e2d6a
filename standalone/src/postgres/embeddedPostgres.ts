import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  readCommandLine,
  readIdentity,
  isStillRunning,
  readStartTime,
  type ProcessIdentity,
} from '../supervisor/processIdentity.ts'
import { freePort } from '../supervisor/freePort.ts'
import { locateBinaries } from './binaries.ts'
import { locateHome, sharedDirectory } from './home.ts'
import { serverUser, type SystemUser } from './systemUser.ts'

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

type Place = Readonly<{ binaries: string; home: string; cluster: string; user: SystemUser | undefined }>

type Settings = Readonly<Record<string, string>>

const MB = 2 ** 20
const MIN_BUFFERS_BYTES = 512 * MB

/**
 * As many buffers as there is data, at most a quarter of the memory. Pages in the buffers stay there: the
 * kernel soon evicts pages that a large installation reads now and then, and each read from the disk delays a
 * command. Unused buffers cost a hundredth of their size.
 */
const sharedBuffers = (cluster: string): string => {
  const files = readdirSync(join(cluster, 'base'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  return `${Math.floor(Math.min(Math.max(bytes, MIN_BUFFERS_BYTES), totalmem() / 4) / MB)}MB`
}

// One machine for everything: no helper processes that nothing here needs, full durability.
const settings: Settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Vacuum shares the processor with every request: it pauses five times as long as by default.
  autovacuum_vacuum_cost_delay: '10ms',
  max_logical_replication_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  io_method: 'sync',
  // On modern disks, and from memory, a random page costs about as much as the next one.
  random_page_cost: '1.1',
  jit: 'off',
  huge_pages: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '',
  log_checkpoints: 'off',
}

/**
 * The content of the buffers is loaded again after a start, in one pass and not page by page while a request
 * waits. A build without the library would not start with this setting.
 */
const prewarming = ({ binaries }: Place): Settings =>
  existsSync(join(binaries, '../share/postgresql/extension/pg_prewarm.control'))
    ? { shared_preload_libraries: 'pg_prewarm' }
    : {}

const WITHOUT_SYNC: Settings = { fsync: 'off', full_page_writes: 'off' }

const asUser = (user: SystemUser | undefined) => (user ? { uid: user.uid, gid: user.gid } : {})

const lastLines = (text: string, count: number) => text.trim().split('\n').slice(-count).join('\n')

const run = async (place: Place, program: string, args: string[], input?: string) => {
  const child = spawn(join(place.binaries, program), args, {
    ...asUser(place.user),
    cwd: place.home,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdin.on('error', () => undefined).end(input ?? '')
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  )
  if (code !== 0)
    throw new Error(`${program} failed (exit ${code}) in ${place.home}:\n${lastLines(output, 10)}`)
}

/**
 * How `initdb` sets up texts: compared by their bytes, in UTF-8. Production has the same options
 * (`docker-compose.yml`).
 */
export const TEXT_ARGUMENTS = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

/**
 * Builds the cluster beside its final place and renames it, so that an interrupted one is never taken for a
 * complete one.
 */
const initialise = async (place: Place, sync: boolean) => {
  for (const name of readdirSync(place.home))
    if (name.startsWith('initialising-')) rmSync(join(place.home, name), { recursive: true })
  if (existsSync(place.cluster)) return
  const passwordFile = join(place.home, 'password')
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (place.user) chownSync(passwordFile, place.user.uid, place.user.gid)
  const building = join(place.home, `initialising-${process.pid}`)
  await run(place, 'initdb', [
    `--pgdata=${building}`,
    '--username=hearth',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    ...TEXT_ARGUMENTS,
    '--no-instructions',
    '--no-sync',
  ])
  await run(place, 'postgres', ['--single', '-F', '-D', building, 'postgres'], 'CREATE DATABASE hearth\n')
  if (sync) await run(place, 'initdb', ['--sync-only', `--pgdata=${building}`])
  renameSync(building, place.cluster)
}

const isOurPostmaster = (pid: number, cluster: string) =>
  readCommandLine(pid).includes(`postgres -D ${cluster} `)

const waitUntilGone = async (process: ProcessIdentity, milliseconds: number) => {
  for (const deadline = Date.now() + milliseconds; isStillRunning(process) && Date.now() < deadline;)
    await delay(20)
  return !isStillRunning(process)
}

const signal = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

const stopPostmaster = async (postmaster: ProcessIdentity) => {
  for (const [name, timeoutMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (isStillRunning(postmaster)) signal(postmaster.pid, name)
    if (await waitUntilGone(postmaster, timeoutMs)) return
  }
  throw new Error(`Postgres (process ${postmaster.pid}) does not stop`)
}

/**
 * A server whose parent was killed is stopped; a file whose process id now belongs to another program is
 * removed.
 */
const clearLeftOver = async (cluster: string) => {
  const file = join(cluster, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : Number.NaN
  const postmaster = Number.isSafeInteger(pid) && pid > 0 ? readIdentity(pid) : undefined
  if (!postmaster) return
  if (isOurPostmaster(pid, cluster)) return stopPostmaster(postmaster)
  rmSync(file, { force: true })
}

const claim = (home: string) => {
  const file = join(home, 'owner.json')
  const owner: ProcessIdentity | undefined = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : undefined
  if (owner && isStillRunning(owner))
    throw new Error(`${home} is in use by process ${owner.pid}; stop that first`)
  writeFileSync(file, JSON.stringify(readIdentity(process.pid)))
  return () => rmSync(file, { force: true })
}

/**
 * A shell of 1 MB that stops the server as soon as this process is gone, even by kill -9: its stdin closes
 * then.
 */
const watchOver = (pid: number, user: SystemUser | undefined): ChildProcess => {
  const watcher = spawn('/bin/sh', ['-c', 'read line; kill -INT "$0"', String(pid)], {
    ...asUser(user),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.unref()
  return watcher
}

const launch = async (place: Place, own: Settings, onLog: (line: string) => void) => {
  const flags = Object.entries({ ...settings, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // Detached: Ctrl-C reaches the terminal's whole group, but the database must outlive those who write to it.
  const child = spawn(join(place.binaries, 'postgres'), ['-D', place.cluster, ...flags], {
    ...asUser(place.user),
    cwd: place.home,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const recent: string[] = []
  const watcher = child.pid === undefined ? undefined : watchOver(child.pid, place.user)
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      watcher?.kill('SIGKILL')
      resolve()
    })
  })
  const ready = new Promise<'ready'>((resolve, reject) => {
    child.once('error', reject)
    let rest = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        recent.push(line)
        if (recent.length > 20) recent.shift()
        onLog(line)
        if (line.includes('database system is ready to accept connections')) resolve('ready')
      }
    })
    child.stderr.once('close', () =>
      reject(new Error(`Postgres did not start:\n${recent.slice(-10).join('\n')}`)),
    )
  })
  await ready
  return { child, exited }
}

/** Backends of a killed postmaster need a moment to notice; until then its memory block is still in use. */
const launchWithRetries = async (place: Place, own: Settings, onLog: (line: string) => void) => {
  for (const deadline = Date.now() + 10_000; ;) {
    try {
      return await launch(place, own, onLog)
    } catch (error) {
      if (
        !/pre-existing shared memory block|lock file "postmaster.pid"/.test(String(error)) ||
        Date.now() > deadline
      )
        throw error
      await delay(100)
    }
  }
}

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
      {
        port: String(chosenPort),
        max_connections: String(maxConnections),
        shared_buffers: sharedBuffers(place.cluster),
        ...(sync ? prewarming(place) : WITHOUT_SYNC),
      },
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
