import type { Instant } from '@hearth/contracts/kernel/dates'
import type { JobQueue } from './jobQueue.ts'

/** Something to be processed, and the instant since which it is due. */
export type DueJob = Readonly<{ id: string; at: Instant }>

const MAX_PAUSE_MS = 900_000

/** When due work is queued: what made no progress is queued again after growing pauses. */
const createBackoff = (intervalMs: number, now: () => Instant) => {
  const queued = new Map<string, Readonly<{ at: Instant; times: number; next: number }>>()
  return {
    isTime: ({ id, at }: DueJob): boolean => {
      // The process manager queues it when it becomes due; the sweep only takes what is late.
      if (Date.parse(now()) - Date.parse(at) < intervalMs) return false
      const last = queued.get(id)
      return last?.at !== at || Date.now() >= last.next
    },
    noteQueued: ({ id, at }: DueJob): void => {
      const last = queued.get(id)
      const times = last?.at === at ? last.times + 1 : 0
      queued.set(id, { at, times, next: Date.now() + Math.min(intervalMs * 2 ** times, MAX_PAUSE_MS) })
    },
    forgetExcept: (ids: ReadonlySet<string>): void => {
      for (const id of queued.keys()) if (!ids.has(id)) queued.delete(id)
    },
  }
}

export type DueSweepOptions = Readonly<{
  due: Readonly<{ pages: (until: Instant) => AsyncIterable<readonly DueJob[]> }>
  openQueue: () => Promise<Pick<JobQueue, 'addAgain'>>
  intervalMs: number
  now: () => Instant
  signal: AbortSignal
}>

/** Queues due work again, whatever happened to its jobs. */
export const createDueSweep = ({ due, openQueue, intervalMs, now, signal }: DueSweepOptions) => {
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
