import { icalFeeds } from '@hearth/contracts/ical-feed'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'

/** How many calendars a listing follows, as the read models know it: a bound on what is fetched, not a lock. */
export const feedsOf = async (pool: pg.Pool, hostAccountId: string, listingId: string): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${qualified(icalFeeds.table)} where tenant_id = $1 and listing_id = $2`, [hostAccountId, listingId])
  return rows[0]?.count ?? 0
}
