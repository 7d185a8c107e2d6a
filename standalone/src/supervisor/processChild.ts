import { spawn, type ChildProcess } from 'node:child_process'
import { get } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Child, Log, Running } from './child.ts'

const READY_TIMEOUT_MS = 30_000
const STOP_TIMEOUT_MS = 10_000
const PROBE_INTERVAL_MS = 50

export type ProcessOptions = Readonly<{
  name: string
  after?: readonly string[]
  command: string
  args: readonly string[]
  /** Called at each start. */
  env: () => Readonly<Record<string, string>>
  /** A line on standard output, or an address that answers 200; absent = ready as soon as it runs. */
  readyWhen?: RegExp | URL
  log: Log
}>

const answers200 = (address: URL) =>
  new Promise<boolean>((resolve) => {
    const request = get(address, { agent: false, timeout: 2_000 }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(false))
  })

const probeUntilReady = async (address: URL, given: AbortSignal) => {
  while (!(await answers200(address))) await delay(PROBE_INTERVAL_MS, undefined, { signal: given })
}

const readiness = async (
  child: ChildProcess,
  { readyWhen }: ProcessOptions,
  exited: Promise<string>,
  printed: (line: RegExp) => Promise<void>,
) => {
  const given = new AbortController()
  const reached =
    readyWhen === undefined
      ? Promise.resolve()
      : readyWhen instanceof URL
        ? probeUntilReady(readyWhen, given.signal)
        : printed(readyWhen)
  try {
    await Promise.race([
      reached,
      exited.then((reason) => Promise.reject(new Error(reason))),
      delay(READY_TIMEOUT_MS, undefined, { signal: given.signal }).then(() =>
        Promise.reject(new Error(`wasn't ready within ${READY_TIMEOUT_MS / 1000} s`)),
      ),
    ])
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    given.abort()
    // The abort rejects the losers of the race; those rejections are ignored.
    reached.catch(() => undefined)
  }
}

const run = async (options: ProcessOptions): Promise<Running> => {
  // Ctrl-C reaches the terminal's whole process group; detached, children stop in the supervisor's order.
  const child = spawn(options.command, options.args, {
    env: options.env(),
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => undefined)
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${code}`))
  })
  const waiting = new Set<(line: string) => void>()
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      options.log(options.name, line)
      if (stream === child.stdout) for (const hear of waiting) hear(line)
    })
  }
  const printed = (pattern: RegExp) =>
    new Promise<void>((resolve) => {
      const hear = (line: string) => {
        if (!pattern.test(line)) return
        waiting.delete(hear)
        resolve()
      }
      waiting.add(hear)
    })
  const pid = child.pid
  if (pid === undefined) throw new Error(await exited)
  const stop = async () => {
    child.kill('SIGTERM')
    const insist = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(insist)
  }
  const ready = readiness(child, options, exited, printed)
  ready.catch(() => undefined)
  return { pid, ready, exited, stop, kill: () => void child.kill('SIGKILL') }
}

/** A part of the system that is a process of its own. */
export const processChild = (options: ProcessOptions): Child => ({
  name: options.name,
  ...(options.after ? { after: options.after } : {}),
  start: () => run(options),
})
