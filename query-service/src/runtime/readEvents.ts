import { events as eventResource } from '@hearth/contracts/event'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { EVENT_COLUMNS, openEvents, toRecorded } from '@hearth/platform/read-model/readLog'
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from './model.ts'
import type { Sources } from './sources.ts'
import { scopeSql, tableRef } from './sql.ts'

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
    select ${EVENT_COLUMNS}
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
    select ${EVENT_COLUMNS} from ${tableRef(eventResource.table)}
    where correlation_id = ${correlationId} order by _commit, stream, stream_revision limit ${limit}`.execute(
    sources.db,
  )
  return openEvents(sources, rows.map(toRecorded))
}
