import { foldEmail } from '@hearth/contracts/kernel/email'
import type { StaffRole } from '@hearth/contracts/kernel/access'
import { zId } from '@hearth/contracts/kernel/ids'
import type { Actor } from '@hearth/contracts/kernel/message'
import type pg from 'pg'

/** A person who can sign in, as stored in schema `app`. */
export type Person = Readonly<{
  id: string
  email: string
  displayName: string
  staffRole: StaffRole | null
  passwordHash: string | null
  hasTotp: boolean
}>

const FIND = `
  select
    u.id,
    u.email,
    u.display_name as "displayName",
    u.staff_role as "staffRole",
    u.password_hash as "passwordHash",
    t.enabled_at is not null as "hasTotp"
  from app.app_user u left join app.totp t on t.user_id = u.id
  where`

/** `email` in any spelling. */
export const findByEmail = async (pool: pg.Pool, email: string): Promise<Person | undefined> =>
  (await pool.query<Person>(`${FIND} lower(u.email) = $1`, [foldEmail(email)])).rows[0]
export const findById = async (pool: pg.Pool, id: string): Promise<Person | undefined> =>
  (await pool.query<Person>(`${FIND} u.id = $1`, [id])).rows[0]

/** What a person is called; null for staff, services, and everyone who is unknown. */
export const findMemberName = async (pool: pg.Pool, id: string): Promise<string | null> => {
  const person = zId.safeParse(id).success ? await findById(pool, id) : undefined
  return person?.staffRole === null ? person.displayName : null
}

/** A person as the actor of an event, before they act for an account. */
export const actorOf = ({
  id,
  displayName,
  staffRole,
}: Pick<Person, 'id' | 'displayName' | 'staffRole'>): Actor => ({
  id,
  kind: staffRole === null ? 'host' : 'staff',
  role: staffRole ?? 'owner',
  name: displayName,
})
