import type { ProcessManager } from '@hearth/contracts/kernel/process'
import { pause } from '@hearth/platform/retry/backoff'
import type { EngineOptions } from '../runtime/engine/options.ts'
import type { Build } from '../runtime/builds/builds.ts'
import { LEASE_S, type Lease } from '../runtime/segments/leases.ts'
import { gatherMoves } from '../runtime/segments/moveSegments.ts'
import { pollUntilAborted } from '@hearth/platform/retry/pollUntilAborted'
import { createRunner, type Runner } from '../runtime/feed/runner.ts'
import { createOwnerName } from '../runtime/engine/owner.ts'
import { createRound, ROUND_RETRY, runRound, type Round } from '../runtime/engine/runRound.ts'
import type { Log } from '@hearth/platform/telemetry/log'
import type { Pool } from 'pg'
import { asProjection } from './asProjection.ts'
import { fulfilUnparks } from './fulfilUnparks.ts'
import {
  claimManagers,
  markLive,
  moveFreeManagers,
  moveManager,
  releaseManagers,
  renewManagers,
} from './managerLeases.ts'
import { createReactionWriter } from './writeReactions.ts'

const BEAT_MS = 1_000
const BATCH_SIZE = 512

export type ProcessesOptions = Pick<
  EngineOptions,
  'store' | 'read' | 'pool' | 'maintenancePool' | 'log' | 'prepare' | 'batchSize' | 'pauseAt' | 'onBatch'
> &
  Readonly<{
    managers: readonly ProcessManager[]
    /** How long other processes wait for one that died. */
    leaseSeconds?: number
  }>

/** `elsewhere`: another process holds it. `waitingSince`: when its oldest unwritten event was recorded. */
export type ProcessStatus = Readonly<{
  name: string
  version: number
  state: 'elsewhere' | 'catching-up' | 'live' | 'failed'
  commit: bigint | null
  waitingSince: string | undefined
}>

export type Processes = Readonly<{
  status: () => readonly ProcessStatus[]
  /** Finishes the running batches, releases the leases and ends. */
  stop: () => Promise<void>
}>

/** A process manager as a runner's build: it has no table and is never rebuilt. */
const createBuildFor = ({ name, version }: ProcessManager): Build => ({
  projection: name,
  build: version,
  version,
  shape: '',
  table: '',
  status: 'serving',
  reason: 'first',
  serves: true,
})

type State = { runners: readonly Runner[]; readonly failed: Set<string> }

/** Starts the runner of a process manager that this process holds. */
const createManagerStarter = (options: ProcessesOptions, leaseSeconds: number, state: State) => {
  const { pool, maintenancePool, read, log, pauseAt, onBatch, batchSize = BATCH_SIZE } = options
  const move = gatherMoves(
    (one) => moveManager(pool, leaseSeconds, one),
    (moves) => moveFreeManagers(pool, leaseSeconds, moves),
  )
  return (manager: ProcessManager, lease: Lease, { signal, end }: Round): Runner =>
    createRunner({
      projection: asProjection(manager),
      build: createBuildFor(manager),
      lease,
      parked: new Map(),
      batchSize,
      delayMs: 0,
      log,
      signal,
      pauseAt,
      onBatch,
      writer: createReactionWriter({ pool, manager, lease, leaseSeconds, move, read, log, pause: pauseAt }),
      onCaughtUp: () => markLive(maintenancePool, lease),
      onRestart: (reason) => {
        log.warn({ process: manager.name, reason }, 'process: it has to start again')
        end()
      },
      onFailed: () => void state.failed.add(manager.name),
    })
}

type Held = Readonly<{
  pool: Pool
  owner: string
  log: Log
  leaseSeconds: number
  wanted: readonly ProcessManager[]
  leases: readonly Lease[]
  runners: readonly Runner[]
}>

/** Renews the leases every second, and fulfils requests, until the round ends or the leases have changed. */
const keepLeases = async (
  { pool, owner, log, leaseSeconds, wanted, leases, runners }: Held,
  { signal, end }: Round,
): Promise<void> => {
  while (!signal.aborted) {
    await pause(BEAT_MS, signal)
    if (signal.aborted) return
    // A lease that is not renewed expires; until then the fence lets its holder write.
    const unchanged = await renewManagers(pool, owner, wanted, leases, leaseSeconds).catch(
      (error: unknown) => {
        log.warn({ err: error }, 'process: the leases could not be renewed')
        return true
      },
    )
    if (!unchanged) end()
    else await fulfilUnparks({ pool, owner, runners, log })
  }
}

const readProcessStatus = ({ name, version }: ProcessManager, { runners, failed }: State): ProcessStatus => {
  const runner = runners.find(({ projection }) => projection.name === name)
  const at = runner?.committed() ?? 'start'
  return {
    name,
    version,
    state: failed.has(name) ? 'failed' : (runner?.state() ?? 'elsewhere'),
    commit: at === 'start' ? null : at.commit,
    waitingSince: runner?.waitingSince(),
  }
}

/**
 * Runs the process managers until it is stopped, each in one process at a time. They are separate from the
 * read models: their checkpoints are in schema `app`, and no rebuild reaches them.
 */
export const startProcesses = (options: ProcessesOptions): Processes => {
  const { managers, store, read, maintenancePool: pool, log, leaseSeconds = LEASE_S } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const owner = createOwnerName()
  const state: State = { runners: [], failed: new Set() }
  const startManager = createManagerStarter(options, leaseSeconds, state)

  const round = async (): Promise<void> => {
    await options.prepare?.()
    const wanted = managers.filter(({ name }) => !state.failed.has(name))
    const leases = await claimManagers(pool, owner, wanted, leaseSeconds)
    if (leases.length === 0) return pause(BEAT_MS, signal)
    const current = createRound(signal)
    const runners = leases.flatMap((lease) => {
      const manager = managers.find(({ name }) => name === lease.projection)
      return manager ? [startManager(manager, lease, current)] : []
    })
    state.runners = runners
    try {
      const keep = () => keepLeases({ pool, owner, log, leaseSeconds, wanted, leases, runners }, current)
      await runRound(current, { groups: [{ runners }], keep, store, read, log })
    } finally {
      state.runners = []
    }
  }

  // Without a release, the next holder waits until the lease runs out.
  const release = () =>
    releaseManagers(pool, owner).catch((error: unknown) =>
      log.warn({ err: error }, 'process: the leases could not be released'),
    )
  const finished = pollUntilAborted({
    round,
    pauseMs: 0,
    retry: ROUND_RETRY,
    name: 'process',
    log,
    signal,
  }).then(release)

  return {
    status: () => managers.map((manager) => readProcessStatus(manager, state)),
    stop: async () => {
      stopping.abort()
      await finished
    },
  }
}
