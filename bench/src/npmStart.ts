import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@hearth/standalone/supervisor/freePort'
import { root } from './build.ts'

export type Started = Readonly<{
  seconds: number
  /** Pids by name, and the supervisor's own. */
  processes: () => ReadonlyMap<string, number>
  stop: () => Promise<void>
}>

const LATE_MS = 180_000

/** `npm start` as a person types it, on this data directory, until it says that it is ready. */
export const npmStart = async (directory: string): Promise<Started> => {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn('npm', ['start'], { cwd: root, env: { ...process.env, PORT: String(port), HEARTH_DATA: directory }, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<string>((resolve) => child.once('exit', (code, signal) => resolve(`npm start ended with ${code ?? signal}`)))
  const ready = new Promise<undefined>((resolve) => child.stdout.on('data', (text: Buffer) => text.includes('Hearth is ready') && resolve(undefined)))
  const reason = await Promise.race([ready, ended, delay(LATE_MS, 'npm start is late', { ref: false })])
  const seconds = (performance.now() - begun) / 1000
  if (reason !== undefined) {
    child.kill('SIGTERM')
    throw new Error(reason)
  }
  const recorded = (): readonly { name: string; pid: number }[] => {
    const file = join(directory, 'processes.json')
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  }
  return {
    seconds,
    processes: () => new Map(recorded().map(({ name, pid }) => [name, pid])),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
