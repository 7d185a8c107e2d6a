import { icalFeeds } from '@hearth/contracts/ical-feed'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { readRows } from '../workers/dueWork.ts'

/** How many calendars a listing follows, by the read models: a limit on fetching, not a lock. */
export const countFeeds = async (
  pool: pg.Pool,
  hostAccountId: string,
  listingId: string,
): Promise<number> => {
  const [row] = await readRows<{ count: number }>(
    pool,
    `
      select count(*)::int as count
      from ${qualified(icalFeeds.table)}
      where tenant_id = $1 and listing_id = $2`,
    [hostAccountId, listingId],
  )
  return row?.count ?? 0
}
