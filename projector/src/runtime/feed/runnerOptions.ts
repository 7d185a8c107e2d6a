import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Position } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/telemetry/log'
import type { Batch, Pause } from '../batch/commitBatch.ts'
import type { Build } from '../builds/builds.ts'
import type { YieldToServing } from '../builds/yieldToServing.ts'
import type { ParkedStreams } from '../parking/parkedStreams.ts'
import type { Replayed } from '../parking/replayParked.ts'
import type { Checkpoint } from '../segments/checkpoint.ts'
import type { StoredPlace } from '../segments/fence.ts'
import type { Lease } from '../segments/leases.ts'

/** How a segment's batches get into the database. */
export type Writer = Readonly<{
  commit: (batch: Batch) => Promise<void>
  /** Moves the checkpoint past events that do not concern the segment. */
  advance: (previous: Checkpoint, next: Position, notify: boolean) => Promise<void>
  /** Undefined when the segment is gone. */
  stored: () => Promise<StoredPlace | undefined>
  /** Replays in order what was parked under this name, while the segment stands at `at`. */
  replay: (name: string, at: Position, notify: boolean) => Promise<Replayed>
}>

/** `seconds` for the transaction. */
export type CommittedBatch = Readonly<{
  projection: string
  segment: number
  events: number
  seconds: number
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
  /** For a build that yields to others: waits after each batch, by its duration, and keeps batches short. */
  yieldToServing?: YieldToServing | undefined
  pauseAt?: Pause | undefined
  log: Log
  signal: AbortSignal
  /** Runs once, when everything that was in the log has been written. */
  onCaughtUp: (checkpoint: Checkpoint) => Promise<void>
  /**
   * The segment cannot continue in this round: its table is gone, its checkpoint moved backwards, or another
   * process has taken it over.
   */
  onRestart: (reason: string) => void
  /** It stopped for good; the others continue. */
  onFailed: (error: Error) => void
  /** A batch is in the database. */
  onBatch?: ((batch: CommittedBatch) => void) | undefined
}>

/** What log lines say about a segment. */
export const describeSegment = ({
  projection,
  build,
  lease,
}: Pick<RunnerOptions, 'projection' | 'build' | 'lease'>) => ({
  projection: projection.name,
  build: build.build,
  segment: lease.segment,
})
