import { DEFAULT_ON_POISON, type Projection } from '@hearth/contracts/kernel/projection'
import { backoffMilliseconds, pause } from '@hearth/platform/event-store/backoff'
import type { Position, Recorded } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/log'
import type { EventReader, ReadEvent } from '@hearth/platform/read-model/eventReader'
import type { Pool } from 'pg'
import type { Build } from './builds.ts'
import { isAfter, latest, type Checkpoint } from './checkpoint.ts'
import { loadSegment, makeCommitBatch, type Batch, type Pause } from './commitBatch.ts'
import { entryOf } from './entryOf.ts'
import { judge } from './failure.ts'
import { FoldError, type Entry } from './foldBatch.ts'
import { coversAll, type Lease } from './leases.ts'
import type { ParkedStreams } from './parking.ts'
import { replayParked, type Replayed } from './replayParked.ts'
import { makeWaker } from './waker.ts'

// Two batches ahead; more would only age in memory.
const QUEUE_LIMIT = 1_024
/** An event may touch hundreds of rows; a batch stays well within the statement limits. */
const MAX_ROWS = 8_192
/** From here on repeating is no longer a matter of course. */
const MANY_FAILURES = 10
const LINGER_MILLISECONDS = 25
const IDLE_MILLISECONDS = { live: 100, catchingUp: 1_000 }

/** Where a segment stands in the database, and whose it is. */
export type StoredPlace = Readonly<{ checkpoint: Checkpoint; epoch: bigint; owner: string | null }>

export type RunnerOptions = Readonly<{
  projection: Projection
  build: Build
  lease: Lease
  parked: ParkedStreams
  pool: Pool
  read: EventReader
  batchSize: number
  /** Waits this long before each batch, for tests of what readers see meanwhile. */
  delayMs: number
  /** The part of its time that it works, above 0 to 1; the rest it leaves to others. */
  share: number
  pauseAt?: Pause | undefined
  /** How batches are written; as rows of the build unless said otherwise. */
  writer?: Readonly<{ commit: (batch: Batch) => Promise<void>; stored: () => Promise<StoredPlace | undefined> }>
  log: Log
  signal: AbortSignal
  /** Runs once, when all that was in the log has been written. */
  onCaughtUp: (checkpoint: Checkpoint) => Promise<void>
  /** The segment cannot go on from here in this round: its table is gone, its checkpoint moved backwards, or somebody else has taken it over. */
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
  build: Build
  lease: Lease
  /** `bucket` is the one of the event's tenant. */
  offer: (recorded: Recorded, read: ReadEvent, bucket: () => number) => void
  pass: (position: Position) => void
  caughtUp: () => void
  /** Resolves when the runner takes more. */
  room: () => Promise<void>
  run: () => Promise<void>
  state: () => 'catching-up' | 'live' | 'failed'
  committed: () => Checkpoint
  /** Replays a parked stream in order, between two batches. */
  unpark: (stream: string) => Promise<Replayed>
  /** When the oldest event was recorded that it knows of and has not written; undefined when there is none. */
  waitingSince: () => string | undefined
  /** Streams that are set aside. */
  parkedStreams: () => number
  /** Events a second since the last call. */
  rate: () => number
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

/** From the event on that opened it, a parked stream's events are set aside. */
const isParked = (parked: ParkedStreams, { event }: Entry): boolean => {
  const found = parked.get(event.stream)
  return found !== undefined && ('stored' in found || !isAfter(found.first.event.position, event.position))
}

/** Carries one segment of a build from its checkpoint on: takes events in order, writes them in batches, one transaction each, until the signal aborts. */
export const makeRunner = (options: RunnerOptions): Runner => {
  const { projection, build, lease, parked, pool, batchSize, log, signal } = options
  const whole = coversAll(lease.range)
  const canPark = (projection.onPoison ?? DEFAULT_ON_POISON).park
  const { commit: commitBatch, stored: loadStored } = options.writer ?? {
    commit: makeCommitBatch(pool, projection, build.table, lease, parked, options.pauseAt),
    stored: () => loadSegment(pool, lease),
  }
  const work = makeWaker()
  const space = makeWaker()
  const about = { projection: projection.name, build: build.build, segment: lease.segment }
  const wishes: (() => Promise<void>)[] = []
  let queue: Entry[] = []
  let committed = lease.checkpoint
  /** Everything up to here is either in the queue or of no concern. */
  let passed = lease.checkpoint
  let limit = batchSize
  let failures = 0
  let lastWrite = 0
  let logHasEnded = false
  let state: 'catching-up' | 'live' | 'failed' = 'catching-up'
  let written = 0
  let ratedAt = performance.now()
  /** When the event was recorded that came last, or at which it stopped. */
  let reached: string | undefined

  signal.addEventListener('abort', () => {
    work.wake()
    space.wake()
  })

  const fail = (error: unknown, entry: Entry | undefined): void => {
    state = 'failed'
    queue = []
    reached = entry?.event.recordedAt ?? reached
    const { stream, type, id, position, revision } = entry?.event ?? {}
    log.error({ err: error, ...about, stream, type, eventId: id, revision, commit: position?.commit }, 'projection: stopped at an event that it cannot take')
    space.wake()
    work.wake()
    options.onFailed(error instanceof Error ? error : new Error(String(error)))
  }

  const setAside = (error: unknown, entry: Entry): void => {
    if (!canPark) return fail(error, entry)
    const { stream, type, id, revision, position } = entry.event
    log.error({ err: error, ...about, stream, type, eventId: id, revision, commit: position.commit }, 'projection: parks a stream at an event that it cannot take')
    parked.set(stream, { first: entry, error: error instanceof Error ? error : new Error(String(error)) })
  }

  // Either somebody else has the segment now, or our own last batch was written although we did not hear of it.
  const lookAtFence = async (): Promise<void> => {
    const stored = await loadStored()
    if (!stored) return options.onRestart('the segment is gone')
    if (stored.epoch !== lease.epoch) {
      log.warn({ ...about, epoch: lease.epoch, taken: stored.epoch, by: stored.owner }, 'projection: the fence rejected a batch, the segment was taken over; nothing was written')
      return options.onRestart('it was taken over')
    }
    if (isAfter(committed, stored.checkpoint)) return options.onRestart('the checkpoint moved backwards')
    log.info({ ...about, commit: stored.checkpoint === 'start' ? undefined : stored.checkpoint.commit }, 'projection: the checkpoint is further than known, going on from there')
    committed = stored.checkpoint
    passed = latest(passed, committed)
    queue = queue.filter(({ event }) => isAfter(event.position, committed))
    space.wake()
    await pause(IDLE_MILLISECONDS.live, signal)
  }

  const recover = async (error: unknown, entries: readonly Entry[]): Promise<void> => {
    const verdict = judge(error)
    if (verdict === 'fenced') return lookAtFence().catch((reason: unknown) => recover(reason, []))
    if (verdict === 'missing') return options.onRestart('its table is gone or changed')
    if (verdict === 'stop') return fail(error, entries.at(-1))
    if (verdict === 'poison') {
      const culprit = error instanceof FoldError ? entries.find(({ event }) => event === error.event) : entries.length === 1 ? entries[0] : undefined
      // What Postgres refuses has no name: one by one finds it, those before it are kept.
      if (culprit) setAside(error, culprit)
      else if (entries.length === 0) fail(error, undefined)
      else limit = 1
      return
    }
    failures += 1
    limit = Math.max(1, limit >> 1)
    log[failures < MANY_FAILURES ? 'warn' : 'error']({ err: error, ...about, attempt: failures }, 'projection: a batch failed, it will be repeated')
    await pause(backoffMilliseconds(failures, 50, 3_000), signal)
  }

  const write = async (): Promise<void> => {
    const taken = takeBatch(queue, limit, MAX_ROWS)
    const next = taken.length < queue.length ? (taken.at(-1)?.event.position ?? passed) : passed
    if (next === 'start') return
    const aside = parked.size === 0 ? [] : taken.filter((entry) => isParked(parked, entry))
    const entries = aside.length === 0 ? taken : taken.filter((entry) => !aside.includes(entry))
    if (options.delayMs > 0) await pause(options.delayMs, signal)
    await options.pauseAt?.('begin')
    const started = performance.now()
    try {
      await commitBatch({ previous: committed, next, entries, parked: aside, notify: state === 'live' })
    } catch (error) {
      // A stream is parked by the events that are left: none of them, and all were parked already.
      return await recover(error, entries.length > 0 ? entries : aside)
    }
    for (const { event } of aside) parked.set(event.stream, { stored: true })
    committed = next
    queue.splice(0, taken.length)
    written += taken.length
    limit = Math.min(batchSize, limit * 2)
    failures = 0
    lastWrite = performance.now()
    options.onBatch?.({ projection: projection.name, segment: lease.segment, events: entries.length, seconds: (lastWrite - started) / 1_000 })
    space.wake()
    if (options.share < 1) await pause((lastWrite - started) * (1 / options.share - 1), signal)
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
      const wish = wishes.shift()
      if (wish) await wish()
      else if (queue.length > 0) {
        if (state !== 'live') await gather()
        await write()
      } else if (isAfter(passed, committed) && (performance.now() >= idleUntil || (logHasEnded && state !== 'live'))) await write()
      else if (logHasEnded && state !== 'live') await becomeLive()
      else await work.sleep(isAfter(passed, committed) ? Math.max(1, idleUntil - performance.now()) : undefined)
    }
    for (const wish of wishes.splice(0)) await wish()
  }

  return {
    projection,
    build,
    lease,
    offer: (recorded, read, bucket) => {
      if (state === 'failed' || !isAfter(recorded.position, passed)) return
      passed = recorded.position
      reached = recorded.recordedAt
      const entry = whole || (bucket() >= lease.range.first && bucket() <= lease.range.last) ? entryOf(projection, recorded, read) : undefined
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
    unpark: (stream) =>
      new Promise((resolve) => {
        wishes.push(async () => {
          if (signal.aborted || state === 'failed') return resolve({ ok: false, reason: `${projection.name} is not running` })
          const replayed = await replayParked({ pool, projection, place: lease, stream, batchSize, read: options.read, write: (entries) => {
            if (committed === 'start') throw new Error(`${projection.name} has parked events, but no position`)
            return commitBatch({ previous: committed, next: committed, entries, parked: [], unparked: stream, notify: state === 'live' })
          } })
          if (replayed.ok) parked.delete(stream)
          resolve(replayed)
        })
        work.wake()
      }),
    waitingSince: () => queue[0]?.event.recordedAt ?? (state === 'live' ? undefined : reached),
    parkedStreams: () => parked.size,
    rate: () => {
      const now = performance.now()
      const eventsPerSecond = (written * 1_000) / Math.max(1, now - ratedAt)
      written = 0
      ratedAt = now
      return eventsPerSecond
    },
  }
}
