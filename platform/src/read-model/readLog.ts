import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { EventStore, Recorded } from '../event-store/port.ts'
import { readNamed, type EventName } from '../event-store/readNamed.ts'
import type { EventReader } from './eventReader.ts'

/**
 * What events are read from: the log’s read model says which there are, the event store has what is in them,
 * and the reader opens their personal fields.
 */
export type LogSources = Readonly<{
  db: Kysely<unknown>
  store: Pick<EventStore, 'read'>
  readEvents: EventReader
}>

/** The names of events; `rest` is the statement from its `from` on. */
export const selectNames = async (
  { db }: Pick<LogSources, 'db'>,
  rest: RawBuilder<unknown>,
): Promise<readonly EventName[]> => {
  const { rows } = await sql<Readonly<{ id: string; stream: string; stream_revision: number }>>`
    select id, stream, stream_revision ${rest}`.execute(db)
  return rows.map(({ id, stream, stream_revision: revision }) => ({ id, stream, revision: BigInt(revision) }))
}

/** Events as they are in the log; `rest` is the statement from its `from` on. */
export const selectEvents = async (
  sources: Pick<LogSources, 'db' | 'store'>,
  rest: RawBuilder<unknown>,
): Promise<readonly Recorded[]> => readNamed(sources.store, await selectNames(sources, rest))
