import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Log } from '@hearth/platform/telemetry/log'

/** Asked for every second while there is something to build. */
const NEEDED_MS = 4_000
/** One that ends by itself is not started again sooner. */
const REST_MS = 2_000
const STOP_MS = 10_000
/** What this process was started with, but for programs that go before it. */
const FLAGS = process.execArgv.filter((flag) =>
  /^--(enable-source-maps$|max-(old|semi)-space-size=)/.test(flag),
)

export type Rebuilder = Readonly<{
  /**
   * There is something to build: it is started unless it runs, and stays while this is said again and again.
   */
  need: () => void
  stop: () => Promise<void>
}>

/**
 * Keeps the process that carries on builds beside serving ones, as long as there are some: its work takes no
 * time from what readers and hosts wait for.
 */
export const keepRebuilder = ({ program, log }: Readonly<{ program: URL; log: Log }>): Rebuilder => {
  let child: ChildProcess | undefined
  let neededAt = 0
  let endedAt = -REST_MS
  let watch: NodeJS.Timeout | undefined
  let closed = false

  // Its standard input tells it that it is no longer needed, or that this process is gone.
  const release = () => void child?.stdin?.end()

  const start = () => {
    // A session of its own, which stands back as a whole.
    const started = spawn(process.execPath, [...FLAGS, fileURLToPath(program), '--stop-with-parent'], {
      detached: true,
      stdio: ['pipe', 'inherit', 'inherit'],
    })
    child = started
    log.info({ pid: started.pid }, 'projection: a process for rebuilds was started')
    const ended = (reason: unknown) => {
      if (child !== started) return
      child = undefined
      endedAt = performance.now()
      clearInterval(watch)
      if (reason !== 0)
        log.error(
          { pid: started.pid, reason },
          'projection: the process for rebuilds ended; it is started again while it is needed',
        )
    }
    started.stdin.on('error', () => undefined)
    started.once('error', ended)
    started.once('exit', (code, signal) => ended(signal ?? code))
    watch = setInterval(() => {
      if (performance.now() - neededAt > NEEDED_MS) release()
    }, NEEDED_MS / 4)
  }

  return {
    need: () => {
      neededAt = performance.now()
      if (!child && !closed && neededAt - endedAt > REST_MS) start()
    },
    stop: async () => {
      closed = true
      const last = child
      if (!last) return
      const exited = once(last, 'exit')
      const late = setTimeout(() => last.kill('SIGKILL'), STOP_MS)
      release()
      await exited
      clearTimeout(late)
    },
  }
}
