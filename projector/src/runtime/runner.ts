import type { Projection } from '@hearth/contracts/kernel/projection'
import { backoffMilliseconds, pause } from '@hearth/platform/event-store/backoff'
import type { Position, Recorded } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/log'
import type { ReadEvent } from '@hearth/platform/read-model/eventReader'
import type { Pool } from 'pg'
import { isAfter, latest, type Checkpoint } from './checkpoint.ts'
import { loadCheckpoint, makeCommitBatch } from './commitBatch.ts'
import { judge } from './failure.ts'
import type { Entry } from './foldBatch.ts'
import { makeWaker } from './waker.ts'

// Two batches ahead; more would only age in memory.
const QUEUE_LIMIT = 1_024
/** An event may touch hundreds of rows; a batch stays well within the statement limits. */
const MAX_ROWS = 8_192
/** From here on repeating is no longer a matter of course. */
const MANY_FAILURES = 10
const LINGER_MILLISECONDS = 25
const IDLE_MILLISECONDS = { live: 100, catchingUp: 1_000 }

export type RunnerOptions = Readonly<{
  projection: Projection
  pool: Pool
  checkpoint: Checkpoint
  batchSize: number
  /** Waits this long before each batch, for tests of what readers see meanwhile. */
  delayMs: number
  log: Log
  signal: AbortSignal
  /** Runs once, when all that was in the log has been written. */
  onCaughtUp: (checkpoint: Checkpoint) => Promise<void>
  /** The projection cannot go on from here in this round: its table is gone, or its checkpoint moved backwards. */
  onRestart: (reason: string) => void
  /** It stopped for good; the others go on. */
  onFailed: (error: Error) => void
  /** A batch is in the database. */
  onBatch?: ((batch: CommittedBatch) => void) | undefined
}>

/** `seconds` for the transaction. */
export type CommittedBatch = Readonly<{ projection: string; segment: number; events: number; seconds: number }>

export type Runner = Readonly<{
  projection: Projection
  offer: (recorded: Recorded, read: ReadEvent) => void
  pass: (position: Position) => void
  caughtUp: () => void
  /** Resolves when the runner takes more. */
  room: () => Promise<void>
  run: () => Promise<void>
  state: () => 'catching-up' | 'live' | 'failed'
  committed: () => Checkpoint
  /** When the oldest event was recorded that it knows of and has not written; undefined when there is none. */
  waitingSince: () => string | undefined
}>

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

/** Carries one projection from its checkpoint on: takes events in order, writes them in batches, one transaction each, until the signal aborts. */
export const makeRunner = (options: RunnerOptions): Runner => {
  const { projection, pool, batchSize, log, signal } = options
  const commitBatch = makeCommitBatch(pool, projection)
  const work = makeWaker()
  const space = makeWaker()
  let queue: Entry[] = []
  let committed = options.checkpoint
  /** Everything up to here is either in the queue or of no concern. */
  let passed = options.checkpoint
  let limit = batchSize
  let failures = 0
  let lastWrite = 0
  /** When the event was recorded that came last, or at which it stopped. */
  let reached: string | undefined
  let logHasEnded = false
  let state: 'catching-up' | 'live' | 'failed' = 'catching-up'

  signal.addEventListener('abort', () => {
    work.wake()
    space.wake()
  })

  const entryOf = (recorded: Recorded, read: ReadEvent): Entry | undefined => {
    const event = projection.sealed || 'error' in read ? recorded : read.event
    const unreadable = !projection.sealed && 'error' in read ? read.error : undefined
    try {
      const keys = projection.keys(event)
      if (keys.length === 0) return undefined
      return unreadable ? { event, keys, error: unreadable } : { event, keys }
    } catch (error) {
      return { event, keys: [], error: unreadable ?? (error instanceof Error ? error : new Error(String(error))) }
    }
  }

  const fail = (error: unknown, entry: Entry | undefined): void => {
    state = 'failed'
    queue = []
    reached = entry?.event.recordedAt ?? reached
    const { stream, type, id, position, revision } = entry?.event ?? {}
    log.error(
      { err: error, projection: projection.name, stream, type, eventId: id, revision, commit: position?.commit },
      'projection: stopped at an event that it cannot take',
    )
    space.wake()
    options.onFailed(error instanceof Error ? error : new Error(String(error)))
  }

  // Someone else wrote: their rows and checkpoint hold, what we folded does not.
  const adoptCheckpoint = async (): Promise<void> => {
    const stored = await loadCheckpoint(pool, projection)
    if (!stored) return options.onRestart('the checkpoint is gone')
    if (isAfter(committed, stored.checkpoint)) return options.onRestart('the checkpoint moved backwards')
    log.info({ projection: projection.name, commit: stored.checkpoint === 'start' ? undefined : stored.checkpoint.commit }, 'projection: someone else moved the checkpoint, going on from there')
    committed = stored.checkpoint
    passed = latest(passed, committed)
    queue = queue.filter(({ event }) => isAfter(event.position, committed))
    space.wake()
    await pause(IDLE_MILLISECONDS.live, signal)
  }

  const recover = async (error: unknown, entries: readonly Entry[]): Promise<void> => {
    const verdict = judge(error)
    if (verdict === 'fenced') return adoptCheckpoint().catch((reason: unknown) => recover(reason, []))
    if (verdict === 'missing') return options.onRestart('its table is gone or changed')
    if (verdict === 'hopeless') {
      // One by one finds the event; those before it are kept.
      if (entries.length <= 1) fail(error, entries[0])
      else limit = 1
      return
    }
    failures += 1
    limit = Math.max(1, limit >> 1)
    log[failures < MANY_FAILURES ? 'warn' : 'error']({ err: error, projection: projection.name, attempt: failures }, 'projection: a batch failed, it will be repeated')
    await pause(backoffMilliseconds(failures, 50, 3_000), signal)
  }

  const write = async (): Promise<void> => {
    const entries = takeBatch(queue, limit, MAX_ROWS)
    const next = entries.length < queue.length ? (entries.at(-1)?.event.position ?? passed) : passed
    if (next === 'start') return
    if (options.delayMs > 0) await pause(options.delayMs, signal)
    const begun = performance.now()
    try {
      await commitBatch({ previous: committed, next, entries, notify: state === 'live' })
      committed = next
      queue.splice(0, entries.length)
      limit = Math.min(batchSize, limit * 2)
      failures = 0
      lastWrite = performance.now()
      options.onBatch?.({ projection: projection.name, segment: 0, events: entries.length, seconds: (lastWrite - begun) / 1_000 })
      space.wake()
    } catch (error) {
      await recover(error, entries)
    }
  }

  const gather = async (): Promise<void> => {
    const deadline = performance.now() + LINGER_MILLISECONDS
    while (queue.length < limit && !logHasEnded && !signal.aborted && performance.now() < deadline) await work.sleep(deadline - performance.now())
  }

  const becomeLive = async (): Promise<void> => {
    try {
      await options.onCaughtUp(committed)
      if (!signal.aborted) state = 'live'
    } catch (error) {
      await recover(error, [])
    }
  }

  const run = async (): Promise<void> => {
    while (!signal.aborted && state !== 'failed') {
      const idleUntil = lastWrite + (state === 'live' ? IDLE_MILLISECONDS.live : IDLE_MILLISECONDS.catchingUp)
      if (queue.length > 0) {
        if (state !== 'live') await gather()
        await write()
      } else if (isAfter(passed, committed) && (performance.now() >= idleUntil || (logHasEnded && state !== 'live'))) await write()
      else if (logHasEnded && state !== 'live') await becomeLive()
      else await work.sleep(isAfter(passed, committed) ? Math.max(1, idleUntil - performance.now()) : undefined)
    }
  }

  return {
    projection,
    offer: (recorded, read) => {
      if (state === 'failed' || !isAfter(recorded.position, passed)) return
      passed = recorded.position
      reached = recorded.recordedAt
      const entry = entryOf(recorded, read)
      if (entry) queue.push(entry)
      work.wake()
    },
    pass: (position) => {
      if (!isAfter(position, passed)) return
      passed = position
      work.wake()
    },
    caughtUp: () => {
      logHasEnded = true
      work.wake()
    },
    room: async () => {
      while (queue.length >= QUEUE_LIMIT && !signal.aborted) await space.sleep()
    },
    run,
    state: () => state,
    committed: () => committed,
    waitingSince: () => queue[0]?.event.recordedAt ?? (state === 'live' ? undefined : reached),
  }
}
