import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Resource } from '@hearth/contracts/kernel/resource'
import { backoffMilliseconds, pause } from '@hearth/platform/event-store/backoff'
import type { EventStore } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/log'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import { once } from 'node:events'
import type { Pool } from 'pg'
import { loadCheckpoint } from './commitBatch.ts'
import { readFeed } from './readFeed.ts'
import { makeRunner, type CommittedBatch, type Runner } from './runner.ts'
import { markServing, prepareIndexes, prepareSchema, prepareTable, ReplacedError, type Status } from './tables.ts'

export type EngineOptions = Readonly<{
  projections: readonly Projection[]
  resources: readonly Resource[]
  store: Pick<EventStore, 'feed'>
  read: EventReader
  /** For batches; see `batchPoolOptions`. */
  pool: Pool
  /** Without statement limits, for tables and indexes. */
  maintenancePool: Pool
  log: Log
  /** Runs before each round, for schemas that the reader needs. */
  prepare?: () => Promise<unknown>
  batchSize?: number
  delayMs?: number
  onBatch?: (batch: CommittedBatch) => void
}>

export type ProjectionStatus = Readonly<{ name: string; version: number; state: 'starting' | 'catching-up' | 'live' | 'failed'; commit: bigint | null; error?: string; waitingSince: string | undefined }>

export type Engine = Readonly<{
  status: () => readonly ProjectionStatus[]
  /** Finishes the running batches and ends. */
  stop: () => Promise<void>
}>

const BATCH_SIZE = 512

/**
 * Runs all projections until it is stopped. It works in rounds: each begins from what Postgres says, and ends when a table was reset or a rebuilt
 * projection has caught up with the others.
 */
export const startEngine = (options: EngineOptions): Engine => {
  const { projections, resources, store, read, pool, maintenancePool, log, batchSize = BATCH_SIZE, delayMs = 0 } = options
  const stopping = new AbortController()
  const failed = new Map<string, Error>()
  let runners: readonly Runner[] = []

  const prepareOne = async (projection: Projection) => {
    try {
      await prepareTable(maintenancePool, projection, log)
      const stored = await loadCheckpoint(pool, projection)
      if (!stored) throw new Error(`${projection.name} has no checkpoint`)
      return [{ projection, ...stored }]
    } catch (error) {
      if (!(error instanceof ReplacedError)) throw error
      failed.set(projection.name, error)
      log.error({ err: error, projection: projection.name }, 'projection: not started, another version has taken its place')
      return []
    }
  }

  const runRound = async (): Promise<void> => {
    const round = new AbortController()
    const signal = AbortSignal.any([stopping.signal, round.signal])
    await options.prepare?.()
    await prepareSchema(maintenancePool)
    const prepared = (await Promise.all(projections.filter(({ name }) => !failed.has(name)).map(prepareOne))).flat()
    // A projection that is being rebuilt reads the log for itself, so that the others stay current; with none to disturb, all read together.
    const apart = prepared.some(({ status }) => status === 'serving')
    const together = () => {
      const building = runners.filter((_, index) => prepared[index]?.status === 'building')
      if (apart && building.length > 0 && building.every((runner) => runner.state() !== 'catching-up')) round.abort()
    }
    runners = prepared.map(({ projection, checkpoint }) =>
      makeRunner({
        projection, pool, checkpoint, batchSize, delayMs, log, signal, onBatch: options.onBatch,
        onCaughtUp: async (at) => {
          await prepareIndexes(maintenancePool, projection, resources, log)
          await markServing(pool, projection, at === 'start' ? null : at.commit)
          log.info({ projection: projection.name, commit: at === 'start' ? undefined : at.commit }, 'projection: caught up')
          setImmediate(together)
        },
        onRestart: (reason) => {
          log.warn({ projection: projection.name, reason }, 'projection: starting again from the stored checkpoints')
          round.abort()
        },
        onFailed: (error) => {
          failed.set(projection.name, error)
          setImmediate(together)
        },
      }),
    )
    const groups = (['serving', 'building'] satisfies Status[])
      .map((status) => runners.filter((_, index) => !apart || prepared[index]?.status === status))
      .filter((group, index) => group.length > 0 && (apart || index === 0))
    if (groups.length === 0) return void (await once(stopping.signal, 'abort'))
    const parts = [...runners.map((runner) => runner.run()), ...groups.map((group) => readFeed({ store, read, runners: group, log, signal }))]
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
  const finished = runForever()

  return {
    status: () =>
      projections.map(({ name, version }) => {
        const runner = runners.find(({ projection }) => projection.name === name)
        const error = failed.get(name)
        const at = runner?.committed() ?? 'start'
        const base = { name, version, commit: at === 'start' ? null : at.commit, waitingSince: runner?.waitingSince() }
        return error ? { ...base, state: 'failed', error: error.message } : { ...base, state: runner?.state() ?? 'starting' }
      }),
    stop: async () => {
      stopping.abort()
      await finished
    },
  }
}

/** Options of the connections that write batches: the log can repeat what a crash loses, and each statement has one good plan, by primary key. */
export const batchConnectionString = (databaseUrl: string) => {
  const settings = ['synchronous_commit=off', 'enable_seqscan=off', 'enable_hashjoin=off', 'enable_mergejoin=off', 'jit=off', 'timezone=UTC', 'plan_cache_mode=force_generic_plan']
  return `${databaseUrl}${databaseUrl.includes('?') ? '&' : '?'}options=${encodeURIComponent(settings.map((setting) => `-c ${setting}`).join(' '))}`
}
