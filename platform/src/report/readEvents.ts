import type { Instant } from '@hearth/contracts/kernel/dates'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { occurredAtOf } from '@hearth/contracts/kernel/projection'
import { sql } from 'kysely'
import type { Recorded } from '../event-store/port.ts'
import { openEvents } from '../read-model/eventReader.ts'
import { selectEvents, type LogSources } from '../read-model/readLog.ts'
import { readTable } from './readRows.ts'

/** Events that are in memory at a time. */
const EVENT_PAGE = 2_000

type Wanted = Readonly<{
  account: string
  streams: readonly string[]
  types?: readonly string[] | undefined
  until: Instant
}>

/** The events of these streams up to an instant: stream by stream, in the order in which they are named. */
export const readStreamByStream = async function* (
  sources: LogSources,
  { account, streams, types, until }: Wanted,
): AsyncGenerator<RecordedEvent> {
  for (let last: Recorded | undefined; ;) {
    const after =
      last === undefined
        ? sql`true`
        : sql`(place, stream_revision) > (${streams.indexOf(last.stream) + 1}, ${Number(last.revision)})`
    const page: readonly Recorded[] = await selectEvents(
      sources,
      sql`
        from ${readTable('event_log')} join unnest(${[...streams]}::text[]) with ordinality as wanted (stream, place)
          using (stream)
        where
          tenant_id = ${account}
          and occurred_at <= cast(${until} as timestamptz)
          and ${types === undefined ? sql`true` : sql`type = any(${[...types]}::text[])`}
          and ${after}
        order by place, stream_revision
        limit ${EVENT_PAGE}`,
    )
    yield* await openEvents(sources, page)
    if (page.length < EVENT_PAGE) return
    last = page.at(-1)
  }
}

/** An event in the order of time. */
export type TimePlace = Readonly<{ at: Instant; id: string }>

/**
 * The events of one long stream up to an instant, of the type or of all others, in the order of time: the index
 * has them in this order, so that each page is read alone. Two events may lie in another order than in the stream.
 */
export const readByTime = async function* (
  sources: LogSources,
  { account, stream, until }: Omit<Wanted, 'streams' | 'types'> & Readonly<{ stream: string }>,
  type: Readonly<{ is: string } | { isNot: string }>,
  after?: TimePlace,
): AsyncGenerator<RecordedEvent> {
  const isWanted = 'is' in type ? sql`type = ${type.is}` : sql`type <> ${type.isNot}`
  for (let last = after; ;) {
    const page: readonly Recorded[] = await selectEvents(
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
