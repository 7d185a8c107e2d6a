import type { Instant } from '@hearth/contracts/kernel/dates'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { sql } from 'kysely'
import { StoreUnavailableError, type Recorded } from '../event-store/port.ts'
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

type Range = Readonly<{ from: number; until: number; signal: AbortSignal }>

/** All events of one stream from a revision to another, both included, without their names. */
export const readRange = async function* (
  sources: LogSources,
  stream: string,
  { from, until, signal }: Range,
): AsyncGenerator<RecordedEvent> {
  let page: Recorded[] = []
  let last = from - 1
  for await (const event of sources.store.read(stream, {
    from: BigInt(from),
    limit: until - from + 1,
    signal,
  })) {
    page.push(event)
    last = Number(event.revision)
    if (page.length < EVENT_PAGE) continue
    yield* await openEvents(sources, page)
    page = []
  }
  yield* await openEvents(sources, page)
  if (last < until)
    throw new StoreUnavailableError(`The event store does not have event ${until} of ${stream} yet`)
}
