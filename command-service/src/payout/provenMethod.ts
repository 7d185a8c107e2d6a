import { payouts } from '@hearth/contracts/payout'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { readRows } from '../workers/dueWork.ts'

/**
 * Whether a payout has reached the method, as the read model knows it: what it does not know yet asks for one
 * approval too many.
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
