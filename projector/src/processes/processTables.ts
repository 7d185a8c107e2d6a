import type { ProcessManager } from '@hearth/contracts/kernel/process'
import type { Row } from '@hearth/contracts/kernel/projection'
import type { Recorded } from '@hearth/platform/event-store/port'
import { inOnePacket } from '@hearth/platform/postgres/pool'
import type { Pool, PoolClient } from 'pg'
import { recordedFromText, recordedToText } from '../runtime/parking/recordedText.ts'
import type { Instance, Outgoing, Reactions } from './react.ts'

export const loadInstances = async (
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
    text: `select id, tenant_id, state, error from app.process
           where manager = $1 and version = $2 and id = any($3::text[])`,
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
  const statements: Promise<unknown>[] = []
  if (kept.length > 0)
    statements.push(
      transaction.query({
        name: 'process save',
        text: `
        insert into app.process (manager, version, id, tenant_id, state, error)
        select $1, $2, *
        from unnest($3::text[], $4::text[], $5::jsonb[], $6::text[])
        on conflict (manager, id) do update
        set
          version = excluded.version,
          tenant_id = excluded.tenant_id,
          state = excluded.state,
          error = excluded.error,
          updated_at = now()`,
        values: [
          name,
          version,
          kept.map(([id]) => id),
          kept.map(([, { tenantId }]) => tenantId),
          kept.map(([, { state }]) => (state === undefined ? null : JSON.stringify(state))),
          kept.map(([, { error }]) => error ?? null),
        ],
      }),
    )
  if (over.length > 0)
    statements.push(
      transaction.query({
        name: 'process over',
        text: `delete from app.process where manager = $1 and id = any($2::text[])`,
        values: [name, over],
      }),
    )
  await Promise.all(statements)
}

const cancelTimers = async (
  transaction: PoolClient,
  manager: string,
  cancelled: Reactions['cancelled'],
): Promise<void> => {
  if (cancelled.length === 0) return
  // Without a name, so that it is planned each time: of several indexes an empty outbox would suggest any.
  await transaction.query(
    `
      delete from app.outbox o
      using unnest($2::text[], $3::text[]) as c (instance, timer)
      where o.manager = $1 and o.instance = c.instance and o.timer = c.timer and o.done_at is null`,
    [manager, cancelled.map(({ instance }) => instance), cancelled.map(({ timer }) => timer)],
  )
}

const saveWaiting = async (
  transaction: PoolClient,
  { name, version }: ProcessManager,
  aside: Reactions['aside'],
): Promise<void> => {
  if (aside.length === 0) return
  await transaction.query({
    name: 'process aside',
    text: `insert into app.process_event (manager, version, instance, commit, prepare, recorded)
           select $1, $2, * from unnest($3::text[], $4::numeric[], $5::numeric[], $6::text[])
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

/** The events that wait for a stopped instance, in their order. */
export const readWaiting = async (
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

const putOutgoing = async (
  transaction: PoolClient,
  manager: string,
  rows: readonly Outgoing[],
): Promise<void> => {
  if (rows.length === 0) return
  await transaction.query({
    name: 'outbox put',
    text: `insert into app.outbox 
             (manager, id, instance, tenant_id, timer, work, event_id, correlation_id, causation_id, due_at)
           select $1, * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::jsonb[],
             $7::text[], $8::text[], $9::text[], $10::timestamptz[])
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

export const deleteWaiting = (transaction: PoolClient, manager: string, instance: string) =>
  transaction.query(`delete from app.process_event where manager = $1 and instance = $2`, [manager, instance])

/** The effects of a batch and what its instances have become; all in the given transaction. */
export const saveReactions = async (
  transaction: PoolClient,
  manager: ProcessManager,
  { cancelled, outgoing, instances, aside }: Reactions,
): Promise<void> => {
  // They are carried out in this order.
  await inOnePacket(transaction, () =>
    Promise.all([
      cancelTimers(transaction, manager.name, cancelled),
      putOutgoing(transaction, manager.name, outgoing),
      saveInstances(transaction, manager, instances),
      saveWaiting(transaction, manager, aside),
    ]),
  )
}
