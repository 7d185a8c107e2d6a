import { pause } from '@hearth/platform/retry/backoff'
import { sizeAfter } from '../builds/yieldToServing.ts'
import { isParked } from '../parking/parkedStreams.ts'
import type { Intake } from './intake.ts'
import type { Progress } from './progress.ts'
import type { Recover } from './recovery.ts'
import type { RunnerOptions } from './runnerOptions.ts'

/**
 * While a segment catches up, no one waits for a single event, and a full batch costs far less for each: a
 * row is written once for all the events that change it.
 */
const LINGER_MS = 1_000
/**
 * A live segment rests after a batch as long as that took, up to this. Under load the next batch takes more
 * events for little more time, and a single change is still written immediately.
 */
const MAX_REST_MS = 50

/** Writes what the intake holds, one transaction for each batch. Failures go to `recover`. */
export const createBatchWriting = (
  options: RunnerOptions,
  progress: Progress,
  intake: Intake,
  recover: Recover,
) => {
  const { projection, lease, parked, writer, batchSize, signal, yieldToServing } = options

  const gather = async (): Promise<void> => {
    const deadline = performance.now() + LINGER_MS
    while (
      intake.length() < progress.limit &&
      !intake.logHasEnded() &&
      !signal.aborted &&
      performance.now() < deadline
    )
      await intake.sleep(deadline - performance.now())
  }

  const rest = async (): Promise<void> => {
    const early = progress.lastWriteAt + Math.min(progress.lastBatchMs, MAX_REST_MS) - performance.now()
    if (early > 0 && intake.length() < progress.limit) await pause(early, signal)
  }

  const write = async (): Promise<void> => {
    const batch = intake.next(progress.limit)
    if (!batch) return
    const { entries: taken, next } = batch
    const aside = parked.size === 0 ? [] : taken.filter((entry) => isParked(parked, entry))
    const entries = aside.length === 0 ? taken : taken.filter((entry) => !aside.includes(entry))
    if (options.delayMs > 0) await pause(options.delayMs, signal)
    await options.pauseAt?.('begin')
    const started = performance.now()
    const previous = progress.committed
    try {
      await writer.commit({ previous, next, entries, parked: aside, notify: progress.state === 'live' })
    } catch (error) {
      // With no other events left, all of them belong to streams that were parked before.
      return await recover(error, entries.length > 0 ? entries : aside)
    }
    for (const { event } of aside) parked.set(event.stream, { stored: true })
    intake.written(taken.length)
    progress.rate.add(taken.length)
    progress.committed = next
    progress.failures = 0
    progress.lastWriteAt = performance.now()
    progress.lastBatchMs = progress.lastWriteAt - started
    progress.limit = sizeAfter(progress.limit, yieldToServing ? progress.lastBatchMs : 0, batchSize)
    options.onBatch?.({
      projection: projection.name,
      segment: lease.segment,
      events: entries.length,
      seconds: progress.lastBatchMs / 1_000,
    })
    await yieldToServing?.(progress.lastBatchMs).catch((error: unknown) => recover(error, []))
  }

  return {
    /** Waits for a batch worth writing, and writes it. */
    writeNext: async (): Promise<void> => {
      await (progress.state === 'live' ? rest() : gather())
      await write()
    },
    /** Moves the checkpoint past events that do not concern the segment. */
    advance: async (): Promise<void> => {
      const next = intake.next(progress.limit)?.next
      if (!next) return
      try {
        await writer.advance(progress.committed, next, progress.state === 'live')
      } catch (error) {
        return await recover(error, [])
      }
      progress.committed = next
      progress.failures = 0
      progress.lastWriteAt = performance.now()
    },
  }
}
