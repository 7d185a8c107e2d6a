import type { Checkpoint } from '../segments/checkpoint.ts'
import type { Replayed } from '../parking/replayParked.ts'
import { createIntake } from './intake.ts'
import { createProgress, type Progress } from './progress.ts'
import { createRecovery } from './recovery.ts'
import type { RunnerOptions } from './runnerOptions.ts'
import { createBatchWriting } from './writeBatches.ts'

/** How many batches the intake holds; more would only age in memory. */
const BATCHES_AHEAD = 2
/** How often a segment with nothing to write moves its checkpoint. */
const IDLE_MS = { live: 100, 'catching-up': 1_000, failed: 1_000 }

/** All segments are due at the same moments, so that one statement moves the checkpoints of all. */
const findNextDue = ({ lastWriteAt, state }: Progress): number => {
  const every = IDLE_MS[state]
  return Math.ceil((lastWriteAt + every / 2) / every) * every
}

/** Replays of parked streams wait here until no batch is being written. */
const createReplayQueue = ({ projection, writer, signal }: RunnerOptions, progress: Progress) => {
  const pending: (() => Promise<void>)[] = []

  const replay = async (name: string): Promise<Replayed> => {
    if (signal.aborted || progress.state === 'failed')
      return { ok: false, reason: `${projection.name} is not running` }
    return progress.committed === 'start'
      ? { ok: false, reason: `${projection.name} has no position yet` }
      : writer.replay(name, progress.committed, progress.state === 'live')
  }

  return {
    shift: () => pending.shift(),
    /** Answered by the loop, or immediately once the loop has no more steps. */
    push: (name: string): Promise<Replayed> =>
      signal.aborted || progress.state === 'failed'
        ? replay(name)
        : new Promise((resolve, reject) => {
            pending.push(() => replay(name).then(resolve, reject))
          }),
  }
}

export type Runner = Readonly<ReturnType<typeof createRunner>>

/**
 * Carries one segment of a build on from its checkpoint: takes events in order and writes them in batches,
 * one transaction each, until the signal aborts.
 */
export const createRunner = (options: RunnerOptions) => {
  const { projection, build, lease, parked, batchSize, signal } = options
  const progress = createProgress(options)
  const intake = createIntake({ projection, lease, most: batchSize * BATCHES_AHEAD, signal })
  const recover = createRecovery(options, progress, intake)
  const batches = createBatchWriting(options, progress, intake, recover)
  const replays = createReplayQueue(options, progress)

  const becomeLive = async (): Promise<void> => {
    try {
      await options.onCaughtUp(progress.committed)
      if (!signal.aborted) progress.state = 'live'
    } catch (error) {
      if (!signal.aborted) await recover(error, [])
    }
  }

  const step = async (): Promise<void> => {
    const due = findNextDue(progress)
    const ahead = intake.isAhead(progress.committed)
    const atEnd = intake.logHasEnded() && progress.state !== 'live'
    const replayNext = replays.shift()
    if (replayNext) await replayNext()
    else if (intake.length() > 0) await batches.writeNext()
    else if (ahead && (performance.now() >= due || atEnd)) await batches.advance()
    else if (atEnd) await becomeLive()
    else await intake.sleep(ahead ? Math.max(1, due - performance.now()) : undefined)
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
    run: async (): Promise<void> => {
      try {
        while (!signal.aborted && progress.state !== 'failed') await step()
      } finally {
        for (let replayNext = replays.shift(); replayNext; replayNext = replays.shift()) await replayNext()
      }
    },
    /** Makes it check the signal. */
    wake: intake.wake,
    state: () => progress.state,
    committed: (): Checkpoint => progress.committed,
    /**
     * Replays in order, between two batches, what was parked under this name. Rejects with the database's
     * error.
     */
    unpark: (name: string): Promise<Replayed> => {
      const replayed = replays.push(name)
      intake.wake()
      return replayed
    },
    /** When its oldest unwritten event was recorded; undefined when there is none. */
    waitingSince: (): string | undefined =>
      intake.oldest() ?? (progress.state === 'live' ? undefined : intake.reached()),
    /** The number of parked streams. */
    parkedStreams: () => parked.size,
    /** Events a second since the last call. */
    rate: progress.rate.read,
  }
}
