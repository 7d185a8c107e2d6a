import { events as eventResource } from '@hearth/contracts/event'
import { textIn, type RecordedEvent } from '@hearth/contracts/kernel/message'
import { readNamed } from '@hearth/platform/event-store/readNamed'
import { openEvents } from '@hearth/platform/read-model/eventReader'
import { selectEvents, selectNames } from '@hearth/platform/read-model/readLog'
import { sql, type RawBuilder } from 'kysely'
import type { Scope } from './model.ts'
import type { Sources } from './sources.ts'
import { scopeSql, tableRef } from './sql.ts'

export type EventsWanted = Readonly<{
  streams: readonly string[]
  types?: readonly string[]
  /** Only those whose data say so in a field, and those that do not have the field. */
  field?: Readonly<{ name: string; value: string }> | undefined
  until?: string | undefined
  recordedBy?: string | undefined
  newestFirst?: boolean
  limit: number
}>

const hasField = ({ data }: RecordedEvent, field: EventsWanted['field']): boolean =>
  field === undefined || (textIn(data, field.name) ?? field.value) === field.value

/** The first results of reading names in pages of `limit`, until there are so many. */
export const readFirst = async <Name, Result>(
  names: readonly Name[],
  limit: number,
  read: (page: readonly Name[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> => {
  const found: Result[] = []
  for (let next = 0; next < names.length && found.length < limit; next += limit)
    found.push(...(await read(names.slice(next, next + limit))))
  return found.slice(0, limit)
}

/** Names that are looked through for events with a field. */
const MAX_NAMES = 20_000

/** Events of streams within the scope, opened. */
export const readStreams = async (
  sources: Sources,
  scope: Scope,
  wanted: EventsWanted,
): Promise<readonly RecordedEvent[]> => {
  const conditions: RawBuilder<unknown>[] = [
    ...scopeSql(eventResource, scope),
    sql`stream = any(${[...wanted.streams]}::text[])`,
    ...(wanted.types ? [sql`type = any(${[...wanted.types]}::text[])`] : []),
    ...(wanted.until === undefined ? [] : [sql`occurred_at <= cast(${wanted.until} as timestamptz)`]),
    ...(wanted.recordedBy === undefined ? [] : [sql`_at <= cast(${wanted.recordedBy} as timestamptz)`]),
  ]
  const order = wanted.newestFirst === true ? sql`desc` : sql`asc`
  const names = await selectNames(
    sources,
    sql`
      from ${tableRef(eventResource.table)}
      where ${sql.join(conditions, sql` and `)}
      order by _commit ${order}, stream_revision ${order}
      limit ${wanted.field === undefined ? wanted.limit : MAX_NAMES}`,
  )
  return readFirst(names, wanted.limit, async (page) =>
    (await openEvents(sources, await readNamed(sources.store, page))).filter((event) =>
      hasField(event, wanted.field),
    ),
  )
}

/** All events that one request led to, in all accounts, in the order of the log. */
export const readCorrelated = async (
  sources: Sources,
  correlationId: string,
  limit: number,
): Promise<readonly RecordedEvent[]> => {
  const recorded = await selectEvents(
    sources,
    sql`
      from ${tableRef(eventResource.table)}
      where correlation_id = ${correlationId}
      order by _commit, stream, stream_revision
      limit ${limit}`,
  )
  return openEvents(sources, recorded)
}
