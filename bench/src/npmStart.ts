import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@hearth/platform/process/freePort'
import { root } from './build.ts'
import { listFamily, readParent } from './processes.ts'

export type Started = Readonly<{
  seconds: number
  /** Pids by name. */
  processes: ReadonlyMap<string, number>
  /** Pid of the process that runs all of them. */
  supervisor: number
  stop: () => Promise<void>
}>

const LATE_MS = 180_000

/**
 * Runs `npm start` as a person would, on this data directory, and resolves when it reports that it is ready.
 */
export const npmStart = async (directory: string): Promise<Started> => {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), HEARTH_DATA: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<string>((resolve) =>
    child.once('exit', (code, signal) => resolve(`npm start ended with ${code ?? signal}`)),
  )
  const ready = new Promise<undefined>((resolve) =>
    child.stdout.on('data', (text: Buffer) => text.includes('Hearth is ready') && resolve(undefined)),
  )
  const reason = await Promise.race([ready, ended, delay(LATE_MS, 'npm start is late', { ref: false })])
  const seconds = (performance.now() - begun) / 1000
  if (reason !== undefined) {
    if (child.pid !== undefined)
      for (const { pid } of listFamily(child.pid).toReversed()) process.kill(pid, 'SIGTERM')
    throw new Error(reason)
  }
  const recorded = JSON.parse(readFileSync(join(directory, 'processes.json'), 'utf8')) as readonly {
    name: string
    pid: number
  }[]
  const processes = new Map(recorded.map(({ name, pid }) => [name, pid]))
  const supervisor = readParent(processes.get('postgres') ?? Number.NaN)
  return {
    seconds,
    processes,
    supervisor,
    // To the whole group, as Ctrl-C does: npm does not forward a signal sent to npm alone.
    stop: async () => {
      process.kill(supervisor, 'SIGTERM')
      await ended
    },
  }
}
