import { events } from '@hearth/contracts/event'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'

/** Whether the person caused anything in the account, by the read model; decisions about reviews don’t count. */
export const hasHandled = async (pool: pg.Pool, hostAccountId: string, staffId: string): Promise<boolean> => {
  const { rows } = await pool.query<{ found: boolean }>(
    `
      select exists (
        select from ${qualified(events.table)}
        where tenant_id = $1 and actor_id = $2 and stream not like 'review-%'
      ) as found`,
    [hostAccountId, staffId],
  )
  return rows[0]?.found === true
}
