import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Recorded } from '../event-store/port.ts'
import type { EventReader } from './eventReader.ts'

/** What events are read from: the log’s read model, and what opens their personal fields. */
export type LogSources = Readonly<{ db: Kysely<unknown>; readEvents: EventReader }>

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

export const EVENT_COLUMNS = sql`id, stream, stream_revision, type, data, metadata, commit, recorded_at`

export const toRecorded = (record: unknown): Recorded => {
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
  { readEvents }: Pick<LogSources, 'readEvents'>,
  recorded: readonly Recorded[],
): Promise<readonly RecordedEvent[]> =>
  (await readEvents(recorded)).map((result) => {
    if ('error' in result) throw result.error
    return result.event
  })

/** Events as they are in the log; `rest` is the statement from its `from` on. */
export const selectEvents = async (
  { db }: Pick<LogSources, 'db'>,
  rest: RawBuilder<unknown>,
): Promise<readonly Recorded[]> => {
  const { rows } = await sql`select ${EVENT_COLUMNS} ${rest}`.execute(db)
  return rows.map(toRecorded)
}
