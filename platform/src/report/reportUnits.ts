import type { ReportSource } from '@hearth/contracts/kernel/report'
import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import { describeColumns } from '../read-model/columns.ts'
import { openEvents } from '../read-model/eventReader.ts'
import { selectEvents, type LogSources } from '../read-model/readLog.ts'
import { READ_SCHEMA } from '../read-model/tables.ts'

const zMove = z.object({ from: z.object({ listingId: z.string() }) })

/** Streams whose events are read together. */
const STREAM_PAGE = 200

/** Streams whose rows are folded together; `id` is the row's, the listing's or the account's. */
export type ReportUnit = Readonly<{ id: string; streams: readonly string[] }>

export const readTable = (name: string): RawBuilder<unknown> => sql.table(`${READ_SCHEMA}.${name}`)

type Last = Readonly<{ id: string; value: string }>
type Rows = Extract<ReportSource, { of: 'rows' }>

/** One unit for each row of the account, in the order of a field that every row has. */
const listRows = async function* (
  { db }: LogSources,
  account: string,
  { prefix, resource, orderBy }: Rows,
): AsyncGenerator<readonly ReportUnit[]> {
  const column = describeColumns(resource.row).find(({ field }) => field === orderBy)
  if (column === undefined || column.nullable) throw new Error(`${orderBy} can't order ${resource.name}`)
  const [order, type] = [sql.ref(column.column), sql.raw(column.sqlType)]
  for (let last: Last | undefined; ;) {
    const after =
      last === undefined ? sql`true` : sql`(${order}, id) > (cast(${last.value} as ${type}), ${last.id})`
    const { rows }: { rows: Last[] } = await sql<Last>`
      select id, ${order}::text as value
      from ${readTable(resource.table)}
      where tenant_id = ${account} and ${after}
      order by ${order}, id
      limit ${STREAM_PAGE}`.execute(db)
    yield rows.map(({ id }) => ({ id, streams: [`${prefix}-${id}`] }))
    if (rows.length < STREAM_PAGE) return
    last = rows.at(-1)
  }
}

/** The bookings that were moved, with the listings that they left. */
const readMoves = async (sources: LogSources, account: string) => {
  const moves = await selectEvents(
    sources,
    sql`from ${readTable('event_log')} where tenant_id = ${account} and type = 'BookingMoved'`,
  )
  return (await openEvents(sources, moves)).map(({ stream, data }) => ({
    stream,
    listing: zMove.parse(data).from.listingId,
  }))
}

/** Each listing with its calendar and the stays that it has or had. */
const listListings = async function* (
  sources: LogSources,
  account: string,
): AsyncGenerator<readonly ReportUnit[]> {
  const { db } = sources
  const { rows: listings } = await sql<{ id: string }>`
    select id
    from ${readTable('listing')}
    where tenant_id = ${account}
    order by title, id`.execute(db)
  const moved = await readMoves(sources, account)
  for (const { id } of listings) {
    const { rows: stays } = await sql<{ stream: string }>`
      select 'booking-' || id as stream
      from ${readTable('booking')}
      where tenant_id = ${account} and listing_id = ${id}`.execute(db)
    const left = moved.filter(({ listing }) => listing === id)
    const streams = new Set([
      `listing-${id}`,
      `calendar-${id}`,
      ...[...stays, ...left].map(({ stream }) => stream),
    ])
    yield [{ id, streams: [...streams] }]
  }
}

/** The units of a report, a page at a time. */
export const listUnits = (
  sources: LogSources,
  account: string,
  source: Exclude<ReportSource, { of: 'account' }>,
): AsyncGenerator<readonly ReportUnit[]> =>
  source.of === 'rows' ? listRows(sources, account, source) : listListings(sources, account)
