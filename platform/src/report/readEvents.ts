import type { Instant } from '@hearth/contracts/kernel/dates'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { sql, type RawBuilder } from 'kysely'
import type { Recorded } from '../event-store/port.ts'
import { openEvents, selectEvents, type LogSources } from '../read-model/readLog.ts'
import { readTable } from './reportUnits.ts'

/** Events that are in memory at a time. */
const EVENT_PAGE = 2_000

type Wanted = Readonly<{ account: string; streams: readonly string[]; until: Instant }>

/** Reads pages, each from the last event of the one before, until a page is not full. */
const readPages = async function* (
  sources: LogSources,
  { account, streams, until }: Wanted,
  order: RawBuilder<unknown>,
  isAfter: (last: Recorded) => RawBuilder<unknown>,
  condition: RawBuilder<unknown> = sql`true`,
): AsyncGenerator<RecordedEvent> {
  for (let last: Recorded | undefined; ;) {
    const page: readonly Recorded[] = await selectEvents(
      sources,
      sql`
        from ${readTable('event_log')} join unnest(${[...streams]}::text[]) with ordinality as wanted (stream, place)
          using (stream)
        where
          tenant_id = ${account}
          and occurred_at <= cast(${until} as timestamptz)
          and ${condition}
          and ${last === undefined ? sql`true` : isAfter(last)}
        order by ${order}
        limit ${EVENT_PAGE}`,
    )
    yield* await openEvents(sources, page)
    if (page.length < EVENT_PAGE) return
    last = page.at(-1)
  }
}

/** The events of these streams up to an instant: stream by stream, in the order in which they are named. */
export const readStreamByStream = (sources: LogSources, wanted: Wanted): AsyncGenerator<RecordedEvent> =>
  readPages(
    sources,
    wanted,
    sql`place, stream_revision`,
    ({ stream, revision }) =>
      sql`(place, stream_revision) > (${wanted.streams.indexOf(stream) + 1}, ${Number(revision)})`,
  )

/** The events of these streams up to an instant, in the order of the log. */
export const readInOrder = (sources: LogSources, wanted: Wanted): AsyncGenerator<RecordedEvent> =>
  readPages(
    sources,
    wanted,
    sql`_commit, stream, stream_revision`,
    ({ position, stream, revision }) =>
      sql`(_commit, stream, stream_revision) > (cast(${String(position.commit)} as numeric), ${stream}, ${Number(revision)})`,
  )

/** The events of one stream up to an instant after a revision: those of the type, or all others. */
export const readAfter = (
  sources: LogSources,
  wanted: Wanted,
  revision: number,
  type: Readonly<{ is: string } | { isNot: string }>,
): AsyncGenerator<RecordedEvent> =>
  readPages(
    sources,
    wanted,
    sql`stream_revision`,
    (last) => sql`stream_revision > ${Number(last.revision)}`,
    sql`stream_revision > ${revision} and ${'is' in type ? sql`type = ${type.is}` : sql`type <> ${type.isNot}`}`,
  )
