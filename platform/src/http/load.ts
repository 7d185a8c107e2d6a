import { monitorEventLoopDelay } from 'node:perf_hooks'
import { AppProblem } from './appProblem.ts'

export type RateClass = 'read' | 'write' | 'login' | 'export' | 'stream' | 'probe'

/**
 * Requests at work at the same time in one process, by class; beyond it 503
 * (docs/decisions/0026-requests-wait-in-bounded-queues.md): reads of four seconds, commands of two.
 */
export const IN_FLIGHT: Readonly<Record<RateClass, number>> = {
  read: 1_200,
  write: 200,
  login: 16,
  export: 10,
  stream: 2_000,
  probe: 2_000,
}

const RESOLUTION_MS = 20
const SAMPLE_MS = 500
const MAX_DELAY_MS = 200
/**
 * A pause is over when it is noticed, and what has waited is answered soon; only where the loop stays late is
 * there too much to do.
 */
const LATE_SAMPLES = 2

export type Load = Readonly<{
  /** Takes a place or throws 503; the answer gives it back, once. */
  enter: (rate: RateClass) => () => void
  /** Stops watching the event loop. */
  close: () => void
}>

const overloaded = () =>
  new AppProblem('OVERLOADED', undefined, {}, { 'retry-after': String(1 + Math.floor(Math.random() * 3)) })

/** Counts what is at work and watches how late the event loop runs; refuses work that would only wait. */
export const watchLoad = (limits: Readonly<Record<RateClass, number>> = IN_FLIGHT): Load => {
  const counts: Record<RateClass, number> = { read: 0, write: 0, login: 0, export: 0, stream: 0, probe: 0 }
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let late = 0
  const timer = setInterval(() => {
    // Nothing was counted where not even two turns fell into it.
    late = delay.count === 0 || delay.mean / 1e6 - RESOLUTION_MS > MAX_DELAY_MS ? late + 1 : 0
    delay.reset()
  }, SAMPLE_MS)
  timer.unref()
  return {
    enter: (rate) => {
      if (late >= LATE_SAMPLES || counts[rate] >= limits[rate]) throw overloaded()
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
