import { listings } from '@hearth/contracts/listing'
import { referrals } from '@hearth/contracts/referral'
import { qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { readRows } from '../workers/dueWork.ts'

/** Invitations of an account that no one has accepted, by the read model. */
export const listInvited = async (pool: pg.Pool, hostAccountId: string): Promise<readonly string[]> =>
  (
    await readRows<{ id: string }>(
      pool,
      `select id from ${qualified(referrals.table)} where tenant_id = $1 and state = 'invited'`,
      [hostAccountId],
    )
  ).map(({ id }) => id)

/** Rewards that an account has had in a year (UTC) and kept, by the read model. */
export const countRewards = async (pool: pg.Pool, hostAccountId: string, year: string): Promise<number> => {
  const [row] = await readRows<{ count: number }>(
    pool,
    `
      select count(*)::int as count
      from ${qualified(referrals.table)}
      where tenant_id = $1 and state = 'rewarded' and rewarded_at >= $2 and rewarded_at < $3`,
    [hostAccountId, `${year}-01-01T00:00:00.000Z`, `${Number(year) + 1}-01-01T00:00:00.000Z`],
  )
  return row?.count ?? 0
}

/** Whether guests can book a home of the account, by the read model. */
export const hasLiveListing = async (pool: pg.Pool, hostAccountId: string): Promise<boolean> =>
  (
    await readRows(
      pool,
      `select 1 from ${qualified(listings.table)} where tenant_id = $1 and status = 'live' limit 1`,
      [hostAccountId],
    )
  ).length > 0
