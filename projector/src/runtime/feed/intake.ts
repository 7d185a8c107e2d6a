import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Position, Recorded } from '@hearth/platform/event-store/port'
import type { ReadEvent } from '@hearth/platform/read-model/eventReader'
import { isAfter, latest, type Checkpoint } from '../segments/checkpoint.ts'
import { createEntry } from '../batch/createEntry.ts'
import type { Entry } from '../batch/foldBatch.ts'
import { coversAll, type Lease } from '../segments/leases.ts'
import { createWaker } from '@hearth/platform/retry/waker'

/** An event may touch hundreds of rows; a batch stays well within the statement limits. */
const MAX_ROWS = 8_192

/** The first entries, at most `limit` and touching at most `rows` rows together; at least one. */
export const takeBatch = (queue: readonly Entry[], limit: number, rows: number): readonly Entry[] => {
  let touched = 0
  let count = 0
  for (const { keys } of queue) {
    touched += keys.length
    if (count > 0 && (count >= limit || touched > rows)) break
    count += 1
  }
  return queue.slice(0, count)
}

type IntakeOptions = Readonly<{
  projection: Projection
  lease: Pick<Lease, 'range' | 'checkpoint'>
  /** Events it holds before the feed has to wait. */
  most: number
  signal: AbortSignal
}>

/** The events that a segment has received and not yet written, in the order of the log. */
export const createIntake = ({ projection, lease, most, signal }: IntakeOptions) => {
  const { range } = lease
  const whole = coversAll(range)
  const work = createWaker()
  const space = createWaker()
  let queue: Entry[] = []
  /** Everything up to here is either in the queue or of no concern. */
  let passed = lease.checkpoint
  let logHasEnded = false
  let closed = false
  /** When the event was recorded that came last, or at which it stopped. */
  let reached: string | undefined

  return {
    /** `bucket` is the one of the event's tenant. */
    offer: (recorded: Recorded, read: ReadEvent, bucket: () => number): void => {
      if (closed || !isAfter(recorded.position, passed)) return
      passed = recorded.position
      reached = recorded.recordedAt
      const entry =
        whole || (bucket() >= range.first && bucket() <= range.last)
          ? createEntry(projection, recorded, read)
          : undefined
      if (entry) queue.push(entry)
      work.wake()
    },
    pass: (position: Position): void => {
      if (!isAfter(position, passed)) return
      passed = position
      work.wake()
    },
    caughtUp: (): void => {
      logHasEnded = true
      work.wake()
    },
    /** Resolves when it takes more. */
    room: async (): Promise<void> => {
      while (queue.length >= most && !signal.aborted) await space.sleep()
    },
    length: () => queue.length,
    logHasEnded: () => logHasEnded,
    /** The next batch and the place it reaches; undefined when there is nothing and nowhere to go. */
    next: (limit: number): Readonly<{ entries: readonly Entry[]; next: Position }> | undefined => {
      const entries = takeBatch(queue, limit, MAX_ROWS)
      const next = entries.length < queue.length ? (entries.at(-1)?.event.position ?? passed) : passed
      return next === 'start' ? undefined : { entries, next }
    },
    /** So many of the first are written. */
    written: (count: number): void => {
      queue.splice(0, count)
      space.wake()
    },
    isAhead: (committed: Checkpoint) => isAfter(passed, committed),
    /** All up to here is written already. */
    skipTo: (committed: Checkpoint): void => {
      passed = latest(passed, committed)
      queue = queue.filter(({ event }) => isAfter(event.position, committed))
      space.wake()
    },
    /** Takes nothing any more; it stopped at this entry. */
    close: (entry: Entry | undefined): void => {
      closed = true
      queue = []
      reached = entry?.event.recordedAt ?? reached
      space.wake()
      work.wake()
    },
    /** When the oldest event was recorded that waits, and the last that came. */
    oldest: () => queue[0]?.event.recordedAt,
    reached: () => reached,
    sleep: (milliseconds?: number) => work.sleep(milliseconds),
    wake: (): void => {
      work.wake()
      space.wake()
    },
  }
}
export type Intake = ReturnType<typeof createIntake>
