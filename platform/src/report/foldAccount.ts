import type { Instant } from '@hearth/contracts/kernel/dates'
import { formatStream } from '@hearth/contracts/kernel/message'
import { occurredAtOf, type Row } from '@hearth/contracts/kernel/projection'
import type { ReportSource } from '@hearth/contracts/kernel/report'
import { sql } from 'kysely'
import { columnsToRow, describeColumns } from '../read-model/columns.ts'
import {
  createFold,
  toUnits,
  type Between,
  type FoldedRows,
  type FoldedTwice,
  type FoldOptions,
  type RowsTwice,
} from './foldStreams.ts'
import { readRange } from './readEvents.ts'
import { readTable, selectColumns } from './readRows.ts'

/** Rows that are in memory at a time. */
const PAGE = 2_000

type Source = Extract<ReportSource, { of: 'account' }>

/** A row of today, the revision of the last event about it, and when the first one happened. */
type Found = Readonly<{ id: string; row: Row; revision: number; openedAt: Instant }>

/** Of the stream: its last revision, and the first that lies after each instant. */
type Bounds = Readonly<{ last: number; afterFirst: number; afterSecond: number }>

type Place = Readonly<{ '~place': string; id: string }>
type Record_ = Row & Place & Readonly<{ '~revision': number }>

/** The account's rows in the order in which they began, a page at a time. */
const readPages = async function* (
  { sources: { db }, account }: FoldOptions,
  { resource, openedAt }: Source,
  limit: number,
): AsyncGenerator<readonly Found[]> {
  const columns = describeColumns(resource.row)
  const opened = columns.find(({ field }) => field === openedAt)
  if (opened === undefined || opened.nullable) throw new Error(`${openedAt} can't order ${resource.name}`)
  const order = sql.ref(`r.${opened.column}`)
  for (let last: Place | undefined; ;) {
    const after =
      last === undefined
        ? sql`true`
        : sql`(${order}, r.id) > (cast(${last['~place']} as ${sql.raw(opened.sqlType)}), ${last.id})`
    const { rows } = await sql<Record_>`
      select ${selectColumns(columns)}, ${order}::text as "~place", r._revision as "~revision"
      from ${readTable(resource.table)} as r
      where tenant_id = ${account} and ${after}
      order by ${order}, r.id
      limit ${limit}`.execute(db)
    yield rows.map((record) => {
      const row = columnsToRow(columns, record)
      return { id: record.id, row, revision: record['~revision'], openedAt: String(row[openedAt]) }
    })
    if (rows.length < limit) return
    last = rows.at(-1)
  }
}

const readBounds = async (
  { sources: { db }, account, instants: [first, second] }: FoldOptions,
  stream: string,
): Promise<Bounds> => {
  const { rows } = await sql<Readonly<Record<keyof Bounds, number | null>>>`
    select
      max(stream_revision) as last,
      min(stream_revision) filter (where occurred_at > cast(${first} as timestamptz)) as "afterFirst",
      min(stream_revision) filter (where occurred_at > cast(${second} as timestamptz)) as "afterSecond"
    from ${readTable('event_log')}
    where tenant_id = ${account} and stream = ${stream}`.execute(db)
  const { last, afterFirst, afterSecond } = rows[0] ?? {}
  return { last: last ?? -1, afterFirst: afterFirst ?? Infinity, afterSecond: afterSecond ?? Infinity }
}

/** Folds rows from the part of the stream that has all events about them. */
const foldPast = async (options: FoldOptions, stream: string, found: readonly Found[]) => {
  const { sources, account, instants, signal } = options
  const keys = new Set(found.map(({ id }) => id))
  const fold = createFold(options, (key) => keys.has(key))
  const earliest = found.map(({ openedAt }) => openedAt).reduce((a, b) => (a < b ? a : b))
  const { rows } = await sql<Readonly<{ from: number | null }>>`
    select min(stream_revision) as "from"
    from ${readTable('event_log')}
    where tenant_id = ${account} and stream = ${stream} and occurred_at >= cast(${earliest} as timestamptz)`.execute(
    sources.db,
  )
  const until = Math.max(...found.map(({ revision }) => revision))
  for await (const event of readRange(sources, stream, { from: rows[0]?.from ?? 0, until, signal }))
    if (occurredAtOf(event) <= instants[1]) fold.add(event)
  return fold.finish()
}

/** What happened last to rows, by their last revision. */
const readLast = async (
  { sources: { db }, account, instants: [first] }: FoldOptions,
  stream: string,
  found: readonly Found[],
): Promise<Between> => {
  if (found.length === 0) return new Map()
  const { rows } = await sql<Readonly<{ revision: number; type: string; at: Instant }>>`
    select stream_revision as revision, type, occurred_at as at
    from ${readTable('event_log')}
    where
      tenant_id = ${account}
      and stream = ${stream}
      and occurred_at > cast(${first} as timestamptz)
      and stream_revision = any(${found.map(({ revision }) => revision)}::bigint[])`.execute(db)
  const byRevision = new Map(rows.map(({ revision, ...event }) => [revision, event]))
  return new Map(
    found.flatMap(({ id, revision }) => {
      const event = byRevision.get(revision)
      return event === undefined ? [] : [[id, event] as const]
    }),
  )
}

/** The rows of a page at both instants: those of today that stand as they were, and the others folded. */
const foldPage = async (
  options: FoldOptions,
  stream: string,
  { last, afterFirst, afterSecond }: Bounds,
  page: readonly Found[],
): Promise<RowsTwice> => {
  const [first, second] = options.instants
  const stands = ({ revision }: Found, after: number) => revision <= last && revision < after
  const began = ({ openedAt }: Found, at: Instant) => openedAt <= at
  const moving = page.filter(
    (found) =>
      (began(found, first) && !stands(found, afterFirst)) ||
      (began(found, second) && !stands(found, afterSecond)),
  )
  const past = moving.length === 0 ? undefined : await foldPast(options, stream, moving)
  const folded = new Set(moving.map(({ id }) => id))
  const between = await readLast(
    options,
    stream,
    page.filter((found) => !folded.has(found.id) && !stands(found, afterFirst) && began(found, second)),
  )
  const rowsAt = (at: Instant, rows: FoldedRows | undefined): FoldedRows =>
    new Map(
      options.definition.projections.map(({ name }) => [
        name,
        new Map(
          page.flatMap((found) => {
            const row = folded.has(found.id)
              ? rows?.get(name)?.get(found.id)
              : began(found, at)
                ? found.row
                : undefined
            return row === undefined ? [] : [[found.id, row] as const]
          }),
        ),
      ]),
    )
  return {
    first: rowsAt(first, past?.first),
    second: rowsAt(second, past?.second),
    between: new Map([...between, ...(past?.between ?? [])]),
  }
}

/**
 * The rows of the account's own stream, a page at a time. A row whose last event lies before an instant is as it
 * was then. The others are folded from the part of the stream in which they changed, which is read once for a
 * page, from end to end.
 */
export const foldAccount = async function* (
  options: FoldOptions,
  source: Source,
  pageRows = PAGE,
): AsyncGenerator<FoldedTwice> {
  const { account, signal } = options
  const stream = formatStream(source.prefix, account)
  const bounds = await readBounds(options, stream)
  for await (const page of readPages(options, source, pageRows)) {
    signal.throwIfAborted()
    yield toUnits(account, await foldPage(options, stream, bounds, page))
  }
}
