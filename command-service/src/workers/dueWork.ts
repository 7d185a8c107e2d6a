import type { Instant } from '@hearth/contracts/kernel/dates'
import type pg from 'pg'

/** Something that waits for the clock: a row's id and the instant it waits for. */
export type Due = Readonly<{ id: string; listingId: string; at: Instant }>

/** Where to look. `at` is a column; `where` compares constants only, so that a partial index fits. */
type Place = Readonly<{ table: 'booking' | 'claim'; at: string; where: string }>

/** What the clock can be waiting for (domain.md §5.1), over all tenants. */
export const PLACES = {
  cancelling: { table: 'booking', at: 'effective_at', where: `status = 'cancelling'` },
  arriving: { table: 'booking', at: 'check_in_instant', where: `status = 'confirmed' and clock = 'scheduler'` },
  inStay: { table: 'booking', at: 'check_out_instant', where: `status = 'in_stay' and clock = 'scheduler'` },
  checkedOut: { table: 'booking', at: 'check_out_instant', where: `status = 'checked_out' and clock = 'scheduler'` },
  refunding: { table: 'booking', at: '_at', where: `refunds @> '[{"state": "requested"}]'` },
  held: { table: 'claim', at: 'hold_expires_at', where: `state = 'held' and kind = 'booking'` },
} as const satisfies Record<string, Place>
export type PlaceName = keyof typeof PLACES

const sqlOf = ({ table, at, where }: Place) => `
  select id, listing_id as "listingId", ${at} as at from read.${table}
  where ${where} and ${at} <= $1 and (${at}, id) > ($2::timestamptz, $3)
  order by ${at}, id limit $4`

// Tables that the projector has not built yet, or is just replacing: nothing is known to be due.
const NOT_THERE = new Set(['42P01', '3F000', '42703'])
const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && typeof error.code === 'string' && NOT_THERE.has(error.code)

const rowsOf = async <Row extends pg.QueryResultRow>(pool: pg.Pool, text: string, values: readonly unknown[]): Promise<readonly Row[]> => {
  try {
    return (await pool.query<Row>(text, [...values])).rows
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

export type DueWork = Readonly<{
  /** Everything due at `until`, oldest first, in pages. The read models may lag: what is listed may be done already. */
  pages: (place: PlaceName, until: Instant) => AsyncIterable<readonly Due[]>
  /** Cancelled bookings whose nights are not released, one page of a walk over all of them; `next` is where to go on, '' at the end. */
  unreleased: (after: string) => Promise<Readonly<{ bookingIds: readonly string[]; next: string }>>
}>

const UNRELEASED = `
  select coalesce(max(b.id), '') as last, count(*)::int as seen, coalesce(array_agg(b.id) filter (where c.id is not null), '{}') as ids
  from (select tenant_id, id from read.booking where status = 'cancelled' and id > $1 order by id limit $2) b
  left join read.claim c on c.tenant_id = b.tenant_id and c.id = b.id and c.state <> 'released'`

export const findDueWork = (pool: pg.Pool, page = 200, patrol = 1_000): DueWork => ({
  pages: async function* (place, until) {
    const sql = sqlOf(PLACES[place])
    let [at, id] = ['-infinity', '']
    for (;;) {
      const rows = await rowsOf<Due>(pool, sql, [until, at, id, page])
      if (rows.length > 0) yield rows
      const last = rows.at(-1)
      if (last === undefined || rows.length < page) return
      ;({ at, id } = last)
    }
  },
  unreleased: async (after) => {
    const [row] = await rowsOf<{ last: string; seen: number; ids: string[] }>(pool, UNRELEASED, [after, patrol])
    return { bookingIds: row?.ids ?? [], next: row === undefined || row.seen < patrol ? '' : row.last }
  },
})
