import type { StaffRole } from '@hearth/contracts/kernel/access'
import { newId } from '@hearth/contracts/kernel/ids'
import { closeSessions } from '@hearth/platform/session/sessions'
import { createUser } from '@hearth/platform/session/users'
import type pg from 'pg'

/**
 * A person whose role has ended gets a new role and keeps their authenticator; a host's address stays a
 * host's.
 */
const RETURN = `
    update app.app_user u
    set staff_role = $2, display_name = $3
    where
      id = $1
      and staff_role is null
      and not exists (select from app.membership where user_id = u.id)`

/**
 * Creates a staff member. They have no password until they choose one with "Forgot your password?", and are
 * then asked to set up an authenticator. Throws when the address is taken.
 */
export const addStaff = async (
  pool: pg.Pool,
  { email, name, role }: Readonly<{ email: string; name: string; role: StaffRole }>,
): Promise<void> => {
  const id = newId()
  const known = await createUser(pool, { id, email, displayName: name, staffRole: role })
  if (known !== id && (await pool.query(RETURN, [known, role, name])).rowCount === 0)
    throw new Error(`${email} is already in use; staff need a different email address`)
}

/**
 * Removes a person's role and ends their sessions; their past actions stay under their name. Throws when no
 * staff member has the address.
 */
export const endStaff = async (pool: pg.Pool, email: string): Promise<void> => {
  const { rows } = await pool.query<{ id: string }>(
    `
      update app.app_user
      set staff_role = null
      where lower(email) = lower($1) and staff_role is not null
      returning id`,
    [email],
  )
  if (!rows[0]) throw new Error(`No staff member has the address ${email}`)
  await closeSessions(pool, rows[0].id)
}

/** All staff, a line each. */
export const listStaff = async (pool: pg.Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query<{
    email: string
    name: string
    role: StaffRole
    since: string
    hasTotp: boolean
  }>(
    `
      select
        u.email,
        u.display_name as name,
        u.staff_role as role,
        (u.created_at at time zone 'UTC')::date::text as since,
        t.enabled_at is not null as "hasTotp"
      from app.app_user u left join app.totp t on t.user_id = u.id
      where u.staff_role is not null
      order by u.staff_role, lower(u.email)`,
  )
  return rows.map(
    ({ email, name, role, since, hasTotp }) =>
      `${role.padEnd(8)} ${email.padEnd(36)} ${name.padEnd(24)} since ${since}` +
      (hasTotp ? '' : ', no authenticator yet'),
  )
}
