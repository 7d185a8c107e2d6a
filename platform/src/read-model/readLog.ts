import { sql, type Kysely, type RawBuilder } from 'kysely'
import { z } from 'zod'
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

const EVENT_COLUMNS = sql`id, stream, stream_revision, type, data, metadata, commit, recorded_at`

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

/**
 * Events from their copies in the read model; `rest` is the statement from its `from` on. Reports fold thousands of
 * short streams, whose reads would take fifteen times as long.
 */
export const selectCopies = async (
  { db }: Pick<LogSources, 'db'>,
  rest: RawBuilder<unknown>,
): Promise<readonly Recorded[]> => {
  const { rows } = await sql`select ${EVENT_COLUMNS} ${rest}`.execute(db)
  return rows.map(toRecorded)
}
