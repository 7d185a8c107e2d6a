import { bookings } from '@hearth/contracts/booking'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'

/** How many bookings of the account are to come or under way, as the read model knows it. */
export const countStandingBookings = async (pool: pg.Pool, hostAccountId: string): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from ${qualified(bookings.table)} where tenant_id = $1 and status in ('confirmed', 'in_stay', 'cancelling', 'overbooked')`,
    [hostAccountId],
  )
  return rows[0]?.count ?? 0
}
