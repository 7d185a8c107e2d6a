import { bookings, waitingBookings } from '@hearth/contracts/booking'
import { claims, waitingClaims } from '@hearth/contracts/calendar'
import { listings } from '@hearth/contracts/listing'
import type { Instant } from '@hearth/contracts/kernel/dates'
import type { Waiting } from '@hearth/contracts/kernel/resource'
import { isReadModelMissing } from '@hearth/platform/postgres/retryable'
import { qualified } from '@hearth/platform/read-model/tables'
import { waitingPageSql } from '@hearth/platform/read-model/waitingRows'
import type pg from 'pg'

/** A row that waits for an instant: its id and that instant. */
export type Due = Readonly<{ id: string; listingId: string; at: Instant }>

/** The kinds of rows that wait for an instant (docs/domain/processes.md#timers), of all tenants. */
export type WaitKind = Exclude<keyof typeof waitingBookings, 'cancelled'> | keyof typeof waitingClaims

const COLUMNS = 'listing_id as "listingId"'
const sqlIn = (table: string, kinds: Readonly<Record<string, Waiting>>) =>
  Object.fromEntries(
    Object.entries(kinds).map(([name, rows]) => [name, waitingPageSql(qualified(table), rows, COLUMNS)]),
  )
const sql: Readonly<Record<string, string>> = {
  ...sqlIn(bookings.table, waitingBookings),
  ...sqlIn(claims.table, waitingClaims),
}

const UNRELEASED = `
  select b.*, c.id is not null as taken
  from
    (${waitingPageSql(qualified(bookings.table), waitingBookings.cancelled, `${COLUMNS}, tenant_id`)}) b
    left join ${qualified(claims.table)} c on c.tenant_id = b.tenant_id and c.id = b.id
    and c.state <> 'released'
  order by b.at, b.id`

const SOURCES = [bookings.table, claims.table, listings.table]
const COMPLETE = `
  select p.name from read.projection p join read.build b on b.projection = p.name and b.build = p.serving
  where p.name = any($1::text[]) and b.status = 'serving'`

const UNDEFINED_COLUMN = '42703'
/** Whether a query failed because the projector has not built its table yet, or is just replacing it. */
export const isMissing = (error: unknown): boolean =>
  isReadModelMissing(error) || (error instanceof Error && 'code' in error && error.code === UNDEFINED_COLUMN)

/** The rows of a query of read models; none while the tables are missing. */
export const readRows = async <Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> => {
  try {
    return (await pool.query<Row>(text, [...values])).rows
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** Reads page after page, each from the last row of the one before, until a page is not full. */
export const readPages = async function* <Row>(
  size: number,
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last)
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}

/** The position of a walk over rows: the last row that was read. */
export type Cursor = Readonly<Pick<Due, 'at' | 'id'>>
export const BEGINNING: Cursor = { at: '-infinity', id: '' }

export type DueWork = Readonly<{
  /** Whether the read models are complete: while one is being built, its rows are out of date. */
  isKnown: () => Promise<boolean>
  /**
   * Rows due at `until`, oldest first, in pages. The read models may lag: a listed row may already be done.
   */
  pages: (kind: WaitKind, until: Instant) => AsyncIterable<readonly Due[]>
  /**
   * Cancelled bookings whose nights are not released, one page of a walk over all of them; the walk continues
   * from `next`, which is undefined at the end.
   */
  unreleased: (after: Cursor) => Promise<Readonly<{ rows: readonly Due[]; next: Cursor | undefined }>>
}>

/** `walkPage`: few enough rows to be read from a cold disk within the statement timeout. */
export const findDueWork = (pool: pg.Pool, page = 200, walkPage = 250): DueWork => ({
  isKnown: async () => (await readRows(pool, COMPLETE, [SOURCES])).length === SOURCES.length,
  pages: (kind, until) => {
    const text = sql[kind]
    if (text === undefined) throw new Error(`No rows wait as ${kind}`)
    return readPages<Due>(page, ({ at, id }: Cursor = BEGINNING) =>
      readRows<Due>(pool, text, [until, at, id, page]),
    )
  },
  unreleased: async (after) => {
    const rows = await readRows<Due & { taken: boolean }>(pool, UNRELEASED, [
      'infinity',
      after.at,
      after.id,
      walkPage,
    ])
    return { rows: rows.filter(({ taken }) => taken), next: rows.length < walkPage ? undefined : rows.at(-1) }
  },
})
