import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { ProcessManager } from '@hearth/contracts/kernel/process'
import { pause } from '@hearth/platform/retry/backoff'
import type { EngineOptions } from '../runtime/engine/options.ts'
import type { Build } from '../runtime/builds/builds.ts'
import { LEASE_SECONDS, type Lease } from '../runtime/segments/leases.ts'
import { gatherMoves } from '../runtime/segments/moveSegments.ts'
import { pollUntilAborted } from '@hearth/platform/retry/pollUntilAborted'
import { ROUND_RETRY } from '../runtime/engine/runRound.ts'
import { createRunner, type Runner } from '../runtime/feed/runner.ts'
import { createRound, runRound, type Round } from '../runtime/engine/runRound.ts'
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
    /** How long others wait for a process that died. */
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
  /** Finishes the running batches, gives back the leases and ends. */
  stop: () => Promise<void>
}>

/** As a runner knows it: it has no table and is never rebuilt. */
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

/**
 * Runs the process managers until it is stopped, each in one process at a time. They are separate from the
 * read models: their checkpoints live in schema `app`, and no rebuild reaches them.
 */
export const startProcesses = (options: ProcessesOptions): Processes => {
  const {
    managers,
    store,
    read,
    pool,
    maintenancePool,
    log,
    batchSize = BATCH_SIZE,
    leaseSeconds = LEASE_SECONDS,
  } = options
  const stopping = new AbortController()
  const owner = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`
  const move = gatherMoves(
    (one) => moveManager(pool, leaseSeconds, one),
    (moves) => moveFreeManagers(pool, leaseSeconds, moves),
  )
  const failed = new Set<string>()
  let runners: readonly Runner[] = []

  const startRunner = (manager: ProcessManager, lease: Lease, { signal, end }: Round): Runner =>
    createRunner({
      projection: asProjection(manager),
      build: createBuildFor(manager),
      lease,
      parked: new Map(),
      batchSize,
      delayMs: 0,
      log,
      signal,
      pauseAt: options.pauseAt,
      onBatch: options.onBatch,
      writer: createReactionWriter({
        pool,
        manager,
        lease,
        leaseSeconds,
        move,
        read,
        log,
        pause: options.pauseAt,
      }),
      onCaughtUp: () => markLive(maintenancePool, lease),
      onRestart: (reason) => {
        log.warn({ process: manager.name, reason }, 'process: cannot go on as it is')
        end()
      },
      onFailed: () => void failed.add(manager.name),
    })

  const keepLeases = async (
    wanted: readonly ProcessManager[],
    leases: readonly Lease[],
    { signal, end }: Round,
  ): Promise<void> => {
    while (!signal.aborted) {
      await pause(BEAT_MS, signal)
      if (signal.aborted) return
      // A lease that is not renewed is lost; until then the fence lets its holder write.
      const unchanged = await renewManagers(maintenancePool, owner, wanted, leases, leaseSeconds).catch(
        (error: unknown) => {
          log.warn({ err: error }, 'process: the leases could not be renewed')
          return true
        },
      )
      if (!unchanged) end()
      else await fulfilUnparks({ pool: maintenancePool, owner, runners, log })
    }
  }

  const round = async (): Promise<void> => {
    await options.prepare?.()
    const wanted = managers.filter(({ name }) => !failed.has(name))
    const leases = await claimManagers(maintenancePool, owner, wanted, leaseSeconds)
    if (leases.length === 0) return pause(BEAT_MS, stopping.signal)
    const current = createRound(stopping.signal)
    runners = leases.flatMap((lease) => {
      const manager = managers.find(({ name }) => name === lease.projection)
      return manager ? [startRunner(manager, lease, current)] : []
    })
    try {
      const keep = () => keepLeases(wanted, leases, current)
      await runRound(current, { groups: [{ runners }], keep, store, read, log })
    } finally {
      runners = []
    }
  }

  // The next holder need not wait then; when it fails, the lease runs out by itself.
  const giveBack = () =>
    releaseManagers(maintenancePool, owner).catch((error: unknown) =>
      log.warn({ err: error }, 'process: the leases could not be given back'),
    )
  const finished = pollUntilAborted({
    round,
    pauseMs: 0,
    retry: ROUND_RETRY,
    name: 'process',
    log,
    signal: stopping.signal,
  }).then(giveBack)

  return {
    status: () =>
      managers.map(({ name, version }) => {
        const runner = runners.find(({ projection }) => projection.name === name)
        const at = runner?.committed() ?? 'start'
        const state = failed.has(name) ? 'failed' : (runner?.state() ?? 'elsewhere')
        return {
          name,
          version,
          state,
          commit: at === 'start' ? null : at.commit,
          waitingSince: runner?.waitingSince(),
        }
      }),
    stop: async () => {
      stopping.abort()
      await finished
    },
  }
}
