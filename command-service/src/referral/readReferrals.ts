import { listings } from '@hearth/contracts/listing'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { readRows } from '../workers/dueWork.ts'

/** Whether guests can book a home of the account, by the read model. */
export const hasLiveListing = async (pool: pg.Pool, hostAccountId: string): Promise<boolean> =>
  (
    await readRows(
      pool,
      `select 1 from ${qualified(listings.table)} where tenant_id = $1 and status = 'live' limit 1`,
      [hostAccountId],
    )
  ).length > 0
