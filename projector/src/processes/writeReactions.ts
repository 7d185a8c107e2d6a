import type { ProcessManager } from '@hearth/contracts/kernel/process'
import type { Position, Recorded } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/telemetry/log'
import { withPipelinedTransaction } from '@hearth/platform/postgres/pool'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import type { Pool, PoolClient } from 'pg'
import type { Checkpoint } from '../runtime/segments/checkpoint.ts'
import type { Batch, Pause } from '../runtime/batch/commitBatch.ts'
import { createEntry } from '../runtime/batch/createEntry.ts'
import type { Lease } from '../runtime/segments/leases.ts'
import { FencedError, type Move } from '../runtime/segments/moveSegments.ts'
import type { Replayed } from '../runtime/parking/replayParked.ts'
import type { Writer } from '../runtime/feed/runnerOptions.ts'
import type { Entry } from '../runtime/batch/foldBatch.ts'
import { asProjection } from './asProjection.ts'
import { loadManager, moveManager, type Moved } from './managerLeases.ts'
import { deleteWaiting, loadInstances, readWaiting, saveReactions } from './processTables.ts'
import { react, type Instance } from './react.ts'

type Write = Readonly<{
  pool: Pool
  manager: ProcessManager
  lease: Lease
  leaseSeconds: number
  move: (move: Move) => Promise<Moved | undefined>
  read: EventReader
  log: Log
  pause?: Pause | undefined
}>

const formatReason = ({ message, cause }: Error) =>
  cause instanceof Error ? `${message}: ${cause.message}` : message

/** Moves the checkpoint, or throws when another process has; answers up to where effects are muted. */
type MoveCheckpoint = (transaction: PoolClient, previous: Checkpoint, next: Position) => Promise<bigint>

const commitBatch = async (
  { pool, manager, log, pause }: Write,
  moveCheckpoint: MoveCheckpoint,
  { previous, next, entries }: Batch,
): Promise<void> => {
  const ids = [...new Set(entries.flatMap(({ keys }) => keys))]
  const failures = await withPipelinedTransaction(pool, async (transaction) => {
    const [mutedUntil, known] = await Promise.all([
      moveCheckpoint(transaction, previous, next),
      ids.length === 0 ? new Map<string, Instance>() : loadInstances(transaction, manager, ids),
    ])
    await pause?.('select')
    const reactions = react(manager, known, entries, mutedUntil)
    await pause?.('upsert')
    await saveReactions(transaction, manager, reactions)
    await pause?.('commit')
    return reactions.failures
  })
  for (const error of failures)
    log.error(
      { err: error, process: manager.name, stream: error.event.stream, eventId: error.event.id },
      'process: an instance is stopped by an event that it cannot take',
    )
}

const openWaiting = async (
  { manager, read }: Write,
  waiting: readonly Recorded[],
  instance: string,
): Promise<readonly Entry[]> => {
  const opened = await read(waiting)
  const projection = asProjection(manager)
  return waiting.flatMap((recorded, index) => {
    const event = opened[index]
    // An event that the code no longer correlates with the instance is dropped.
    const entry = event && createEntry(projection, recorded, event)
    return entry?.keys.includes(instance) || entry?.error ? [{ ...entry, keys: [instance] }] : []
  })
}

/** Events that still cannot be taken are set aside again, with all that follow them. */
const replayWaiting = async (
  parts: Write,
  moveCheckpoint: MoveCheckpoint,
  instance: string,
  at: Position,
): Promise<Replayed> => {
  const { pool, manager } = parts
  const waiting = await readWaiting(pool, manager, instance)
  if (waiting.length === 0) return { ok: false, reason: `${instance} is not stopped` }
  const entries = await openWaiting(parts, waiting, instance)
  return withPipelinedTransaction(pool, async (transaction): Promise<Replayed> => {
    const mutedUntil = await moveCheckpoint(transaction, at, at)
    const stopped = (await loadInstances(transaction, manager, [instance])).get(instance)
    await deleteWaiting(transaction, manager.name, instance)
    const resumed: ReadonlyMap<string, Instance> = new Map(
      stopped ? [[instance, { ...stopped, error: undefined }]] : [],
    )
    const reactions = react(manager, resumed, entries, mutedUntil)
    await saveReactions(transaction, manager, {
      ...reactions,
      instances: new Map([...resumed, ...reactions.instances]),
    })
    const [failure] = reactions.failures
    return failure ? { ok: false, reason: formatReason(failure) } : { ok: true, events: waiting.length }
  })
}

/**
 * One transaction per batch, as for rows: the checkpoint first, which is the fence, then states, cancelled
 * timers, and the outbox.
 */
export const createReactionWriter = (parts: Write): Writer => {
  const { pool, manager, lease, leaseSeconds, move } = parts
  const fenced = (moved: Moved | undefined): Moved => {
    if (!moved) throw new FencedError(`${manager.name} was moved by another process`)
    return moved
  }
  const moveCheckpoint: MoveCheckpoint = async (transaction, previous, next) =>
    fenced(await moveManager(transaction, leaseSeconds, { lease, previous, next }, { inTransaction: true }))
      .mutedUntil

  return {
    commit: (batch) => commitBatch(parts, moveCheckpoint, batch),
    advance: async (previous, next) => void fenced(await move({ lease, previous, next })),
    stored: () => loadManager(pool, manager.name),
    replay: (instance, at) => replayWaiting(parts, moveCheckpoint, instance, at),
  }
}
