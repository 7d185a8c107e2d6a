import { createRowWriter } from '../batch/writeRows.ts'
import { markCaughtUp, markComplete } from '../builds/completeBuild.ts'
import { createTableVacuum } from '../builds/vacuumTables.ts'
import { createYieldToServing } from '../builds/yieldToServing.ts'
import { createRunner, type Runner } from '../feed/runner.ts'
import { loadParked } from '../parking/parkedStreams.ts'
import type { Checkpoint } from '../segments/checkpoint.ts'
import { gatherMoves, moveFreeSegments, moveSegment } from '../segments/moveSegments.ts'
import { signed } from '../segments/watchLeases.ts'
import { createIndexBuilder, type BuildIndexes } from './buildIndexes.ts'
import type { Held } from './groupRunners.ts'
import { BATCH_SIZE, type EngineOptions } from './options.ts'
import type { Round } from './runRound.ts'
import type { EngineState } from './state.ts'
import { formatSegmentName } from './status.ts'

/**
 * Starts the runner of a segment. `apart`: it reads a feed of its own and yields to what serves. `onStep`
 * runs after it has caught up or failed.
 */
export type StartSegment = (held: Held, apart: boolean, round: Round, onStep: () => void) => Promise<Runner>

/** Records that a segment has caught up, and completes its build with the last of them. */
const createCompletion = (options: EngineOptions, state: Pick<EngineState, 'joined'>) => {
  const { maintenancePool, log } = options
  const buildIndexes = createIndexBuilder(options)
  return async (
    { lease, build }: Held,
    checkpoint: Checkpoint,
    how: Parameters<BuildIndexes>[1],
  ): Promise<void> => {
    if (await markCaughtUp(maintenancePool, lease)) {
      await buildIndexes(build, how)
      await markComplete(maintenancePool, build)
    }
    state.joined.add(signed(lease))
    const { projection, segment } = lease
    const commit = checkpoint === 'start' ? undefined : checkpoint.commit
    log.info({ projection, build: build.build, segment, commit }, 'projection: caught up')
  }
}

/** Runners that write rows, and complete their builds when they have caught up. */
export const createSegmentStarter = (options: EngineOptions, state: EngineState): StartSegment => {
  const { pool, maintenancePool, read, log, pauseAt, batchSize = BATCH_SIZE, delayMs = 0 } = options
  const move = gatherMoves(
    (one) => moveSegment(pool, one),
    (moves) => moveFreeSegments(pool, moves),
  )
  const vacuum = createTableVacuum({ pool: maintenancePool, log })
  const complete = createCompletion(options, state)

  return async (held, apart, { signal, end }, onStep) => {
    const { lease, build, projection } = held
    const { table } = build
    const parked = await loadParked(maintenancePool, lease, lease.range)
    const yieldToServing = apart
      ? createYieldToServing({ pool: maintenancePool, share: options.rebuildShare, signal })
      : undefined
    const writer = createRowWriter({ pool, projection, table, lease, parked, read, batchSize, move, pauseAt })
    const runner = createRunner({
      projection,
      build,
      lease,
      parked,
      writer,
      batchSize,
      delayMs,
      log,
      signal,
      yieldToServing,
      pauseAt,
      onCaughtUp: async (checkpoint) => {
        await complete(held, checkpoint, { yieldToServing, signal })
        setImmediate(onStep)
      },
      onRestart: (reason) => {
        log.warn({ projection: projection.name, reason }, 'projection: a segment has to start again')
        end()
      },
      onFailed: (error) => {
        state.failed.set(formatSegmentName(lease), error)
        setImmediate(onStep)
      },
      onBatch: (batch) => {
        options.onBatch?.(batch)
        if (runner.state() === 'live') void vacuum(table, batch.events)
      },
    })
    return runner
  }
}
