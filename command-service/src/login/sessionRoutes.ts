import { zProve } from '@hearth/contracts/login'
import { zSwitchAccount } from '@hearth/contracts/session'
import { zRevokeSession } from '@hearth/contracts/user'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { takeCode } from '@hearth/platform/session/authenticator'
import { chooseCookieName, expiredCookie } from '@hearth/platform/session/cookie'
import type { Principal } from '@hearth/platform/session/principal'
import { closeSession, closeSessions, revokeSession } from '@hearth/platform/session/sessions'
import { verifyPassword } from '@hearth/platform/session/users'
import { z } from 'zod'
import { admitAttempt } from './attempts.ts'
import { actorOf, findById, type Person } from './people.ts'
import { renewSession } from './renewSession.ts'
import type { LoginTools } from './tools.ts'

const common = { method: 'POST', access: 'signed-in', tenant: 'none', rate: 'write' } as const

/** The person of this session; programs have none. */
export const findSessionPerson = async (
  { pool }: Pick<LoginTools, 'pool'>,
  { actor, sessionId }: Principal,
): Promise<Readonly<{ person: Person; sessionId: string }>> => {
  if (sessionId === undefined) throw new AppProblem('FORBIDDEN', 'Programs don’t have sessions')
  const person = await findById(pool, actor.id)
  if (!person) throw new AppProblem('UNAUTHENTICATED')
  return { person, sessionId }
}

const logoutRoute = ({ pool, principals, publicUrl }: LoginTools): Route =>
  route({
    ...common,
    path: '/api/logout',
    whileImpersonating: true,
    withoutSecondFactor: true,
    body: z.strictObject({}),
    handler: async ({ principal: { sessionId } }) => {
      if (sessionId !== undefined) {
        await closeSession(pool, sessionId)
        principals.forget(sessionId)
      }
      return { status: 204, headers: { 'set-cookie': expiredCookie(chooseCookieName(publicUrl)) } }
    },
  })

const switchAccountRoute = ({ pool, principals }: LoginTools): Route =>
  route({
    ...common,
    path: '/api/session/switch-account',
    body: zSwitchAccount,
    handler: async ({ principal, body }) => {
      const { rowCount } = await pool.query(
        `
          update app.session s
          set host_account_id = $2
          from app.membership m, app.app_user u
          where
            s.id_hash = $1
            and m.user_id = s.user_id
            and m.host_account_id = $2
            and u.id = s.user_id
            and u.staff_role is null`,
        [principal.sessionId ?? '', body.hostAccountId],
      )
      if (rowCount !== 1) throw new AppProblem('NOT_FOUND')
      if (principal.sessionId !== undefined) principals.forget(principal.sessionId)
      return { status: 200, body: { hostAccountId: body.hostAccountId } }
    },
  })

const proveRoute = (tools: LoginTools): Route =>
  route({
    ...common,
    path: '/api/session/prove',
    rate: 'login',
    whileImpersonating: true,
    withoutSecondFactor: true,
    body: zProve,
    handler: async (request) => {
      const { pool, box } = tools
      const { person, sessionId } = await findSessionPerson(tools, request.principal)
      const { password, code } = request.body
      const attempt = await admitAttempt(tools, { account: person.id, signedIn: true }, request)
      const byCode = code === undefined ? undefined : await takeCode(pool, box, person.id, code)
      const method =
        password === undefined
          ? byCode
          : (await verifyPassword(person.passwordHash, password))
            ? 'password'
            : undefined
      if (method === undefined) {
        attempt.fail(person, code === undefined ? 'password' : 'code')
        // 403, not 401: the session remains valid, so the browser must not go to the sign-in page.
        throw new AppProblem(
          'STEP_UP_REQUIRED',
          code === undefined ? 'Wrong password' : 'This code is wrong or has already been used',
        )
      }
      await tools.record({ type: 'RecordProof', data: { method } }, person.id, actorOf(person), request)
      const session = { userId: person.id, sessionId }
      const { headers, provedAt } = await renewSession(tools, session, byCode !== undefined, request)
      await attempt.succeed()
      return { status: 200, headers, body: { provedAt } }
    },
  })

const revokeRoute = (tools: LoginTools): Route =>
  route({
    ...common,
    path: '/api/session/revoke',
    body: zRevokeSession,
    handler: async (request) => {
      const { pool, principals } = tools
      const { person } = await findSessionPerson(tools, request.principal)
      const { rows } = await pool.query<{ id_hash: string }>(
        'select id_hash from app.session where id = $1 and user_id = $2',
        [request.body.id, person.id],
      )
      const revoked = rows[0]
      if (!revoked) throw new AppProblem('NOT_FOUND')
      await tools.record(
        { type: 'RevokeSessions', data: { count: 1, cause: 'one' } },
        person.id,
        actorOf(person),
        request,
      )
      await revokeSession(pool, revoked.id_hash)
      principals.forget(revoked.id_hash)
      return { status: 204 }
    },
  })

const revokeAllRoute = (tools: LoginTools): Route =>
  route({
    ...common,
    path: '/api/session/revoke-all',
    body: z.strictObject({}),
    handler: async (request) => {
      const { pool } = tools
      const { person, sessionId } = await findSessionPerson(tools, request.principal)
      const { rows } = await pool.query<{ count: number }>(
        `
          select count(*)::int as count
          from app.session
          where user_id = $1 and id_hash <> $2 and expires_at > now()`,
        [person.id, sessionId],
      )
      await tools.record(
        { type: 'RevokeSessions', data: { count: rows[0]?.count ?? 0, cause: 'all' } },
        person.id,
        actorOf(person),
        request,
      )
      return { status: 200, body: { count: await closeSessions(pool, person.id, sessionId) } }
    },
  })

/** `POST /api/logout`, `/api/session/switch-account`, `/prove`, `/revoke`, `/revoke-all`. */
export const sessionRoutes = (tools: LoginTools): readonly Route[] => [
  logoutRoute(tools),
  switchAccountRoute(tools),
  proveRoute(tools),
  revokeRoute(tools),
  revokeAllRoute(tools),
]
