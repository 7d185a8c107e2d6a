import type { Instant } from '@hearth/contracts/kernel/dates'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { occurredAtOf } from '@hearth/contracts/kernel/projection'
import { sql, type RawBuilder } from 'kysely'
import type { Recorded } from '../event-store/port.ts'
import { openEvents } from '../read-model/eventReader.ts'
import { selectCopies, type LogSources } from '../read-model/readLog.ts'
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
): AsyncGenerator<RecordedEvent> {
  for (let last: Recorded | undefined; ;) {
    const page: readonly Recorded[] = await selectCopies(
      sources,
      sql`
        from ${readTable('event_log')} join unnest(${[...streams]}::text[]) with ordinality as wanted (stream, place)
          using (stream)
        where
          tenant_id = ${account}
          and occurred_at <= cast(${until} as timestamptz)
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

/** An event in the order of time. */
export type TimePlace = Readonly<{ at: Instant; id: string }>

/**
 * The events of one long stream up to an instant, of the type or of all others, in the order of time: the index
 * has them in this order, so that each page is read alone. Two events may lie in another order than in the stream.
 */
export const readByTime = async function* (
  sources: LogSources,
  { account, stream, until }: Omit<Wanted, 'streams'> & Readonly<{ stream: string }>,
  type: Readonly<{ is: string } | { isNot: string }>,
  after?: TimePlace,
): AsyncGenerator<RecordedEvent> {
  const isWanted = 'is' in type ? sql`type = ${type.is}` : sql`type <> ${type.isNot}`
  for (let last = after; ;) {
    const page: readonly Recorded[] = await selectCopies(
      sources,
      sql`
        from ${readTable('event_log')}
        where
          tenant_id = ${account}
          and stream = ${stream}
          and occurred_at <= cast(${until} as timestamptz)
          and ${isWanted}
          and ${last === undefined ? sql`true` : sql`(occurred_at, id) > (cast(${last.at} as timestamptz), ${last.id})`}
        order by occurred_at, id
        limit ${EVENT_PAGE}`,
    )
    const events = await openEvents(sources, page)
    yield* events
    const end = events.at(-1)
    if (end === undefined || page.length < EVENT_PAGE) return
    last = { at: occurredAtOf(end), id: end.id }
  }
}
