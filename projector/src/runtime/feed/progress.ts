import type { Checkpoint } from '../segments/checkpoint.ts'
import type { RunnerOptions } from './runnerOptions.ts'

/** Counts events, and reads how many came in a second since it was last read. */
export const createRateMeter = () => {
  let count = 0
  let readAt = performance.now()
  return {
    add: (events: number): void => {
      count += events
    },
    read: (): number => {
      const now = performance.now()
      const perSecond = (count * 1_000) / Math.max(1, now - readAt)
      count = 0
      readAt = now
      return perSecond
    },
  }
}

/** How far a runner is. Its parts share this and change it. */
export type Progress = {
  state: 'catching-up' | 'live' | 'failed'
  /** Where the database is. */
  committed: Checkpoint
  /** How many events the next batch takes at most. */
  limit: number
  /** Failed attempts since the last success. */
  failures: number
  /** `performance.now()` at the end of the last write. */
  lastWriteAt: number
  lastBatchMs: number
  /** Events written. */
  readonly rate: ReturnType<typeof createRateMeter>
}

export const createProgress = ({
  lease,
  batchSize,
}: Pick<RunnerOptions, 'lease' | 'batchSize'>): Progress => ({
  state: 'catching-up',
  committed: lease.checkpoint,
  limit: batchSize,
  failures: 0,
  lastWriteAt: 0,
  lastBatchMs: 0,
  rate: createRateMeter(),
})
