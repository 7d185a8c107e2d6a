import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'

// A process that cannot start ends; this is for one that hangs, and must be longer than a busy machine needs.
const READY_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 10_000

/** A started process; it may not be ready yet. */
export type Running = Readonly<{
  pid: number
  /** Resolves once it is ready; rejects with the reason when it cannot start. */
  ready: Promise<void>
  /** Resolves with the reason once it has exited. */
  exited: Promise<string>
  /** Asks it to stop and kills it after 10 s. Resolves once it has exited. */
  stop: () => Promise<void>
  /** Kills it without waiting. */
  kill: () => void
}>

export type ProcessOptions = Readonly<{
  command: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  /** Gets each line that the process prints. */
  onLine: (line: string) => void
  /** Resolves once the process can be used; the signal ends the wait. */
  waitUntilReady: (signal: AbortSignal) => Promise<void>
  /** Time that it has to get ready, default 2 minutes. */
  readyTimeoutMs?: number
}>

const waitForFirst = async (
  { waitUntilReady, readyTimeoutMs = READY_TIMEOUT_MS }: ProcessOptions,
  exited: Promise<string>,
): Promise<void> => {
  const over = new AbortController()
  const reached = waitUntilReady(over.signal)
  try {
    await Promise.race([
      reached,
      exited.then((reason) => Promise.reject(new Error(reason))),
      delay(readyTimeoutMs, undefined, { signal: over.signal }).then(() =>
        Promise.reject(new Error(`wasn't ready within ${readyTimeoutMs / 1000} s`)),
      ),
    ])
  } finally {
    over.abort()
    // The abort rejects the losers of the race; those rejections are ignored.
    reached.catch(() => undefined)
  }
}

/**
 * Starts a program; rejects when it cannot be found or run. Its standard input stays open as long as this
 * process lives, so that it notices the end of this process.
 */
export const startProcess = async (options: ProcessOptions): Promise<Running> => {
  // Ctrl-C reaches the terminal's whole process group; detached, processes stop in the order of their owner.
  const child = spawn(options.command, options.args, {
    env: options.env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => undefined)
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(signal ? `ended by ${signal}` : `ended with code ${code}`))
  })
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', options.onLine)
  const { pid } = child
  if (pid === undefined) throw new Error(await exited)
  const stop = async () => {
    child.kill('SIGTERM')
    const insist = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
    await exited
    clearTimeout(insist)
  }
  const kill = () => void child.kill('SIGKILL')
  const ready = waitForFirst(options, exited).catch((error: unknown) => {
    kill()
    throw error
  })
  ready.catch(() => undefined)
  return { pid, ready, exited, stop, kill }
}
