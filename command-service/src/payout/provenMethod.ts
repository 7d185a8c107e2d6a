import { payouts } from '@hearth/contracts/payout'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { readRows } from '../workers/dueWork.ts'

/**
 * Whether a payout has reached the bank account, according to the read model. While that lags, a payout may
 * require an approval that it does not need.
 */
export const isProvenMethod = async (
  pool: pg.Pool,
  hostAccountId: string,
  methodId: string,
): Promise<boolean> => {
  const rows = await readRows(
    pool,
    `
      select 1
      from ${qualified(payouts.table)}
      where tenant_id = $1 and method_id = $2 and state = 'paid'
      limit 1`,
    [hostAccountId, methodId],
  )
  return rows.length > 0
}
