import type pg from 'pg'
import { chooseCookieName } from '../session/cookie.ts'
import { openSession } from '../session/sessions.ts'
import { readMemberships } from '../session/users.ts'

/**
 * The cookie of a fresh session of somebody, proved and with a second factor; how people sign in is tried
 * elsewhere.
 */
export const openTestSession = async (
  pool: pg.Pool,
  email: string,
  publicUrl = new URL('http://localhost'),
): Promise<string> => {
  const { rows } = await pool.query<{ id: string; staff_role: string | null }>(
    'select id, staff_role from app.app_user where lower(email) = lower($1)',
    [email],
  )
  const user = rows[0]
  if (!user) throw new Error(`Nobody has the address ${email}`)
  const staff = user.staff_role !== null
  const accounts = await readMemberships(pool, user.id)
  const cookie = await openSession(pool, chooseCookieName(publicUrl), {
    userId: user.id,
    staff,
    hostAccountId: staff ? null : (accounts[0]?.hostAccountId ?? null),
    method: 'password',
    proved: true,
    secondFactor: staff,
    userAgent: null,
    address: null,
  })
  return cookie.split(';')[0] ?? ''
}
