import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Row } from '@hearth/contracts/kernel/projection'
import type { ReportSource } from '@hearth/contracts/kernel/report'
import { sql } from 'kysely'
import { columnsToRow, describeColumns } from '../read-model/columns.ts'
import {
  foldStreams,
  toUnits,
  type FoldedRows,
  type FoldedTwice,
  type FoldOptions,
  type RowsTwice,
} from './foldStreams.ts'
import { readTable, selectColumns } from './readRows.ts'

/** Rows that are in memory at a time. */
const PAGE = 200

type Source = Extract<ReportSource, { of: 'rows' }>

/** A row of today, and what the log says of its stream. */
type Found = Readonly<{
  row: Readonly<{ id: string }> & Row
  /** The row has all events that the log's read model names, and no others. */
  isComplete: boolean
  /** Whether there were events by the first instant. */
  began: boolean
  /** Whether all events lie before the instant. */
  isOfFirst: boolean
  isOfSecond: boolean
  /** The last event between them. */
  between: Readonly<{ type: string; at: Instant }> | null
}>

type Record_ = Row &
  Readonly<{
    id: string
    '~place': string
    '~complete': boolean
    '~began': boolean
    '~first': boolean
    '~second': boolean
    '~type': string | null
    '~at': Instant | null
  }>

const toFound = (columns: ReturnType<typeof describeColumns>, record: Record_): Found => ({
  row: { ...columnsToRow(columns, record), id: record.id },
  isComplete: record['~complete'],
  began: record['~began'],
  isOfFirst: record['~first'],
  isOfSecond: record['~second'],
  between:
    record['~type'] === null || record['~at'] === null ? null : { type: record['~type'], at: record['~at'] },
})

/**
 * The account's rows in the order of a field that every row has, a page at a time, each from one moment.
 */
const readPages = async function* (
  { sources: { db }, account, instants: [first, second] }: FoldOptions,
  { prefix, resource, orderBy }: Source,
): AsyncGenerator<readonly Found[]> {
  const columns = describeColumns(resource.row)
  const ordered = columns.find(({ field }) => field === orderBy)
  if (ordered === undefined || ordered.nullable) throw new Error(`${orderBy} can't order ${resource.name}`)
  const [order, type] = [sql.ref(`r.${ordered.column}`), sql.raw(ordered.sqlType)]
  const [start, end] = [sql`cast(${first} as timestamptz)`, sql`cast(${second} as timestamptz)`]
  const lies = sql`occurred_at > ${start} and occurred_at <= ${end}`
  for (let last: Record_ | undefined; ;) {
    const after =
      last === undefined
        ? sql`true`
        : sql`(${order}, r.id) > (cast(${last['~place']} as ${type}), ${last.id})`
    const { rows } = await sql<Record_>`
      select
        ${selectColumns(columns)},
        ${order}::text as "~place",
        coalesce(log.revision = r._revision, false) as "~complete",
        coalesce(log.begun <= ${start}, false) as "~began",
        coalesce(log.ended <= ${start}, false) as "~first",
        coalesce(log.ended <= ${end}, false) as "~second",
        log.type as "~type",
        log.at as "~at"
      from (
          select *
          from ${readTable(resource.table)} as r
          where tenant_id = ${account} and ${after}
          order by ${order}, id
          limit ${PAGE}
        ) as r,
        lateral (
          select
            max(stream_revision) as revision,
            min(occurred_at) as begun,
            max(occurred_at) as ended,
            (array_agg(type order by stream_revision desc) filter (where ${lies}))[1] as type,
            (array_agg(occurred_at order by stream_revision desc) filter (where ${lies}))[1] as at
          from ${readTable('event_log')}
          where stream = ${`${prefix}-`} || r.id and tenant_id = ${account}
        ) as log
      order by ${order}, r.id`.execute(db)
    yield rows.map((record) => toFound(columns, record))
    if (rows.length < PAGE) return
    last = rows.at(-1)
  }
}

/** The rows of some of the units as the log has them up to an instant. */
const foldPast = async (
  options: FoldOptions,
  prefix: string,
  found: readonly Found[],
): Promise<ReadonlyMap<string, RowsTwice>> => {
  const folded = new Map<string, RowsTwice>()
  const units = found.map(({ row: { id } }) => ({ id, streams: [`${prefix}-${id}`] }))
  if (units.length === 0) return folded
  for await (const { id, rows } of foldStreams(options, units)) folded.set(id, rows)
  return folded
}

const NO_ROWS: FoldedRows = new Map()

/**
 * Rows that come from one stream each. A row whose stream has not changed since an instant is as it was then, so
 * only the streams of the others are read.
 */
export const foldRows = async function* (options: FoldOptions, source: Source): AsyncGenerator<FoldedTwice> {
  const { instants, definition, signal } = options
  const [first] = instants
  for await (const page of readPages(options, source)) {
    signal.throwIfAborted()
    const stands = ({ isComplete, isOfSecond }: Found) => isComplete && isOfSecond
    const [asOfFirst, asOfBoth] = await Promise.all([
      foldPast(
        { ...options, instants: [first, first] },
        source.prefix,
        page.filter((found) => stands(found) && !found.isOfFirst && found.began),
      ),
      foldPast(
        options,
        source.prefix,
        page.filter((found) => !stands(found)),
      ),
    ])
    for (const found of page) {
      const { row, isOfFirst, between } = found
      const { id } = row
      const today: FoldedRows = new Map(
        definition.projections.map(({ name }) => [name, new Map([[id, row]])]),
      )
      const rows = stands(found)
        ? {
            first: isOfFirst ? today : (asOfFirst.get(id)?.first ?? NO_ROWS),
            second: today,
            between: new Map(between === null ? [] : [[id, between]]),
          }
        : asOfBoth.get(id)
      if (rows !== undefined) yield toUnits(id, rows)
    }
  }
}
