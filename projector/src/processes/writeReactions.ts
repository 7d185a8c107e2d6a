import type { ProcessManager } from '@hearth/contracts/kernel/process'
import type { Row } from '@hearth/contracts/kernel/projection'
import type { Position, Recorded } from '@hearth/platform/event-store/port'
import type { Log } from '@hearth/platform/telemetry/log'
import { withTransaction } from '@hearth/platform/postgres/pool'
import type { EventReader } from '@hearth/platform/read-model/eventReader'
import type { Pool, PoolClient } from 'pg'
import type { Checkpoint } from '../runtime/segments/checkpoint.ts'
import type { Batch, Pause } from '../runtime/batch/commitBatch.ts'
import { entryOf } from '../runtime/batch/createEntry.ts'
import type { Lease } from '../runtime/segments/leases.ts'
import { FencedError, type Move } from '../runtime/segments/moveSegments.ts'
import { recordedFromText, recordedToText } from '../runtime/parking/recordedText.ts'
import type { Replayed } from '../runtime/parking/replayParked.ts'
import type { Writer } from '../runtime/feed/runner.ts'
import { asProjection } from './asProjection.ts'
import { loadManager, moveManager, type Moved } from './managerLeases.ts'
import { react, type Instance, type Outgoing, type Reactions } from './react.ts'

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

const load = async (
  transaction: PoolClient,
  { name, version }: ProcessManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Instance>> => {
  const { rows } = await transaction.query<{
    id: string
    tenant_id: string
    state: Row | null
    error: string | null
  }>({
    name: 'process states',
    text: `select id, tenant_id, state, error from app.process where manager = $1 and version = $2 and id = any($3::text[])`,
    values: [name, version, ids],
  })
  return new Map(
    rows.map(({ id, tenant_id, state, error }) => [
      id,
      { tenantId: tenant_id, state: state ?? undefined, error: error ?? undefined },
    ]),
  )
}

const saveInstances = async (
  transaction: PoolClient,
  { name, version }: ProcessManager,
  instances: Reactions['instances'],
): Promise<void> => {
  const all = [...instances].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const kept = all.filter(([, { state, error }]) => state !== undefined || error !== undefined)
  const over = all.filter((entry) => !kept.includes(entry)).map(([id]) => id)
  if (kept.length > 0) {
    await transaction.query({
      name: 'process save',
      text: `insert into app.process (manager, version, id, tenant_id, state, error) select $1, $2, * from unnest($3::text[], $4::text[], $5::jsonb[], $6::text[])
             on conflict (manager, id) do update set version = excluded.version, tenant_id = excluded.tenant_id, state = excluded.state, error = excluded.error, updated_at = now()`,
      values: [
        name,
        version,
        kept.map(([id]) => id),
        kept.map(([, { tenantId }]) => tenantId),
        kept.map(([, { state }]) => (state === undefined ? null : JSON.stringify(state))),
        kept.map(([, { error }]) => error ?? null),
      ],
    })
  }
  if (over.length > 0)
    await transaction.query({
      name: 'process over',
      text: `delete from app.process where manager = $1 and id = any($2::text[])`,
      values: [name, over],
    })
}

const cancelTimers = async (
  transaction: PoolClient,
  manager: string,
  cancelled: Reactions['cancelled'],
): Promise<void> => {
  if (cancelled.length === 0) return
  await transaction.query({
    name: 'outbox cancel',
    text: `delete from app.outbox o using unnest($2::text[], $3::text[]) as c (instance, timer)
           where o.manager = $1 and o.instance = c.instance and o.timer = c.timer and o.done_at is null`,
    values: [manager, cancelled.map(({ instance }) => instance), cancelled.map(({ timer }) => timer)],
  })
}

const setAside = async (
  transaction: PoolClient,
  { name, version }: ProcessManager,
  aside: Reactions['aside'],
): Promise<void> => {
  if (aside.length === 0) return
  await transaction.query({
    name: 'process aside',
    text: `insert into app.process_event (manager, version, instance, commit, prepare, recorded) select $1, $2, * from unnest($3::text[], $4::numeric[], $5::numeric[], $6::text[])
           on conflict do nothing`,
    values: [
      name,
      version,
      aside.map(({ instance }) => instance),
      aside.map(({ entry }) => entry.recorded.position.commit),
      aside.map(({ entry }) => entry.recorded.position.prepare),
      aside.map(({ entry }) => recordedToText(entry.recorded)),
    ],
  })
}

const readAside = async (
  pool: Pool,
  { name }: ProcessManager,
  instance: string,
): Promise<readonly Recorded[]> => {
  const { rows } = await pool.query<{ recorded: string }>(
    `select recorded from app.process_event where manager = $1 and instance = $2 order by commit, prepare`,
    [name, instance],
  )
  return rows.map(({ recorded }) => recordedFromText(recorded))
}

const reasonOf = ({ message, cause }: Error) =>
  cause instanceof Error ? `${message}: ${cause.message}` : message

const put = async (transaction: PoolClient, manager: string, rows: readonly Outgoing[]): Promise<void> => {
  if (rows.length === 0) return
  await transaction.query({
    name: 'outbox put',
    text: `insert into app.outbox (manager, id, instance, tenant_id, timer, work, event_id, correlation_id, causation_id, due_at)
           select $1, * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::jsonb[], $7::text[], $8::text[], $9::text[], $10::timestamptz[])
           on conflict (id) do nothing`,
    values: [
      manager,
      rows.map(({ id }) => id),
      rows.map(({ instance }) => instance),
      rows.map(({ tenantId }) => tenantId),
      rows.map(({ timer }) => timer ?? null),
      rows.map(({ work }) => JSON.stringify(work)),
      rows.map(({ eventId }) => eventId),
      rows.map(({ correlationId }) => correlationId),
      rows.map(({ causationId }) => causationId),
      rows.map(({ dueAt }) => dueAt),
    ],
  })
}

const writeReactions = async (
  transaction: PoolClient,
  manager: ProcessManager,
  { cancelled, outgoing, instances, aside }: Reactions,
): Promise<void> => {
  await cancelTimers(transaction, manager.name, cancelled)
  await put(transaction, manager.name, outgoing)
  await saveInstances(transaction, manager, instances)
  await setAside(transaction, manager, aside)
}

/**
 * One transaction per batch, as for rows: the checkpoint first, which is the fence, then states, cancelled
 * timers, and what goes out.
 */
export const makeWriteReactions = ({
  pool,
  manager,
  lease,
  leaseSeconds,
  move,
  read,
  log,
  pause,
}: Write): Writer => {
  const fenced = (moved: Moved | undefined): Moved => {
    if (!moved) throw new FencedError(`${manager.name} was moved by someone else`)
    return moved
  }
  const moveCheckpoint = async (
    transaction: PoolClient,
    previous: Checkpoint,
    next: Position,
  ): Promise<bigint> =>
    fenced(await moveManager(transaction, leaseSeconds, { lease, previous, next })).mutedUntil

  const commit = async ({ previous, next, entries }: Batch): Promise<void> => {
    const failures = await withTransaction(pool, async (transaction) => {
      const mutedUntil = await moveCheckpoint(transaction, previous, next)
      await pause?.('select')
      const ids = [...new Set(entries.flatMap(({ keys }) => keys))]
      const reactions = react(
        manager,
        ids.length === 0 ? new Map() : await load(transaction, manager, ids),
        entries,
        mutedUntil,
      )
      await pause?.('upsert')
      await writeReactions(transaction, manager, reactions)
      await pause?.('commit')
      return reactions.failures
    })
    for (const error of failures)
      log.error(
        { err: error, process: manager.name, stream: error.event.stream, eventId: error.event.id },
        'process: an instance is stopped by an event that it cannot take',
      )
  }

  // What still cannot be taken is set aside again, with all that follows it.
  const replay = async (instance: string, at: Position): Promise<Replayed> => {
    const waiting = await readAside(pool, manager, instance)
    if (waiting.length === 0) return { ok: false, reason: `${instance} is not stopped` }
    const opened = await read(waiting)
    const projection = asProjection(manager)
    const entries = waiting.flatMap((recorded, index) => {
      const event = opened[index]
      // Code that correlates it no more lets it go.
      const entry = event && entryOf(projection, recorded, event)
      return entry?.keys.includes(instance) || entry?.error ? [{ ...entry, keys: [instance] }] : []
    })
    return withTransaction(pool, async (transaction): Promise<Replayed> => {
      const mutedUntil = await moveCheckpoint(transaction, at, at)
      const stopped = (await load(transaction, manager, [instance])).get(instance)
      await transaction.query(`delete from app.process_event where manager = $1 and instance = $2`, [
        manager.name,
        instance,
      ])
      const going: ReadonlyMap<string, Instance> = new Map(
        stopped ? [[instance, { ...stopped, error: undefined }]] : [],
      )
      const reactions = react(manager, going, entries, mutedUntil)
      await writeReactions(transaction, manager, {
        ...reactions,
        instances: new Map([...going, ...reactions.instances]),
      })
      const [failure] = reactions.failures
      return failure ? { ok: false, reason: reasonOf(failure) } : { ok: true, events: waiting.length }
    })
  }

  const advance: Writer['advance'] = async (previous, next) =>
    void fenced(await move({ lease, previous, next }))

  return { commit, advance, stored: () => loadManager(pool, manager.name), replay }
}
