import { events as eventResource } from '@hearth/contracts/event'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import type { Recorded } from '@hearth/platform/event-store/port'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Scope } from './model.ts'
import type { Sources } from './sources.ts'
import { scopeSql, tableRef } from './sql.ts'

const zRow = z.object({
  id: z.string(),
  stream: z.string(),
  stream_revision: z.number(),
  type: z.string(),
  data: z.unknown(),
  metadata: z.record(z.string(), z.string()),
  commit: z.string(),
  recorded_at: z.string(),
})

const COLUMNS = sql`id, stream, stream_revision, type, data, metadata, commit, recorded_at`

const toRecorded = (record: unknown): Recorded => {
  const row = zRow.parse(record)
  const commit = BigInt(row.commit)
  return {
    id: row.id,
    stream: row.stream,
    revision: BigInt(row.stream_revision),
    type: row.type,
    data: row.data,
    metadata: row.metadata,
    position: { commit, prepare: commit },
    recordedAt: row.recorded_at,
  }
}

/** Opened and in today's shape; an event that cannot be read is an error, not a gap. */
export const openEvents = async (
  sources: Sources,
  recorded: readonly Recorded[],
): Promise<readonly RecordedEvent[]> =>
  (await sources.readEvents(recorded)).map((result) => {
    if ('error' in result) throw result.error
    return result.event
  })

/** Events as they are in the log; `rest` is the statement from its `from` on. */
export const selectEvents = async (
  { db }: Pick<Sources, 'db'>,
  rest: RawBuilder<unknown>,
): Promise<readonly Recorded[]> => {
  const { rows } = await sql`select ${COLUMNS} ${rest}`.execute(db)
  return rows.map(toRecorded)
}

export type EventsWanted = Readonly<{
  streams: readonly string[]
  types?: readonly string[]
  /** Only those whose data say so in a field that is not sealed, and those that do not have the field. */
  field?: Readonly<{ name: string; value: string }> | undefined
  until?: string | undefined
  recordedBy?: string | undefined
  newestFirst?: boolean
  limit: number
}>

/** Events of streams within the scope, opened, from the log's read model. */
export const readStreams = async (
  sources: Sources,
  scope: Scope,
  wanted: EventsWanted,
): Promise<readonly RecordedEvent[]> => {
  const conditions: RawBuilder<unknown>[] = [
    ...scopeSql(eventResource, scope),
    sql`stream = any(${[...wanted.streams]}::text[])`,
    ...(wanted.types ? [sql`type = any(${[...wanted.types]}::text[])`] : []),
    ...(wanted.field === undefined
      ? []
      : [sql`coalesce(data ->> ${wanted.field.name}, ${wanted.field.value}) = ${wanted.field.value}`]),
    ...(wanted.until === undefined ? [] : [sql`occurred_at <= cast(${wanted.until} as timestamptz)`]),
    ...(wanted.recordedBy === undefined
      ? []
      : [sql`recorded_at <= cast(${wanted.recordedBy} as timestamptz)`]),
  ]
  const order = wanted.newestFirst === true ? sql`desc` : sql`asc`
  const { rows } = await sql`
    select ${COLUMNS}
    from ${tableRef(eventResource.table)}
    where ${sql.join(conditions, sql` and `)}
    order by _commit ${order}, stream_revision ${order}
    limit ${wanted.limit}`.execute(sources.db)
  return openEvents(sources, rows.map(toRecorded))
}

/** All events that one request led to, in all accounts, in the order of the log. */
export const readCorrelated = async (
  sources: Sources,
  correlationId: string,
  limit: number,
): Promise<readonly RecordedEvent[]> => {
  const { rows } = await sql`
    select ${COLUMNS} from ${tableRef(eventResource.table)}
    where correlation_id = ${correlationId} order by _commit, stream, stream_revision limit ${limit}`.execute(
    sources.db,
  )
  return openEvents(sources, rows.map(toRecorded))
}
