import { newId } from '@hearth/contracts/kernel/ids'
import type { HostRole, StaffRole } from '@hearth/contracts/kernel/access'
import { hashText, newSessionValue } from '@hearth/platform/session/cookie'
import { addMembership } from '@hearth/platform/session/users'
import type pg from 'pg'

export type Person = Readonly<{ id: string; email: string; cookie: string }>

type Kind =
  | Readonly<{ name: string; staffRole: StaffRole }>
  | Readonly<{ name: string; hostAccountId: string; role?: HostRole }>

/** A user with a freshly verified session; signing in is tested elsewhere. */
export const signedIn = async (pool: pg.Pool, person: Kind): Promise<Person> => {
  const id = newId()
  const email = `${person.name.toLowerCase().replaceAll(' ', '.')}.${id.slice(-6)}@example.test`
  await pool.query('insert into app.app_user (id, email, display_name, staff_role) values ($1, $2, $3, $4)', [
    id,
    email,
    person.name,
    'staffRole' in person ? person.staffRole : null,
  ])
  const account = 'hostAccountId' in person ? person.hostAccountId : null
  if (account !== null)
    await addMembership(pool, {
      userId: id,
      hostAccountId: account,
      role: 'role' in person ? (person.role ?? 'owner') : 'owner',
    })
  const value = newSessionValue()
  await pool.query(
    `
      insert into
        app.session (
          id_hash,
          user_id,
          host_account_id,
          created_at,
          last_seen_at,
          expires_at,
          proved_at,
          second_factor
        )
      values ($1, $2, $3, now(), now(), now() + interval '1 hour', now(), true)`,
    [hashText(value), id, account],
  )
  return { id, email, cookie: `sid=${value}` }
}
