import { eventDefinitions, resources } from '@hearth/contracts'
import { newId } from '@hearth/contracts/kernel/ids'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { takesSealed, type Projection, type Row } from '@hearth/contracts/kernel/projection'
import { projections } from '@hearth/contracts/projections'
import type { EventStore, Recorded } from '@hearth/platform/event-store/port'
import { migrate } from '@hearth/platform/postgres/migrate'
import { withTransaction } from '@hearth/platform/postgres/pool'
import { describeColumns, rowToColumns } from '@hearth/platform/read-model/columns'
import { PROTECT_SQL } from '@hearth/platform/read-model/readers'
import { readMigrations } from '@hearth/platform/read-model/readSchema'
import { createTableSql, describeIndexes, qualified, READ_SCHEMA } from '@hearth/platform/read-model/tables'
import type { Sealer } from '@hearth/platform/sealing/sealer'
import pg from 'pg'

export type TestEvent = Readonly<{
  stream: string
  type: string
  data: object
  tenantId: string
  actorId: string
  actorKind: string
  at: string
  /** Besides what every event has. */
  metadata?: Readonly<Record<string, string>>
}>

/** Creates the schema `read` as the projector does, empty. */
export const createReadModels = async (pool: pg.Pool): Promise<void> => {
  await migrate(pool, READ_SCHEMA, readMigrations)
  await pool.query('create extension if not exists pg_trgm with schema public')
  for (const projection of projections) {
    const indexes = describeIndexes(projection.name, Object.values(resources))
    // In one transaction: for an empty table it costs less than one for each index.
    await pool.query([createTableSql(projection), ...indexes.map(({ sql }) => sql)].join(';\n'))
    await pool.query(PROTECT_SQL, [projection.name, projection.shared === true])
    await pool.query(`insert into read.projection (name, serving) values ($1, 1)`, [projection.name])
    await pool.query(
      `
        insert into
          read.build (projection, build, version, shape, table_name, status, reason, completed_at)
        values ($1, 1, $2, 'x', $1, 'serving', 'first', now())`,
      [projection.name, projection.version],
    )
    await pool.query(
      `
        insert into read.segment (projection, build, segment, first_bucket, last_bucket, serving)
        values ($1, 1, 0, 0, 1023, true)`,
      [projection.name],
    )
  }
}

/** Writes a row as the projector does; the event is the last one that it was folded from. */
export const saveRow = async (
  pool: Pick<pg.ClientBase, 'query'>,
  projection: Pick<Projection, 'name' | 'row'>,
  tenantId: string,
  row: Row,
  event: Pick<RecordedEvent, 'revision' | 'position' | 'recordedAt'>,
) => {
  const columns = describeColumns(projection.row)
  const names = ['tenant_id', ...columns.map(({ column }) => column), '_revision', '_commit', '_at'].map(
    (name) => pg.escapeIdentifier(name),
  )
  const values = [
    tenantId,
    ...rowToColumns(columns, row),
    event.revision,
    event.position.commit,
    event.recordedAt,
  ]
  await pool.query(
    `
      insert into ${qualified(projection.name)} (${names.join(', ')})
      values (${values.map((_, index) => `$${index + 1}`).join(', ')})
      on conflict (tenant_id, id) do update
      set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    values,
  )
}

type Change = readonly [tenantId: string, id: string, revision: number]

const notify = (client: pg.ClientBase, name: string, commit: bigint, changes: readonly Change[]) =>
  client.query(`select pg_notify('projection', $1)`, [
    JSON.stringify({ name, commit: String(commit), changes }),
  ])

/** The rows of all read models, as they are in the database. */
type Rows = Map<string, Row>

/** Folds an event into the rows that it concerns and returns which have changed. */
const foldEvent = async (
  client: pg.ClientBase,
  rows: Rows,
  projection: Projection,
  tenantId: string,
  event: RecordedEvent,
): Promise<readonly Change[]> => {
  const changes: Change[] = []
  for (const key of projection.keys(event)) {
    const name = `${projection.name}\n${tenantId}\n${key}`
    const row = projection.fold(rows.get(name), event, key)
    if (row) {
      rows.set(name, row)
      await saveRow(client, projection, tenantId, row, event)
    } else {
      rows.delete(name)
      await client.query(`delete from ${qualified(projection.name)} where tenant_id = $1 and id = $2`, [
        tenantId,
        key,
      ])
    }
    changes.push([tenantId, key, Number(event.revision)])
  }
  return changes
}

/**
 * Folds events one by one into all read models and notifies as the projector does; without batches, feeds or
 * fences.
 */
export const createMiniProjector = (pool: pg.Pool, sealer: Sealer) => {
  const rows: Rows = new Map()
  const streams = new Map<string, Recorded[]>()
  let commit = 0n
  const record = ({
    stream,
    type,
    data,
    tenantId,
    actorId,
    actorKind,
    at,
    metadata,
  }: TestEvent): RecordedEvent => {
    eventDefinitions.get(type)?.schema.parse(data)
    commit += 100n
    const revision = BigInt(streams.get(stream)?.length ?? 0)
    return {
      id: newId(),
      stream,
      revision,
      type,
      data,
      metadata: {
        tenantId,
        actorId,
        actorKind,
        occurredAt: at,
        schema: '1',
        commandHash: 'hash',
        ...metadata,
      },
      position: { commit, prepare: commit },
      recordedAt: at,
    }
  }
  const run = async (client: pg.ClientBase, events: readonly TestEvent[]): Promise<void> => {
    for (const { stream, type, data, tenantId, ...rest } of events) {
      const event = record({ stream, type, data, tenantId, ...rest })
      const sealed = { ...event, data: await sealer.seal(tenantId, stream, type, data) }
      streams.set(stream, [...(streams.get(stream) ?? []), sealed])
      for (const projection of projections) {
        const seen = takesSealed(projection, event.type) ? sealed : event
        const changes = await foldEvent(client, rows, projection, tenantId, seen)
        if (changes.length > 0) await notify(client, projection.name, commit, changes)
      }
    }
    // The transaction hides all of it from readers until the end.
    await client.query(
      'update read.segment set commit = $2, prepare = $2 where projection = any($1::text[])',
      [projections.map(({ name }) => name), commit],
    )
    for (const { name } of projections) await notify(client, name, commit, [])
  }
  const store: Pick<EventStore, 'read'> = {
    read: async function* (stream, { from = 0n, limit = Infinity } = {}) {
      yield* (streams.get(stream) ?? []).slice(Number(from), Number(from) + limit)
    },
  }
  return {
    /** Has what was projected. */
    store,
    project: async (events: readonly TestEvent[]): Promise<bigint> => {
      await withTransaction(pool, (client) => run(client, events))
      return commit
    },
  }
}
