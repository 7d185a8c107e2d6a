import { monitorEventLoopDelay } from 'node:perf_hooks'
import { AppProblem } from './appProblem.ts'

export type RateClass = 'read' | 'write' | 'login' | 'export' | 'stream' | 'probe'

/** Requests at work at the same time in one process, by class; beyond it 503 (docs/decisions/0028): of reads and writes what arrives in two seconds. */
export const IN_FLIGHT: Readonly<Record<RateClass, number>> = { read: 600, write: 200, login: 16, export: 10, stream: 2_000, probe: 2_000 }

const RESOLUTION_MS = 20
const SAMPLE_MS = 500
const MAX_DELAY_MS = 200

export type Load = Readonly<{
  /** Takes a place or throws 503; the answer gives it back, once. */
  enter: (rate: RateClass) => () => void
  /** Stops watching the event loop. */
  close: () => void
}>

const overloaded = () => new AppProblem('OVERLOADED', undefined, {}, { 'retry-after': String(1 + Math.floor(Math.random() * 3)) })

/** Counts what is at work and watches how late the event loop runs; refuses work that would only wait. */
export const watchLoad = (limits: Readonly<Record<RateClass, number>> = IN_FLIGHT): Load => {
  const counts: Record<RateClass, number> = { read: 0, write: 0, login: 0, export: 0, stream: 0, probe: 0 }
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let late = false
  const timer = setInterval(() => {
    late = delay.count > 0 && delay.mean / 1e6 - RESOLUTION_MS > MAX_DELAY_MS
    delay.reset()
  }, SAMPLE_MS)
  timer.unref()
  return {
    enter: (rate) => {
      if (late || counts[rate] >= limits[rate]) throw overloaded()
      counts[rate] += 1
      let inside = true
      return () => {
        if (!inside) return
        inside = false
        counts[rate] -= 1
      }
    },
    close: () => {
      clearInterval(timer)
      delay.disable()
    },
  }
}
