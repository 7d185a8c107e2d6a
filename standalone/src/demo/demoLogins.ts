import type { Box } from '@hearth/platform/sealing/box'
import { giveTotp } from '@hearth/platform/session/authenticator'
import { closeSessions } from '@hearth/platform/session/sessions'
import { hashPassword, verifyPassword } from '@hearth/platform/session/users'
import type pg from 'pg'
import { DEMO_LOGINS, DEMO_PASSWORD, type DemoLogin } from './logins.ts'

type Found = Readonly<{ id: string; password_hash: string | null }>

const findUser = async (pool: pg.Pool, { email }: DemoLogin): Promise<Found | undefined> => {
  const { rows } = await pool.query<Found>(
    'select id, password_hash from app.app_user where lower(email) = lower($1)',
    [email],
  )
  return rows[0]
}

const CLOSE = [
  'update app.app_user set password_hash = null where id = $1',
  'delete from app.totp where user_id = $1',
  'delete from app.recovery_code where user_id = $1',
  'update app.ticket set voided_at = now() where user_id = $1 and used_at is null and voided_at is null',
]

/**
 * Takes the password and the authenticators of the demonstration, which everyone can read, away from its
 * people, and signs them out. A person who has chosen a password of their own keeps it.
 */
export const closeDemoLogins = async (pool: pg.Pool): Promise<void> => {
  for (const login of DEMO_LOGINS) {
    const user = await findUser(pool, login)
    if (!user || !(await verifyPassword(user.password_hash, DEMO_PASSWORD))) continue
    for (const statement of CLOSE) await pool.query(statement, [user.id])
    await closeSessions(pool, user.id)
  }
}

/** Lets the people of the demonstration whose logins were closed sign in again. */
export const reopenDemoLogins = async (pool: pg.Pool, box: Box): Promise<void> => {
  for (const login of DEMO_LOGINS) {
    const user = await findUser(pool, login)
    if (!user || user.password_hash !== null) continue
    const hash = await hashPassword(DEMO_PASSWORD)
    await pool.query('update app.app_user set password_hash = $2 where id = $1', [user.id, hash])
    if (login.account === undefined) await giveTotp(pool, box, user.id, login.totpSecret)
  }
}
