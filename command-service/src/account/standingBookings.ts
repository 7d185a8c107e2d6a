import { bookings } from '@hearth/contracts/booking'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'

const ALL = ['confirmed', 'in_stay', 'cancelling', 'overbooked']
/** An overbooked or cancelled guest is not expected. */
const EXPECTED = ['confirmed', 'in_stay']

/**
 * How many bookings of the account are in the future or in progress, by the read model; with `guestRef` only
 * this guest's.
 */
export const countStandingBookings = async (
  pool: pg.Pool,
  hostAccountId: string,
  guestRef?: string,
): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `
      select count(*)::int as count
      from ${qualified(bookings.table)}
      where tenant_id = $1 and status = any($2::text[]) and ($3::text is null or guest_ref = $3)`,
    [hostAccountId, guestRef === undefined ? ALL : EXPECTED, guestRef ?? null],
  )
  return rows[0]?.count ?? 0
}
