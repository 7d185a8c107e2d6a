import { pause } from '@hearth/platform/retry/backoff'
import { nextDelay } from './backoff.ts'
import type { Running } from '@hearth/platform/process/startProcess'
import type { Child, Log } from './child.ts'

export type Supervision = Readonly<{
  /** Settles when every child was ready once; rejects with the first that failed to start. */
  started: Promise<void>
  /** The children that run now. */
  running: () => readonly Readonly<{ name: string; pid: number }>[]
  /** Stops each child after those that depend on it. Resolves when all are gone. */
  stop: () => Promise<void>
  /** Kills everything without waiting. */
  kill: () => void
}>

export class StartError extends Error {
  override name = 'StartError'
  constructor(
    readonly child: string,
    reason: string,
  ) {
    super(reason)
  }
}

type Observers = Readonly<{ log: Log; onChange: () => void }>

type Kept = Readonly<{
  firstReady: Promise<void>
  current: () => Running | undefined
  stop: () => Promise<void>
  kill: () => void
}>

const message = (error: unknown) => (error instanceof Error ? error.message : String(error))

type Run = Readonly<{ reason: string; healthyForMs: number }>

/** One run of the child, from start to exit. */
const runOnce = async (
  child: Child,
  { onStarted, onReady }: Readonly<{ onStarted: (running: Running) => Promise<void>; onReady: () => void }>,
): Promise<Run> => {
  let started: Running | undefined
  try {
    started = await child.start()
    await onStarted(started)
    await started.ready
    const readyAt = Date.now()
    onReady()
    return { reason: await started.exited, healthyForMs: Date.now() - readyAt }
  } catch (error) {
    await started?.exited
    return { reason: message(error), healthyForMs: 0 }
  }
}

/** Starts one child once its dependencies are ready, and again whenever it exits, until stopped. */
const keep = (child: Child, whenMayStart: Promise<unknown>, { log, onChange }: Observers): Kept => {
  const stopping = new AbortController()
  const stopped = () => stopping.signal.aborted
  let current: Running | undefined
  const setCurrent = (running: Running | undefined) => {
    current = running
    onChange()
  }

  const { promise: firstReady, resolve, reject } = deferred()
  let begun = false
  let wasReady = false
  const run = async () => {
    await whenMayStart
    begun = true
    let delayMs: number | undefined
    while (!stopped()) {
      const { reason, healthyForMs } = await runOnce(child, {
        onStarted: async (running) => {
          setCurrent(running)
          if (stopped()) await running.stop()
        },
        onReady: () => {
          wasReady = true
          resolve()
        },
      })
      setCurrent(undefined)
      if (stopped()) return
      if (!wasReady) return reject(new StartError(child.name, reason))
      delayMs = nextDelay(delayMs, healthyForMs)
      log('supervisor', `${child.name} ${reason}; starting it again in ${delayMs} ms`)
      await pause(delayMs, stopping.signal)
    }
  }
  // When a dependency never starts, its own rejection carries the reason.
  const over = run().catch(() => undefined)
  return {
    firstReady,
    current: () => current,
    stop: async () => {
      stopping.abort()
      await current?.stop()
      // A child that still waits for its dependencies has nothing to stop, and they may never be ready.
      if (begun) await over
    },
    kill: () => {
      stopping.abort()
      current?.kill()
    },
  }
}

const deferred = () => {
  let resolve: () => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}

/**
 * Starts the children, each as soon as its dependencies are ready, and keeps them running. Names in `after`
 * come earlier in the list.
 */
export const supervise = (children: readonly Child[], observers: Observers): Supervision => {
  const kept = new Map<string, Kept>()
  for (const child of children) {
    const needs = (child.after ?? []).map((name) => {
      const need = kept.get(name)
      if (!need) throw new Error(`${child.name} depends on ${name}, which does not come before it`)
      return need.firstReady
    })
    kept.set(child.name, keep(child, Promise.all(needs), observers))
  }
  const stopOne = (name: string, stops: Map<string, Promise<void>>): Promise<void> => {
    const known = stops.get(name)
    if (known) return known
    const dependants = children
      .filter((child) => child.after?.includes(name))
      .map((child) => stopOne(child.name, stops))
    const stop = Promise.all(dependants).then(() => kept.get(name)?.stop())
    stops.set(name, stop)
    return stop
  }
  return {
    started: Promise.all([...kept.values()].map(({ firstReady }) => firstReady)).then(() => undefined),
    running: () =>
      [...kept].flatMap(([name, one]) => {
        const running = one.current()
        return running ? [{ name, pid: running.pid }] : []
      }),
    stop: async () => {
      const stops = new Map<string, Promise<void>>()
      await Promise.all(children.map(({ name }) => stopOne(name, stops)))
    },
    kill: () => kept.forEach((one) => one.kill()),
  }
}
