import { computeBackoffMs, pause } from '@hearth/platform/retry/backoff'
import { DEFAULT_ON_POISON } from '@hearth/contracts/kernel/projection'
import { chooseRemedy } from '../batch/classifyFailure.ts'
import type { Entry } from '../batch/foldBatch.ts'
import { readFence } from '../segments/fence.ts'
import type { Intake } from './intake.ts'
import type { Progress } from './progress.ts'
import { describeSegment, type RunnerOptions } from './runnerOptions.ts'

/** From this many failures on, repeating a batch is logged as an error. */
const MANY_FAILURES = 10
const FIRST_RETRY_MS = 50
const MAX_RETRY_MS = 3_000
/** Before a batch is written again from a checkpoint that was further than known. */
const RESUME_MS = 100

/** Makes a runner continue after a failed write of these entries, or stop. */
export type Recover = (cause: unknown, entries: readonly Entry[]) => Promise<void>

export const createRecovery = (options: RunnerOptions, progress: Progress, intake: Intake): Recover => {
  const { projection, lease, parked, writer, log, signal } = options
  const canPark = (projection.onPoison ?? DEFAULT_ON_POISON).park
  const about = describeSegment(options)

  const logPoison = (error: Error, entry: Entry | undefined, message: string): void => {
    const { stream, type, id, revision, position } = entry?.event ?? {}
    log.error(
      { err: error, ...about, stream, type, eventId: id, revision, commit: position?.commit },
      message,
    )
  }

  const fail = (error: Error, entry: Entry | undefined): void => {
    progress.state = 'failed'
    logPoison(error, entry, 'projection: stopped at an event that it cannot take')
    intake.close(entry)
    options.onFailed(error)
  }

  const park = (error: Error, entry: Entry): void => {
    logPoison(error, entry, 'projection: parks a stream at an event that it cannot take')
    parked.set(entry.event.stream, { first: entry, error })
  }

  /** The fence rejected a write: either the segment is lost, or the last write was done without an answer. */
  const resumeFromStored = async (): Promise<void> => {
    const stored = await writer.stored()
    const reading = readFence(stored, lease, progress.committed)
    if ('restart' in reading) {
      if (reading.takenOver)
        log.warn(
          { ...about, epoch: lease.epoch, taken: stored?.epoch, by: stored?.owner },
          'projection: the fence rejected a batch, the segment was taken over; nothing was written',
        )
      return options.onRestart(reading.restart)
    }
    progress.committed = reading.continueFrom
    const commit = reading.continueFrom === 'start' ? undefined : reading.continueFrom.commit
    log.info({ ...about, commit }, 'projection: the checkpoint is further than known, continuing from there')
    intake.skipTo(reading.continueFrom)
    await pause(RESUME_MS, signal)
  }

  const retrySmaller = async (error: Error): Promise<void> => {
    progress.failures += 1
    progress.limit = Math.max(1, progress.limit >> 1)
    log[progress.failures < MANY_FAILURES ? 'warn' : 'error'](
      { err: error, ...about, attempt: progress.failures },
      'projection: a batch failed, it will be repeated',
    )
    await pause(computeBackoffMs(progress.failures, FIRST_RETRY_MS, MAX_RETRY_MS), signal)
  }

  const recover: Recover = async (cause, entries) => {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    const remedy = chooseRemedy(error, entries, canPark)
    switch (remedy.kind) {
      case 'read fence':
        return resumeFromStored().catch((reason: unknown) => recover(reason, []))
      case 'restart':
        return options.onRestart('its table is gone or changed')
      case 'stop':
        return fail(error, remedy.entry)
      case 'park':
        return park(error, remedy.entry)
      case 'one by one':
        progress.limit = 1
        return
      case 'wait':
        return retrySmaller(error)
    }
  }
  return recover
}
