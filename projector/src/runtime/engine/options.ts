import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Resource } from '@hearth/contracts/kernel/resource'
import type { EventStore } from '@hearth/platform/event-store/port'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import type { Log } from '@hearth/platform/telemetry/log'
import type { Pool } from 'pg'
import type { Pause } from '../batch/commitBatch.ts'
import type { CommittedBatch } from '../feed/runnerOptions.ts'

export type EngineOptions = Readonly<{
  projections: readonly Projection[]
  resources: readonly Resource[]
  store: Pick<EventStore, 'feed'>
  read: EventReader
  /** For batches; see `batchConnectionString`. */
  pool: Pool
  /** Without statement limits, for tables and leases. One of its connections stays open. */
  maintenancePool: Pool
  /**
   * Without statement limits, for slow background work: indexes of builds beside serving ones, comparisons.
   */
  backgroundPool: Pool
  log: Log
  /** Runs before each round, for schemas that the reader needs. */
  prepare?: () => Promise<unknown>
  batchSize?: number
  delayMs?: number
  /** The number of segments that a projection is divided into by tenant. Platform-wide ones have one. */
  segments?: number
  /** The share of its time that a build works while other builds serve, above 0 and at most 1. */
  rebuildShare?: number
  /** How long the previous build is kept current after a cut-over, for a rollback. */
  keepMinutes?: number
  /** Whether a build for changed code takes over as soon as it is complete. */
  cutOver?: 'automatic' | 'asked'
  /**
   * A helper only continues unfinished builds, or only those of them that are beside a serving one, and takes
   * no share of the other work.
   */
  helper?: 'building' | 'beside'
  /**
   * Leaves builds beside serving ones to a helper. Called whenever the builds are read, every second, while
   * there is one.
   */
  onBeside?: () => void
  /** Holds batches at certain points; for tests. */
  pauseAt?: Pause
  onBatch?: (batch: CommittedBatch) => void
}>

export const BATCH_SIZE = 2_048
export const KEEP_MINUTES = 60
