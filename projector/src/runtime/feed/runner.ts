import { DEFAULT_ON_POISON, type Projection } from '@hearth/contracts/kernel/projection'
import { computeBackoffMs, pause } from '@hearth/platform/retry/backoff'
import type { Position } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/telemetry/log'
import type { Build } from '../builds/builds.ts'
import type { Checkpoint } from '../segments/checkpoint.ts'
import type { Batch, Pause } from '../batch/commitBatch.ts'
import { chooseRemedy } from '../batch/classifyFailure.ts'
import { readFence, type StoredPlace } from '../segments/fence.ts'
import type { Entry } from '../batch/foldBatch.ts'
import { sizeAfter, type YieldToServing } from '../builds/yieldToServing.ts'
import { createIntake } from './intake.ts'
import type { Lease } from '../segments/leases.ts'
import { isParked, type ParkedStreams } from '../parking/parkedStreams.ts'
import type { Replayed } from '../parking/replayParked.ts'

/** So many batches ahead; more would only age in memory. */
const BATCHES_AHEAD = 2
/** From here on repeating is no longer a matter of course. */
const MANY_FAILURES = 10
/**
 * Nobody waits for a single event before the end of the log is reached, and a full batch costs far less for
 * each: a row is written once for all that changes it.
 */
const LINGER_MS = 1_000
/**
 * After a batch it rests as long as that took, at most so long: where many work, more goes into the next one
 * for little more, and a single change still is written at once.
 */
const MAX_REST_MS = 50
const IDLE_MS = { live: 100, catchingUp: 1_000 }

/**
 * When a segment with nothing to write moves its checkpoint again: all at the same moments, so that one
 * statement can do it for all.
 */
const idleUntil = (lastWrite: number, milliseconds: number) =>
  Math.ceil((lastWrite + milliseconds / 2) / milliseconds) * milliseconds

/** How a segment's batches get into the database. */
export type Writer = Readonly<{
  commit: (batch: Batch) => Promise<void>
  /** Moves the checkpoint over events that were of no concern. */
  advance: (previous: Checkpoint, next: Position, notify: boolean) => Promise<void>
  /** Undefined when the segment is gone. */
  stored: () => Promise<StoredPlace | undefined>
  /** Takes back in, in order, what was set aside under this name, while the segment stands at `at`. */
  replay: (name: string, at: Position, notify: boolean) => Promise<Replayed>
}>

export type RunnerOptions = Readonly<{
  projection: Projection
  build: Build
  lease: Lease
  parked: ParkedStreams
  writer: Writer
  batchSize: number
  /** Waits this long before each batch, for tests of what readers see meanwhile. */
  delayMs: number
  /** A build that others go before: waits after a batch that took so long. Its batches stay short. */
  yieldToServing?: YieldToServing | undefined
  pauseAt?: Pause | undefined
  log: Log
  signal: AbortSignal
  /** Runs once, when all that was in the log has been written. */
  onCaughtUp: (checkpoint: Checkpoint) => Promise<void>
  /**
   * The segment cannot go on from here in this round: its table is gone, its checkpoint moved backwards, or
   * somebody else has taken it over.
   */
  onRestart: (reason: string) => void
  /** It stopped for good; the others go on. */
  onFailed: (error: Error) => void
  /** A batch is in the database. */
  onBatch?: ((batch: CommittedBatch) => void) | undefined
}>

/** `seconds` for the transaction. */
export type CommittedBatch = Readonly<{
  projection: string
  segment: number
  events: number
  seconds: number
}>

export type Runner = Readonly<ReturnType<typeof createRunner>>

/**
 * Carries one segment of a build from its checkpoint on: takes events in order, writes them in batches, one
 * transaction each, until the signal aborts.
 */
export const createRunner = (options: RunnerOptions) => {
  const { projection, build, lease, parked, writer, batchSize, log, signal } = options
  const canPark = (projection.onPoison ?? DEFAULT_ON_POISON).park
  const about = { projection: projection.name, build: build.build, segment: lease.segment }
  const intake = createIntake({ projection, lease, most: batchSize * BATCHES_AHEAD, signal })
  const wishes: (() => Promise<void>)[] = []
  let committed = lease.checkpoint
  let limit = batchSize
  let failures = 0
  let lastWrite = 0
  let lastTook = 0
  let state: 'catching-up' | 'live' | 'failed' = 'catching-up'
  let written = 0
  let ratedAt = performance.now()

  const fail = (error: Error, entry: Entry | undefined): void => {
    state = 'failed'
    const { stream, type, id, position, revision } = entry?.event ?? {}
    log.error(
      { err: error, ...about, stream, type, eventId: id, revision, commit: position?.commit },
      'projection: stopped at an event that it cannot take',
    )
    intake.close(entry)
    options.onFailed(error)
  }

  const setAside = (error: Error, entry: Entry): void => {
    const { stream, type, id, revision, position } = entry.event
    log.error(
      { err: error, ...about, stream, type, eventId: id, revision, commit: position.commit },
      'projection: parks a stream at an event that it cannot take',
    )
    parked.set(stream, { first: entry, error })
  }

  const lookAtFence = async (): Promise<void> => {
    const stored = await writer.stored()
    const reading = readFence(stored, lease, committed)
    if ('restart' in reading) {
      if (reading.takenOver)
        log.warn(
          { ...about, epoch: lease.epoch, taken: stored?.epoch, by: stored?.owner },
          'projection: the fence rejected a batch, the segment was taken over; nothing was written',
        )
      return options.onRestart(reading.restart)
    }
    committed = reading.goOnFrom
    log.info(
      { ...about, commit: committed === 'start' ? undefined : committed.commit },
      'projection: the checkpoint is further than known, going on from there',
    )
    intake.skipTo(committed)
    await pause(IDLE_MS.live, signal)
  }

  const recover = async (cause: unknown, entries: readonly Entry[]): Promise<void> => {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    const remedy = chooseRemedy(error, entries, canPark)
    if (remedy.kind === 'look') return lookAtFence().catch((reason: unknown) => recover(reason, []))
    if (remedy.kind === 'restart') return options.onRestart('its table is gone or changed')
    if (remedy.kind === 'stop') return fail(error, remedy.entry)
    if (remedy.kind === 'set aside') return setAside(error, remedy.entry)
    if (remedy.kind === 'one by one') {
      limit = 1
      return
    }
    failures += 1
    limit = Math.max(1, limit >> 1)
    log[failures < MANY_FAILURES ? 'warn' : 'error'](
      { err: error, ...about, attempt: failures },
      'projection: a batch failed, it will be repeated',
    )
    await pause(computeBackoffMs(failures, 50, 3_000), signal)
  }

  const write = async (): Promise<void> => {
    const batch = intake.next(limit)
    if (!batch) return
    const { entries: taken, next } = batch
    const aside = parked.size === 0 ? [] : taken.filter((entry) => isParked(parked, entry))
    const entries = aside.length === 0 ? taken : taken.filter((entry) => !aside.includes(entry))
    if (options.delayMs > 0) await pause(options.delayMs, signal)
    await options.pauseAt?.('begin')
    const started = performance.now()
    try {
      await writer.commit({ previous: committed, next, entries, parked: aside, notify: state === 'live' })
    } catch (error) {
      // A stream is parked by the events that are left: none of them, and all were parked already.
      return await recover(error, entries.length > 0 ? entries : aside)
    }
    for (const { event } of aside) parked.set(event.stream, { stored: true })
    committed = next
    intake.written(taken.length)
    written += taken.length
    failures = 0
    lastWrite = performance.now()
    lastTook = lastWrite - started
    limit = sizeAfter(limit, options.yieldToServing ? lastTook : 0, batchSize)
    options.onBatch?.({
      projection: projection.name,
      segment: lease.segment,
      events: entries.length,
      seconds: lastTook / 1_000,
    })
    await options.yieldToServing?.(lastTook).catch((error: unknown) => recover(error, []))
  }

  const advance = async (): Promise<void> => {
    const next = intake.next(limit)?.next
    if (!next) return
    try {
      await writer.advance(committed, next, state === 'live')
    } catch (error) {
      return await recover(error, [])
    }
    committed = next
    failures = 0
    lastWrite = performance.now()
  }

  const gather = async (): Promise<void> => {
    const deadline = performance.now() + LINGER_MS
    while (
      intake.length() < limit &&
      !intake.logHasEnded() &&
      !signal.aborted &&
      performance.now() < deadline
    )
      await intake.sleep(deadline - performance.now())
  }

  const rest = async (): Promise<void> => {
    const early = lastWrite + Math.min(lastTook, MAX_REST_MS) - performance.now()
    if (early > 0 && intake.length() < limit) await pause(early, signal)
  }

  const becomeLive = async (): Promise<void> => {
    try {
      await options.onCaughtUp(committed)
      if (!signal.aborted) state = 'live'
    } catch (error) {
      if (!signal.aborted) await recover(error, [])
    }
  }

  const run = async (): Promise<void> => {
    while (!signal.aborted && state !== 'failed') {
      const due = idleUntil(lastWrite, state === 'live' ? IDLE_MS.live : IDLE_MS.catchingUp)
      const ahead = intake.isAhead(committed)
      const atEnd = intake.logHasEnded() && state !== 'live'
      const wish = wishes.shift()
      if (wish) await wish()
      else if (intake.length() > 0) {
        await (state === 'live' ? rest() : gather())
        await write()
      } else if (ahead && (performance.now() >= due || atEnd)) await advance()
      else if (atEnd) await becomeLive()
      else await intake.sleep(ahead ? Math.max(1, due - performance.now()) : undefined)
    }
    for (const wish of wishes.splice(0)) await wish()
  }

  const replay = async (name: string): Promise<Replayed> => {
    if (signal.aborted || state === 'failed')
      return { ok: false, reason: `${projection.name} is not running` }
    return committed === 'start'
      ? { ok: false, reason: `${projection.name} has no position yet` }
      : writer.replay(name, committed, state === 'live')
  }

  return {
    projection,
    build,
    lease,
    offer: intake.offer,
    pass: intake.pass,
    caughtUp: intake.caughtUp,
    /** Resolves when the runner takes more. */
    room: intake.room,
    run,
    /** Looks at the signal. */
    wake: intake.wake,
    state: (): 'catching-up' | 'live' | 'failed' => state,
    committed: (): Checkpoint => committed,
    /**
     * Replays in order, between two batches, what was set aside under this name. Rejects with what the
     * database said.
     */
    unpark: (name: string): Promise<Replayed> =>
      new Promise((resolve, reject) => {
        wishes.push(() => replay(name).then(resolve, reject))
        intake.wake()
      }),
    /**
     * When the oldest event was recorded that it knows of and has not written; undefined when there is none.
     */
    waitingSince: (): string | undefined =>
      intake.oldest() ?? (state === 'live' ? undefined : intake.reached()),
    /** Streams that are set aside. */
    parkedStreams: () => parked.size,
    /** Events a second since the last call. */
    rate: (): number => {
      const now = performance.now()
      const eventsPerSecond = (written * 1_000) / Math.max(1, now - ratedAt)
      written = 0
      ratedAt = now
      return eventsPerSecond
    },
  }
}
