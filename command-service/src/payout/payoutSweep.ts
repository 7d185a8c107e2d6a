import type { Instant } from '@hearth/contracts/kernel/dates'
import type { JobQueue } from '../workers/jobQueue.ts'
import type { DuePayout, DuePayouts } from './duePayouts.ts'

const MAX_PAUSE_MS = 900_000

/** When a due payout is queued: one that made no progress is queued again after growing pauses. */
const createBackoff = (intervalMs: number, now: () => Instant) => {
  const queued = new Map<string, Readonly<{ at: Instant; times: number; next: number }>>()
  return {
    isTime: ({ id, at }: DuePayout): boolean => {
      // The process manager queues a payout when it becomes due; the sweep only takes those that are late.
      if (Date.parse(now()) - Date.parse(at) < intervalMs) return false
      const last = queued.get(id)
      return last?.at !== at || Date.now() >= last.next
    },
    noteQueued: ({ id, at }: DuePayout): void => {
      const last = queued.get(id)
      const times = last?.at === at ? last.times + 1 : 0
      queued.set(id, { at, times, next: Date.now() + Math.min(intervalMs * 2 ** times, MAX_PAUSE_MS) })
    },
    forgetExcept: (ids: ReadonlySet<string>): void => {
      for (const id of queued.keys()) if (!ids.has(id)) queued.delete(id)
    },
  }
}

export type PayoutSweepOptions = Readonly<{
  due: Pick<DuePayouts, 'pages'>
  openQueue: () => Promise<Pick<JobQueue, 'addAgain'>>
  intervalMs: number
  now: () => Instant
  signal: AbortSignal
}>

/** Queues due payouts again, whatever happened to their jobs. */
export const createPayoutSweep = ({ due, openQueue, intervalMs, now, signal }: PayoutSweepOptions) => {
  const backoff = createBackoff(intervalMs, now)
  return async (): Promise<void> => {
    const jobs = await openQueue()
    const seen = new Set<string>()
    for await (const rows of due.pages(now())) {
      for (const row of rows) {
        seen.add(row.id)
        if (!backoff.isTime(row) || signal.aborted) continue
        await jobs.addAgain(row.id)
        backoff.noteQueued(row)
      }
    }
    backoff.forgetExcept(seen)
  }
}
