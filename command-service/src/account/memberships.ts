import { withLock } from '@hearth/platform/postgres/advisoryLock'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { accountFold } from './account.state.ts'
import { activeMembers } from './account.state.ts'

const INSERT = `
  insert into app.membership (user_id, host_account_id, role, listing_ids)
  select u.id, $1, $3, $4
  from app.app_user u
  where u.id = $2 and u.staff_role is null
  on conflict (user_id, host_account_id) do update
  set role = excluded.role,
  listing_ids = excluded.listing_ids`

// A session for an account that its user has left continues with another one of theirs, or ends.
const REMOVE = `
  with
    gone as (
      delete from app.membership
      where host_account_id = $1 and user_id = any($2::uuid[])
      returning user_id
    )
  update app.session s
  set
    host_account_id = (
      select m.host_account_id
      from app.membership m
      where m.user_id = s.user_id and m.host_account_id <> $1
      order by m.host_account_id
      limit 1
    )
  from gone
  where s.user_id = gone.user_id and s.host_account_id = $1`

export type Memberships = ReturnType<typeof createMemberships>

/**
 * Keeps the table that sessions are checked by in line with the account's events; people without an event
 * stay.
 */
export const createMemberships = ({
  pool,
  handler,
}: Readonly<{ pool: pg.Pool; handler: Pick<CommandHandler, 'view'> }>) => ({
  /** Updates one account's members; every process reads the table again each second. */
  sync: async (hostAccountId: string): Promise<void> => {
    // Of two concurrent updates, the later one must not write the state that the earlier one read.
    await withLock(pool, `members/${hostAccountId}`, async (transaction) => {
      const { state } = await handler.view(accountFold, hostAccountId, 0)
      if (state.status === 'none') return
      const active = activeMembers(state)
      const here = new Set(active.map(({ userId }) => userId))
      const gone = Object.values(state.members).flatMap(({ userId }) =>
        userId === null || here.has(userId) ? [] : [userId],
      )
      for (const { userId, role, listingIds } of active)
        await transaction.query(INSERT, [hostAccountId, userId, role, listingIds])
      if (gone.length > 0) await transaction.query(REMOVE, [hostAccountId, gone])
    })
  },
  /** Staff do not belong to accounts (docs/domain/access.md#limits-of-a-role). */
  isStaff: async (userId: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      'select from app.app_user where id = $1 and staff_role is not null',
      [userId],
    )
    return rowCount === 1
  },
})
