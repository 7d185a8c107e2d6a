import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  isStillRunning,
  readCommandLine,
  readIdentity,
  type ProcessIdentity,
} from '../supervisor/processIdentity.ts'
import { asUser, type Place } from './cluster.ts'
import type { Settings } from './serverSettings.ts'
import type { SystemUser } from './systemUser.ts'

const isOurPostmaster = (pid: number, cluster: string) =>
  readCommandLine(pid).includes(`postgres -D ${cluster} `)

const waitUntilGone = async (process: ProcessIdentity, timeoutMs: number) => {
  for (const deadline = Date.now() + timeoutMs; isStillRunning(process) && Date.now() < deadline;)
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

export const stopPostmaster = async (postmaster: ProcessIdentity) => {
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
export const clearLeftOver = async (cluster: string) => {
  const file = join(cluster, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : Number.NaN
  const postmaster = Number.isSafeInteger(pid) && pid > 0 ? readIdentity(pid) : undefined
  if (!postmaster) return
  if (isOurPostmaster(pid, cluster)) return stopPostmaster(postmaster)
  rmSync(file, { force: true })
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

const launch = async (place: Place, settings: Settings, onLog: (line: string) => void) => {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
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
export const launchWithRetries = async (place: Place, settings: Settings, onLog: (line: string) => void) => {
  for (const deadline = Date.now() + 10_000; ;) {
    try {
      return await launch(place, settings, onLog)
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
