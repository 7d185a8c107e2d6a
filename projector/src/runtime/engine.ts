import { createHash, randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { hostname } from 'node:os'
import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { backoffMilliseconds, pause } from '@hearth/platform/event-store/backoff'
import type { EventStore } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/log'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import type { Pool } from 'pg'
import { ensureBuilds, markCaughtUp, markComplete, readMine, ReplacedError, retireExpired, segmentsOf, type Build } from './builds.ts'
import { earliest, isAfter } from './checkpoint.ts'
import type { Pause } from './commitBatch.ts'
import { judge } from './failure.ts'
import { prepareIndexes } from './indexes.ts'
import { claimLeases, lookAround, releaseLeases, renewLeases, type Lease } from './leases.ts'
import { loadParked } from './parking.ts'
import { readFeed } from './readFeed.ts'
import { fulfilRequests } from './fulfilRequests.ts'
import { makeRunner, type CommittedBatch, type Runner } from './runner.ts'
import { prepareSchema, shapeOf } from './schema.ts'
import { makeSession } from './session.ts'
import { makeWaker } from './waker.ts'

export type EngineOptions = Readonly<{
  projections: readonly Projection[]
  resources: readonly Resource[]
  store: Pick<EventStore, 'feed'>
  read: EventReader
  /** For batches; see `batchConnectionString`. */
  pool: Pool
  /** Without statement limits, for tables and indexes; one of its connections is kept. */
  maintenancePool: Pool
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
  /** Only carries on builds that do not serve yet, and takes no share of the others' work. */
  helper?: true
  /** Holds batches at certain places; for tests. */
  pauseAt?: Pause
  onBatch?: (batch: CommittedBatch) => void
}>

export type ProjectionStatus = Readonly<{
  name: string
  version: number
  /** Of the serving build's segments here; `elsewhere` when other processes hold them all. */
  state: 'starting' | 'catching-up' | 'live' | 'elsewhere' | 'failed'
  commit: bigint | null
  error?: string
}>

/** One segment that this process carries on. `waitingSince`: when its oldest unwritten event was recorded. */
export type SegmentStatus = Readonly<{
  projection: string
  build: number
  segment: number
  serves: boolean
  state: 'catching-up' | 'live' | 'failed'
  waitingSince: string | undefined
  parkedStreams: number
}>

export type Engine = Readonly<{
  /** How this process signs its leases. */
  owner: string
  status: () => readonly ProjectionStatus[]
  segments: () => readonly SegmentStatus[]
  /** Finishes the running batches, gives back its segments and ends. */
  stop: () => Promise<void>
}>

const BATCH_SIZE = 512
const BEAT_MILLISECONDS = 1_000
/** With less than its share it looks more often for segments that become free. */
const HUNGRY_BEAT_MILLISECONDS = 250
export const REBUILD_SHARE = 0.5
export const KEEP_MINUTES = 60

const nameOf = ({ projection, build, segment }: Pick<Lease, 'projection' | 'build' | 'segment'>) => `${projection}/${build}/${segment}`
const signed = (lease: Pick<Lease, 'projection' | 'build' | 'segment' | 'epoch'>) => `${nameOf(lease)}/${lease.epoch}`
const sameNames = (a: readonly string[], b: readonly string[]) => a.length === b.length && new Set([...a, ...b]).size === a.length
const buildNames = (builds: readonly Build[]) => builds.map(({ projection, build }) => `${projection}/${build}`)

/**
 * Runs all projections until it is stopped, sharing their segments with other processes. It works in rounds: each begins from what Postgres says, and ends
 * when a table or a lease changed or a rebuilt projection has caught up with the others.
 */
export const startEngine = (options: EngineOptions): Engine => {
  const { projections, resources, store, read, pool, maintenancePool, log, batchSize = BATCH_SIZE, delayMs = 0, segments = 1 } = options
  const stopping = new AbortController()
  const owner = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`
  const code = options.helper ? owner : createHash('sha256').update(JSON.stringify(projections.map((projection) => [projection.name, projection.version, shapeOf(projection)]))).digest('hex').slice(0, 16)
  const requested = makeWaker()
  const beating = makeWaker()
  const session = makeSession({ pool: maintenancePool, owner, code, log, onRequest: requested.wake })
  const failed = new Map<string, Error>()
  const replaced = new Map<string, Error>()
  /** Leases whose segments have once caught up here. */
  const joined = new Set<string>()
  let builds: readonly Build[] | undefined
  let runners: readonly Runner[] = []

  const mine = (all: readonly Build[]) => all.filter(({ status }) => !options.helper || status === 'building')

  const prepareOne = async (projection: Projection): Promise<readonly Build[]> => {
    try {
      const found = await ensureBuilds(maintenancePool, projection, segmentsOf(projection, resources, segments), log)
      replaced.delete(projection.name)
      return found
    } catch (error) {
      if (!(error instanceof ReplacedError)) throw error
      replaced.set(projection.name, error)
      log.error({ err: error, projection: projection.name }, 'projection: not started, another version has taken its place')
      return []
    }
  }

  // One beat a second: stay known, keep the leases, and see whether the work is still shared as it should be.
  const watch = async (current: readonly Build[], leases: readonly Lease[], most: number, change: (reason: string) => void, signal: AbortSignal): Promise<void> => {
    signal.addEventListener('abort', beating.wake)
    for (let hungry = leases.length < most; ; ) {
      await beating.sleep(hungry ? HUNGRY_BEAT_MILLISECONDS : BEAT_MILLISECONDS)
      if (signal.aborted) return
      try {
        await session.beat()
        await renewLeases(maintenancePool, owner, leases.map((lease) => {
          const runner = runners.find((candidate) => candidate.lease === lease)
          const since = runner?.waitingSince()
          const lagMs = since === undefined ? 0 : Math.max(0, Date.now() - Date.parse(since))
          return { ...lease, lagMs, eventsPerSecond: runner?.rate() ?? 0, error: failed.get(nameOf(lease))?.message ?? null }
        }))
        for (const table of options.helper ? [] : await retireExpired(maintenancePool)) log.info({ table }, 'projection: a former table was dropped')
        builds = mine(await readMine(maintenancePool, projections))
        const share = await lookAround(maintenancePool, owner, code, builds)
        const { held, free } = share
        hungry = held.length < share.most
        if (!sameNames(buildNames(builds), buildNames(current))) change('its tables changed')
        else if (!sameNames(held.map(signed), leases.map(signed))) change('segments were taken over')
        else if (held.length > share.most) change('another process takes a share of the segments')
        else if (free > 0 && hungry) change('segments are free')
      } catch (error) {
        if (judge(error) === 'missing') change('the schema is gone')
        else log.warn({ err: error }, 'projection: the leases could not be renewed')
      }
    }
  }

  const runRound = async (): Promise<void> => {
    const round = new AbortController()
    const signal = AbortSignal.any([stopping.signal, round.signal])
    // Every segment listens to it, and there may be many.
    setMaxListeners(0, signal)
    await options.prepare?.()
    await prepareSchema(maintenancePool)
    const found = mine((await Promise.all(projections.map(prepareOne))).flat()).toSorted((a, b) => Number(b.serves) - Number(a.serves))
    await session.beat()
    const { most } = await lookAround(maintenancePool, owner, code, found)
    const leases = await claimLeases(maintenancePool, owner, found, most)
    const change = (reason: string) => {
      if (signal.aborted) return
      log.info({ reason }, 'projection: starting again from the stored checkpoints')
      round.abort()
    }
    const held = leases.flatMap((lease) => {
      const build = found.find((candidate) => candidate.projection === lease.projection && candidate.build === lease.build)
      const projection = projections.find(({ name }) => name === lease.projection)
      return build && projection && !failed.has(nameOf(lease)) ? [{ lease, build, projection }] : []
    })
    // A build that is on its way, or a former one that stood still, reads the log for itself, so that the others stay current; with none to disturb, all read
    // together. Once it has caught up here it joins the others.
    const names = new Set(leases.map(signed))
    for (const name of joined) if (!names.has(name)) joined.delete(name)
    const front = earliest(held.filter(({ build }) => build.status === 'serving').map(({ lease }) => lease.checkpoint))
    const isLate = ({ build, lease }: Pick<Runner, 'build' | 'lease'>) => !joined.has(signed(lease)) && (build.status === 'building' || (!build.serves && isAfter(front, lease.checkpoint)))
    const late = new Set(held.filter(isLate).map(({ lease }) => lease))
    const isApart = ({ lease }: Pick<Runner, 'lease'>) => late.size < held.length && late.has(lease)
    const together = () => {
      const building = runners.filter(isApart)
      if (building.length > 0 && building.every((runner) => runner.state() !== 'catching-up')) change('a rebuilt projection has caught up')
    }
    const made = await Promise.all(held.map(async ({ lease, build, projection }) => {
      const parked = await loadParked(maintenancePool, lease, lease.range)
      const runner: Runner = makeRunner({
        projection, build, lease, parked, pool, read, batchSize, delayMs, log, signal, pauseAt: options.pauseAt, onBatch: options.onBatch,
        share: isApart({ lease }) ? (options.rebuildShare ?? REBUILD_SHARE) : 1,
        onCaughtUp: async (at) => {
          if (await markCaughtUp(maintenancePool, lease)) {
            await prepareIndexes(maintenancePool, build, resources, log)
            await markComplete(maintenancePool, build)
          }
          joined.add(signed(lease))
          log.info({ projection: projection.name, build: build.build, segment: lease.segment, commit: at === 'start' ? undefined : at.commit }, 'projection: caught up')
          setImmediate(together)
        },
        onRestart: (reason) => {
          log.warn({ projection: projection.name, reason }, 'projection: a segment cannot go on as it is')
          round.abort()
        },
        onFailed: (error) => {
          failed.set(nameOf(lease), error)
          setImmediate(together)
        },
      })
      return runner
    }))
    builds = found
    runners = made
    const groups = [runners.filter((runner) => !isApart(runner)), runners.filter(isApart)].filter((group) => group.length > 0)
    const parts = [watch(found, leases, most, change, signal), ...runners.map((runner) => runner.run()), ...groups.map((group) => readFeed({ store, read, runners: group, log, signal }))]
    try {
      await Promise.all(parts)
    } finally {
      round.abort()
      await Promise.allSettled(parts)
    }
  }

  const runForever = async (): Promise<void> => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await runRound()
        failures = 0
      } catch (error) {
        failures += 1
        log.warn({ err: error, attempt: failures }, 'projection: could not start, it will be repeated')
        await pause(backoffMilliseconds(failures, 100, 3_000), stopping.signal)
      }
    }
  }

  const giveBack = async (): Promise<void> => {
    // Whoever takes over need not wait then; when it fails, the lease runs out by itself.
    await releaseLeases(maintenancePool, owner).catch((error: unknown) => log.warn({ err: error }, 'projection: the segments could not be given back'))
    session.close()
  }

  const requests = options.helper
    ? Promise.resolve()
    : fulfilRequests({ ...options, owner, segments, keepMinutes: options.keepMinutes ?? KEEP_MINUTES, runners: () => runners, builds: () => builds ?? [], requested, beat: beating.wake, signal: stopping.signal })
  const finished = Promise.all([runForever(), requests]).then(giveBack)

  const servingOf = (name: string) => builds?.find((build) => build.projection === name && build.serves)

  const statusOf = ({ name, version }: Projection): ProjectionStatus => {
    const serving = servingOf(name)
    const here = runners.filter(({ projection, build }) => projection.name === name && (options.helper || build.build === serving?.build))
    const error = replaced.get(name) ?? [...failed].find(([key]) => serving && key.startsWith(`${name}/${serving.build}/`))?.[1]
    const at = earliest(here.map((runner) => runner.committed()))
    const base = { name, version, commit: at === 'start' ? null : at.commit }
    if (error) return { ...base, state: 'failed', error: error.message }
    if (builds === undefined) return { ...base, state: 'starting' }
    if (here.length === 0) return { ...base, state: 'elsewhere' }
    return { ...base, state: here.every((runner) => runner.state() === 'live') ? 'live' : 'catching-up' }
  }

  return {
    owner,
    status: () => projections.map(statusOf),
    segments: () =>
      runners.map((runner) => ({
        projection: runner.lease.projection, build: runner.lease.build, segment: runner.lease.segment, serves: servingOf(runner.lease.projection)?.build === runner.lease.build,
        state: runner.state(), waitingSince: runner.waitingSince(), parkedStreams: runner.parkedStreams(),
      })),
    stop: async () => {
      stopping.abort()
      requested.wake()
      beating.wake()
      await finished
    },
  }
}

/**
 * Options of the connections that write batches: the log can repeat what a crash loses, and each statement has one good plan, by primary key. It is made
 * anew each time: one kept from when the table was empty reads all of it for every row, until the statistics change a minute later.
 */
export const batchConnectionString = (databaseUrl: string) => {
  const settings = ['synchronous_commit=off', 'enable_seqscan=off', 'enable_hashjoin=off', 'enable_mergejoin=off', 'jit=off', 'timezone=UTC', 'plan_cache_mode=force_custom_plan']
  return `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}options=${encodeURIComponent(settings.map((setting) => `-c ${setting}`).join(' '))}`
}
