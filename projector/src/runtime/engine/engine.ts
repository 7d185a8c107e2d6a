import { createHash, randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Resource } from '@hearth/contracts/kernel/resource'
import type { EventStore } from '@hearth/platform/event-store/port'
import { pollUntilAborted } from '@hearth/platform/retry/pollUntilAborted'
import type { Log } from '@hearth/platform/telemetry/log'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import type { Pool } from 'pg'
import { ensureBuilds, retireExpired, countSegments } from '../builds/ensureBuilds.ts'
import { markCaughtUp, markComplete } from '../builds/completeBuild.ts'
import { readMine, ReplacedError, type Build } from '../builds/builds.ts'
import type { Pause } from '../batch/commitBatch.ts'
import { fulfilRequests } from '../operations/fulfilRequests.ts'
import { createYieldToServing } from '../builds/yieldToServing.ts'
import { INDEXES_AT_ONCE, prepareIndexes, type PrepareIndexesOptions } from '../builds/indexes.ts'
import { claimLeases, readLeaseOverview, releaseLeases, type Lease } from '../segments/leases.ts'
import { gatherMoves, moveFreeSegments, moveSegment } from '../segments/moveSegments.ts'
import { loadParked } from '../parking/parkedStreams.ts'
import { createRunner, type CommittedBatch, type Runner } from '../feed/runner.ts'
import { findApart, groupRunners, isBeside, type Held } from './groupRunners.ts'
import { createRound, ROUND_RETRY, runRound, type Round } from './runRound.ts'
import { prepareSchema, hashShape } from '../builds/schema.ts'
import { createSession } from './session.ts'
import {
  formatSegmentName,
  projectionStatus,
  segmentStatuses,
  type ProjectionStatus,
  type SegmentStatus,
} from './status.ts'
import { createTableVacuum } from '../builds/vacuumTables.ts'
import { createWaker } from '@hearth/platform/retry/waker'
import { signed, watchLeases } from '../segments/watchLeases.ts'
import { createRowWriter } from '../batch/writeRows.ts'

export type EngineOptions = Readonly<{
  projections: readonly Projection[]
  resources: readonly Resource[]
  store: Pick<EventStore, 'feed'>
  read: EventReader
  /** For batches; see `batchConnectionString`. */
  pool: Pool
  /** Without statement limits, for tables and leases; one of its connections is kept. */
  maintenancePool: Pool
  /**
   * Without statement limits, for what takes long and nobody waits for: indexes of builds beside the serving
   * ones, comparisons.
   */
  backgroundPool: Pool
  log: Log
  /** Runs before each round, for schemas that the reader needs. */
  prepare?: () => Promise<unknown>
  batchSize?: number
  delayMs?: number
  /** Into how many segments a projection is cut, by tenant. Platform-wide ones stay in one. */
  segments?: number
  /** The part of its time that a build works while others serve, above 0 to 1. */
  rebuildShare?: number
  /** How long the former build is kept current after a cut-over, to go back to. */
  keepMinutes?: number
  /** Whether a build for changed code takes over as soon as it is complete. */
  cutOver?: 'automatic' | 'asked'
  /**
   * Only carries on builds that are on their way, or of those only the ones beside a serving one, and takes
   * no share of the others' work.
   */
  helper?: 'building' | 'beside'
  /** Leaves builds beside serving ones to a helper: told at each look, every second, while there is one. */
  onBeside?: () => void
  /** Holds batches at certain places; for tests. */
  pauseAt?: Pause
  onBatch?: (batch: CommittedBatch) => void
}>

export type Engine = Readonly<{
  /** How this process signs its leases. */
  owner: string
  status: () => readonly ProjectionStatus[]
  segments: () => readonly SegmentStatus[]
  /** Finishes the running batches, gives back its segments and ends. */
  stop: () => Promise<void>
}>

const BATCH_SIZE = 2_048
export const KEEP_MINUTES = 60

/**
 * Runs all projections until it is stopped, sharing their segments with other processes. It works in rounds:
 * each begins from what Postgres says, and ends when a table or a lease changed or a rebuilt projection has
 * caught up with the others.
 */
export const startEngine = (options: EngineOptions): Engine => {
  const {
    projections,
    resources,
    store,
    read,
    pool,
    maintenancePool,
    backgroundPool,
    log,
    batchSize = BATCH_SIZE,
    delayMs = 0,
    segments = 1,
  } = options
  const stopping = new AbortController()
  const owner = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`
  const versions = createHash('sha256')
    .update(
      JSON.stringify(
        projections.map((projection) => [projection.name, projection.version, hashShape(projection)]),
      ),
    )
    .digest('hex')
    .slice(0, 16)
  // Those with the same share the work.
  const code =
    options.helper === 'building' ? owner : options.helper === 'beside' ? `${versions}-beside` : versions
  const move = gatherMoves(
    (one) => moveSegment(pool, one),
    (moves) => moveFreeSegments(pool, moves),
  )
  const tidy = createTableVacuum({ pool: maintenancePool, log })
  const requested = createWaker()
  const beating = createWaker()
  const session = createSession({ pool: maintenancePool, owner, code, log, onRequest: requested.wake })
  const failed = new Map<string, Error>()
  const replaced = new Map<string, Error>()
  /** Leases whose segments have once caught up here. */
  const joined = new Set<string>()
  let builds: readonly Build[] | undefined
  let runners: readonly Runner[] = []

  const mine = (all: readonly Build[]): readonly Build[] => {
    if (options.helper)
      return all.filter((build) =>
        options.helper === 'beside' ? isBeside(build) : build.status === 'building',
      )
    if (!options.onBeside) return all
    if (all.some(isBeside)) options.onBeside()
    return all.filter((build) => !isBeside(build))
  }

  const prepareOne = async (projection: Projection): Promise<readonly Build[]> => {
    try {
      const found = await ensureBuilds(
        maintenancePool,
        projection,
        countSegments(projection, resources, segments),
        log,
      )
      replaced.delete(projection.name)
      return found
    } catch (error) {
      if (!(error instanceof ReplacedError)) throw error
      replaced.set(projection.name, error)
      log.error(
        { err: error, projection: projection.name },
        'projection: not started, another version has taken its place',
      )
      return []
    }
  }

  const lookAgain = async (): Promise<readonly Build[]> => {
    for (const table of options.helper ? [] : await retireExpired(maintenancePool))
      log.info({ table }, 'projection: a former table was dropped')
    builds = mine(await readMine(maintenancePool, projections))
    return builds
  }

  const pulseOf = (lease: Lease) => {
    const runner = runners.find((candidate) => candidate.lease === lease)
    const since = runner?.waitingSince()
    const lagMs = since === undefined ? 0 : Math.max(0, Date.now() - Date.parse(since))
    return {
      lagMs,
      eventsPerSecond: runner?.rate() ?? 0,
      error: failed.get(formatSegmentName(lease))?.message ?? null,
    }
  }

  // Those of builds beside serving ones are made one build after the other: each takes several connections.
  let besides: Promise<void> = Promise.resolve()
  const makeIndexes = (
    build: Build,
    how: Pick<PrepareIndexesOptions, 'yieldToServing' | 'signal'>,
  ): Promise<void> => {
    if (build.serves)
      return prepareIndexes(build, resources, { pool: maintenancePool, atOnce: 1, log, ...how })
    const beside = () =>
      prepareIndexes(build, resources, { pool: backgroundPool, atOnce: INDEXES_AT_ONCE, log, ...how })
    return (besides = besides.then(beside, beside))
  }

  const start = async (
    { lease, build, projection }: Held,
    apart: boolean,
    { signal, end }: Round,
    onStep: () => void,
  ): Promise<Runner> => {
    const parked = await loadParked(maintenancePool, lease, lease.range)
    const yieldToServing = apart
      ? createYieldToServing({ pool: maintenancePool, share: options.rebuildShare, signal })
      : undefined
    const runner = createRunner({
      projection,
      build,
      lease,
      parked,
      batchSize,
      delayMs,
      log,
      signal,
      yieldToServing,
      pauseAt: options.pauseAt,
      writer: createRowWriter({
        pool,
        projection,
        table: build.table,
        lease,
        parked,
        read,
        batchSize,
        move,
        pauseAt: options.pauseAt,
      }),
      onCaughtUp: async (at) => {
        if (await markCaughtUp(maintenancePool, lease)) {
          await makeIndexes(build, { yieldToServing, signal })
          await markComplete(maintenancePool, build)
        }
        joined.add(signed(lease))
        log.info(
          {
            projection: projection.name,
            build: build.build,
            segment: lease.segment,
            commit: at === 'start' ? undefined : at.commit,
          },
          'projection: caught up',
        )
        setImmediate(onStep)
      },
      onRestart: (reason) => {
        log.warn({ projection: projection.name, reason }, 'projection: a segment cannot go on as it is')
        end()
      },
      onFailed: (error) => {
        failed.set(formatSegmentName(lease), error)
        setImmediate(onStep)
      },
      onBatch: (batch) => {
        options.onBatch?.(batch)
        if (runner.state() === 'live') void tidy(build.table, batch.events)
      },
    })
    return runner
  }

  const round = async (): Promise<void> => {
    await options.prepare?.()
    await prepareSchema(maintenancePool)
    const found = mine((await Promise.all(projections.map(prepareOne))).flat()).toSorted(
      (a, b) => Number(b.serves) - Number(a.serves),
    )
    await session.beat()
    const { most } = await readLeaseOverview(maintenancePool, owner, code, found)
    const leases = await claimLeases(maintenancePool, owner, found, most)
    const current = createRound(stopping.signal)
    const change = (reason: string) => {
      if (current.signal.aborted) return
      log.info({ reason }, 'projection: starting again from the stored checkpoints')
      current.end()
    }
    const held = leases.flatMap((lease): readonly Held[] => {
      const build = found.find(
        (candidate) => candidate.projection === lease.projection && candidate.build === lease.build,
      )
      const projection = projections.find(({ name }) => name === lease.projection)
      return build && projection && !failed.has(formatSegmentName(lease))
        ? [{ lease, build, projection }]
        : []
    })
    const names = new Set(leases.map(signed))
    for (const name of joined) if (!names.has(name)) joined.delete(name)
    const isApart = findApart(held, (lease) => joined.has(signed(lease)))
    const together = () => {
      const building = runners.filter(isApart)
      if (building.length > 0 && building.every((runner) => runner.state() !== 'catching-up'))
        change('a rebuilt projection has caught up')
    }
    const made = await Promise.all(held.map((one) => start(one, isApart(one), current, together)))
    builds = found
    runners = made
    const keep = () =>
      watchLeases({
        pool: maintenancePool,
        owner,
        code,
        session,
        builds: found,
        leases,
        most,
        pulseOf,
        lookAgain,
        beating,
        change,
        log,
        signal: current.signal,
      })
    await runRound(current, { groups: groupRunners(runners, isApart), keep, store, read, log })
  }

  const giveBack = async (): Promise<void> => {
    // Whoever takes over need not wait then; when it fails, the lease runs out by itself.
    await releaseLeases(maintenancePool, owner).catch((error: unknown) =>
      log.warn({ err: error }, 'projection: the segments could not be given back'),
    )
    session.close()
  }

  const rounds = pollUntilAborted({
    round,
    pauseMs: 0,
    retry: ROUND_RETRY,
    name: 'projection',
    log,
    signal: stopping.signal,
  })
  const requests = options.helper
    ? Promise.resolve()
    : fulfilRequests({
        ...options,
        owner,
        segments,
        keepMinutes: options.keepMinutes ?? KEEP_MINUTES,
        runners: () => runners,
        builds: () => builds ?? [],
        requested,
        beat: beating.wake,
        signal: stopping.signal,
      })
  const finished = Promise.all([rounds, requests]).then(giveBack)
  const standing = () => ({ builds, runners, failed, replaced, helper: options.helper !== undefined })

  return {
    owner,
    status: () => projections.map((projection) => projectionStatus(standing(), projection)),
    segments: () => segmentStatuses(standing()),
    stop: async () => {
      stopping.abort()
      requested.wake()
      beating.wake()
      await finished
    },
  }
}
