import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Log } from '@hearth/platform/log'

/** Node fires longer ones at once; the sweeper sets what is still far away. */
const LONGEST_MS = 2_000_000_000
/** A timer may fire a moment early; nothing is due before its instant. */
const AFTER_MS = 5

export type Timers = Readonly<{
  /** Runs `work` at the instant, or now when it has passed. The same key again replaces nothing: the first one stays. */
  at: (key: string, instant: Instant, work: () => Promise<void>) => void
  stop: () => void
}>

/** Wakes work on time in this process. Nothing depends on it: what a lost timer leaves undone, the sweeper does. */
export const makeTimers = ({ now, log }: Readonly<{ now: () => Instant; log: Log }>): Timers => {
  const pending = new Map<string, NodeJS.Timeout>()
  return {
    at: (key, instant, work) => {
      const wait = Date.parse(instant) - Date.parse(now()) + AFTER_MS
      if (pending.has(key) || wait > LONGEST_MS) return
      const timer = setTimeout(() => {
        pending.delete(key)
        work().catch((error: unknown) => log.error({ err: error }, 'timer: work failed'))
      }, Math.max(0, wait))
      timer.unref()
      pending.set(key, timer)
    },
    stop: () => {
      for (const timer of pending.values()) clearTimeout(timer)
      pending.clear()
    },
  }
}
