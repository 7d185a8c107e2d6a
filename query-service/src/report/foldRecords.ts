import { events as eventResource } from '@hearth/contracts/event'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { RecordedEvent } from '@hearth/contracts/kernel/message'
import { occurredAtOf, type Projection, type Row } from '@hearth/contracts/kernel/projection'
import { sql } from 'kysely'
import type { Model } from '../runtime/model.ts'
import { openEvents, selectEvents } from '../runtime/readEvents.ts'
import type { Sources } from '../runtime/sources.ts'
import { afterSql, orderSql, tableRef } from '../runtime/sql.ts'

/** Streams whose events are read together, and events that are in memory at a time. */
const STREAM_PAGE = 200
const EVENT_PAGE = 2_000

/** The streams of an account: its own one, or one for each row of a resource, in the order of a field. */
export type StreamSource =
  | Readonly<{ prefix: string; of: 'account' }>
  | Readonly<{ prefix: string; of: Model; orderBy: string }>

/** The rows of one stream as they were at two instants, and the last event of each row between them. */
export type FoldedStream = Readonly<{
  stream: string
  first: ReadonlyMap<string, Row>
  second: ReadonlyMap<string, Row>
  between: ReadonlyMap<string, Readonly<{ type: string; at: Instant }>>
}>

type Last = Readonly<{ id: string; value: string }>

const listStreams = async function* (
  { db }: Sources,
  account: string,
  source: StreamSource,
): AsyncGenerator<readonly string[]> {
  if (source.of === 'account') {
    yield [`${source.prefix}-${account}`]
    return
  }
  const field = source.of.fields.get(source.orderBy)
  if (field === undefined) throw new Error(`No field orders the streams of ${source.prefix}`)
  const sort = { field, descending: false }
  let last: Last | undefined
  for (;;) {
    const { rows }: { rows: Last[] } = await sql<Last>`
      select id, ${sql.ref(field.column)}::text as value
      from ${tableRef(source.of.resource.table)}
      where tenant_id = ${account} and ${last === undefined ? sql`true` : afterSql(sort, last)}
      order by ${orderSql(sort)}
      limit ${STREAM_PAGE}`.execute(db)
    if (rows.length > 0) yield rows.map(({ id }) => `${source.prefix}-${id}`)
    last = rows.at(-1)
    if (rows.length < STREAM_PAGE) return
  }
}

/** The events of these streams up to an instant, stream by stream, each in its order. */
const readEventsOf = async function* (
  sources: Sources,
  account: string,
  streams: readonly string[],
  until: Instant,
): AsyncGenerator<RecordedEvent> {
  let [stream, revision] = ['', -1]
  for (;;) {
    const page = await selectEvents(
      sources,
      sql`
        from ${tableRef(eventResource.table)}
        where
          tenant_id = ${account}
          and stream = any(${[...streams]}::text[])
          and occurred_at <= cast(${until} as timestamptz)
          and (stream, stream_revision) > (${stream}, ${revision})
        order by stream, stream_revision
        limit ${EVENT_PAGE}`,
    )
    yield* await openEvents(sources, page)
    const last = page.at(-1)
    if (last === undefined || page.length < EVENT_PAGE) return
    ;[stream, revision] = [last.stream, Number(last.revision)]
  }
}

const createFold = ({ keys, fold }: Projection, [first, second]: readonly [Instant, Instant]) => {
  const atFirst = new Map<string, Row>()
  // A report as of one instant is folded once.
  const rows = { first: atFirst, second: first === second ? atFirst : new Map<string, Row>() }
  const between = new Map<string, { type: string; at: Instant }>()
  const step = (into: Map<string, Row>, event: RecordedEvent, key: string): void => {
    const next = fold(into.get(key), event, key)
    if (next === undefined) into.delete(key)
    else into.set(key, next)
  }
  return {
    add: (event: RecordedEvent): void => {
      const at = occurredAtOf(event)
      for (const key of keys(event)) {
        if (at <= first) step(atFirst, event, key)
        else between.set(key, { type: event.type, at })
        if (at <= second && rows.second !== atFirst) step(rows.second, event, key)
      }
    },
    finish: (stream: string): FoldedStream => ({ stream, ...rows, between }),
  }
}

/**
 * Folds the streams of an account up to two instants in one pass, with the projector's own fold: what each row
 * was then (docs/domain/report.md#as-of). At most one stream's rows are in memory.
 */
export const foldRecords = async function* (
  sources: Sources,
  account: string,
  projection: Projection,
  source: StreamSource,
  instants: readonly [Instant, Instant],
  signal: AbortSignal,
): AsyncGenerator<FoldedStream> {
  for await (const streams of listStreams(sources, account, source)) {
    let [stream, fold] = ['', createFold(projection, instants)]
    for await (const event of readEventsOf(sources, account, streams, instants[1])) {
      signal.throwIfAborted()
      if (event.stream !== stream) {
        if (stream !== '') yield fold.finish(stream)
        ;[stream, fold] = [event.stream, createFold(projection, instants)]
      }
      fold.add(event)
    }
    if (stream !== '') yield fold.finish(stream)
  }
}
