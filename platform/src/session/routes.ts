import { zSwitchAccount } from '@hearth/contracts/session'
import type pg from 'pg'
import { z } from 'zod'
import { AppProblem } from '../http/appProblem.ts'
import { route, type Route } from '../http/route.ts'
import { cookieNameOf, expiredCookie, hashOf, newSessionValue, sessionCookie, sessionValueOf } from './cookie.ts'
import { HOST_SESSION, STAFF_SESSION } from './lifetimes.ts'
import type { Principals } from './principal.ts'
import { clearAttempts, countAttempt } from './throttle.ts'
import { membershipsOf, verifyPassword } from './users.ts'

const zStorable = (max: number) => z.string().min(1).max(max).refine((text) => text.isWellFormed() && !text.includes('\0'), 'contains characters that cannot be stored')
const zLogin = z.strictObject({ email: zStorable(254), password: zStorable(200) })
const refused = () => new AppProblem('UNAUTHENTICATED', 'The e-mail or the password is not right')

type UserRow = { id: string; email: string; password_hash: string | null; display_name: string; staff_role: string | null }

/** `POST /api/login`, `/api/logout`, `/api/session/switch-account`; command-service mounts them. */
export const sessionRoutes = ({ pool, principals, publicUrl }: Readonly<{ pool: pg.Pool; principals: Principals; publicUrl: URL }>): readonly Route[] => {
  const cookieName = cookieNameOf(publicUrl)

  const open = async (user: UserRow, hostAccountId: string | null): Promise<string> => {
    const value = newSessionValue()
    const { absolute } = user.staff_role === null ? HOST_SESSION : STAFF_SESSION
    await pool.query(
      `insert into app.session (id_hash, user_id, host_account_id, created_at, last_seen_at, expires_at)
       values ($1, $2, $3, now(), now(), now() + make_interval(secs => $4))`,
      [hashOf(value), user.id, hostAccountId, absolute],
    )
    return sessionCookie(cookieName, value, absolute)
  }

  const close = async (sessionId: string): Promise<void> => {
    await pool.query('delete from app.session where id_hash = $1 or expires_at < now()', [sessionId])
    principals.forget(sessionId)
  }

  const login = route({
    method: 'POST',
    path: '/api/login',
    access: 'public',
    tenant: 'none',
    rate: 'login',
    body: zLogin,
    handler: async ({ body, headers, clientAddress }) => {
      const email = body.email.trim().toLowerCase()
      const wait = await countAttempt(pool, email, clientAddress)
      if (wait > 0) throw new AppProblem('RATE_LIMITED', 'Too many attempts; please wait', { retryAfterSeconds: wait }, { 'retry-after': String(wait) })
      const { rows } = await pool.query<UserRow>('select id, email, password_hash, display_name, staff_role from app.app_user where lower(email) = $1', [email])
      const user = rows[0]
      const fits = await verifyPassword(user?.password_hash ?? null, body.password)
      if (!user || !fits) throw refused()
      const accounts = await membershipsOf(pool, user.id)
      const account = user.staff_role === null ? accounts[0] : undefined
      if (user.staff_role === null && !account) throw new AppProblem('FORBIDDEN', 'You are not a member of any account')
      await clearAttempts(pool, email, clientAddress)
      // A new session at every login: an id that was planted before is worth nothing.
      const before = sessionValueOf(headers, cookieName)
      if (before !== undefined) await close(hashOf(before))
      const cookie = await open(user, account?.hostAccountId ?? null)
      return {
        status: 200,
        headers: { 'set-cookie': cookie },
        body: {
          user: { id: user.id, email: user.email, name: user.display_name, staffRole: user.staff_role },
          accounts: accounts.map(({ hostAccountId, role }) => ({ hostAccountId, role })),
          hostAccountId: account?.hostAccountId ?? null,
        },
      }
    },
  })

  const logout = route({
    method: 'POST',
    path: '/api/logout',
    access: 'signed-in',
    tenant: 'none',
    rate: 'write',
    body: z.strictObject({}),
    handler: async ({ principal }) => {
      if (principal.sessionId !== undefined) await close(principal.sessionId)
      return { status: 204, headers: { 'set-cookie': expiredCookie(cookieName) } }
    },
  })

  const switchAccount = route({
    method: 'POST',
    path: '/api/session/switch-account',
    access: 'signed-in',
    tenant: 'none',
    rate: 'write',
    body: zSwitchAccount,
    handler: async ({ principal, body }) => {
      const { rowCount } = await pool.query(
        `update app.session s set host_account_id = $2 from app.membership m, app.app_user u
         where s.id_hash = $1 and m.user_id = s.user_id and m.host_account_id = $2 and u.id = s.user_id and u.staff_role is null`,
        [principal.sessionId ?? '', body.hostAccountId],
      )
      if (rowCount !== 1) throw new AppProblem('NOT_FOUND')
      if (principal.sessionId !== undefined) principals.forget(principal.sessionId)
      return { status: 200, body: { hostAccountId: body.hostAccountId } }
    },
  })

  return [login, logout, switchAccount]
}
