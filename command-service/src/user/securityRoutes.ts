import { passwordProblem, zChangePassword, zEnableTotp, zUnlinkProvider } from '@hearth/contracts/user'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { fieldProblem } from '@hearth/platform/http/validation'
import { beginTotp, disableTotp, enableTotp } from '@hearth/platform/session/authenticator'
import { isProved, type Principal } from '@hearth/platform/session/principal'
import { verifyPassword } from '@hearth/platform/session/users'
import { z } from 'zod'
import { admitAttempt } from '../login/attempts.ts'
import { setPassword } from '../login/credentials.ts'
import { renderQrCode } from '../login/handoffRoute.ts'
import { actorOf, type Person } from '../login/people.ts'
import { renewSession } from '../login/renewSession.ts'
import { findSessionPerson } from '../login/sessionRoutes.ts'
import type { ClientRequest, LoginTools } from '../login/tools.ts'

const common = { method: 'POST', access: 'signed-in', tenant: 'none', rate: 'login' } as const

/** Without a password yet, the session must have been verified recently. */
const verifyCurrentPassword = async (
  tools: LoginTools,
  person: Person,
  current: string,
  request: ClientRequest & Readonly<{ principal: Principal }>,
): Promise<void> => {
  const { actor, provedAt } = request.principal
  if (person.passwordHash === null) {
    if (!isProved(actor, provedAt, Date.now())) throw new AppProblem('STEP_UP_REQUIRED')
    return
  }
  const attempt = await admitAttempt(tools, { account: person.id, signedIn: true }, request)
  if (!(await verifyPassword(person.passwordHash, current))) {
    attempt.fail(person, 'password')
    throw fieldProblem('/current', 'isn’t your current password')
  }
  await attempt.succeed()
}

const changePasswordRoute = (tools: LoginTools): Route =>
  route({
    ...common,
    path: '/api/account/password',
    body: zChangePassword,
    handler: async (request) => {
      const { current = '', next } = request.body
      const { person, sessionId } = await findSessionPerson(tools, request.principal)
      await verifyCurrentPassword(tools, person, current, request)
      const problem = passwordProblem(next, [
        person.email.slice(0, person.email.indexOf('@')),
        person.displayName,
      ])
      if (problem !== undefined) throw fieldProblem('/next', problem)
      await setPassword(tools, person, next, 'change', request, sessionId)
      const { headers } = await renewSession(tools, { userId: person.id, sessionId }, false, request)
      return { status: 204, headers }
    },
  })

const beginTotpRoute = (tools: LoginTools): Route =>
  route({
    ...common,
    path: '/api/account/totp/begin',
    stepUp: true,
    withoutSecondFactor: true,
    body: z.strictObject({}),
    handler: async (request) => {
      const { person } = await findSessionPerson(tools, request.principal)
      const begun = await beginTotp(tools.pool, tools.box, person)
      if (!begun)
        throw new AppProblem(
          'INVALID_TRANSITION',
          'You’ve already set up an authenticator. Turn it off first',
        )
      return { status: 200, body: { ...begun, qr: await renderQrCode(begun.uri) } }
    },
  })

const enableTotpRoute = (tools: LoginTools): Route =>
  route({
    ...common,
    path: '/api/account/totp/enable',
    stepUp: true,
    withoutSecondFactor: true,
    body: zEnableTotp,
    handler: async (request) => {
      const { pool, box } = tools
      const { person, sessionId } = await findSessionPerson(tools, request.principal)
      const attempt = await admitAttempt(tools, { account: person.id, signedIn: true }, request)
      const recoveryCodes = await enableTotp(pool, box, person.id, request.body.code)
      if (!recoveryCodes) throw fieldProblem('/code', 'isn’t the current code from your authenticator')
      await tools.record({ type: 'EnableTotp', data: {} }, person.id, actorOf(person), request)
      await attempt.succeed()
      const { headers } = await renewSession(tools, { userId: person.id, sessionId }, true, request)
      return { status: 200, headers, body: { recoveryCodes } }
    },
  })

const disableTotpRoute = (tools: LoginTools): Route =>
  route({
    ...common,
    path: '/api/account/totp/disable',
    stepUp: true,
    body: z.strictObject({}),
    handler: async (request) => {
      const { person } = await findSessionPerson(tools, request.principal)
      if (person.staffRole !== null)
        throw new AppProblem('PRECONDITION_FAILED', 'Hearth staff must have an authenticator')
      await tools.record({ type: 'DisableTotp', data: {} }, person.id, actorOf(person), request)
      await disableTotp(tools.pool, person.id)
      return { status: 204 }
    },
  })

const unlinkProviderRoute = (tools: LoginTools): Route =>
  route({
    ...common,
    path: '/api/account/idp/unlink',
    stepUp: true,
    body: zUnlinkProvider,
    handler: async (request) => {
      const { pool } = tools
      const { person } = await findSessionPerson(tools, request.principal)
      const { provider } = request.body
      const { rows } = await pool.query('select 1 from app.identity where user_id = $1 and provider = $2', [
        person.id,
        provider,
      ])
      if (rows.length === 0) throw new AppProblem('NOT_FOUND')
      await tools.record({ type: 'UnlinkIdp', data: { provider } }, person.id, actorOf(person), request)
      await pool.query('delete from app.identity where user_id = $1 and provider = $2', [person.id, provider])
      return { status: 204 }
    },
  })

/**
 * `POST /api/account/password`, `/totp/begin`, `/totp/enable`, `/totp/disable`, `/idp/unlink`: people change
 * how they sign in.
 */
export const securityRoutes = (tools: LoginTools): readonly Route[] => [
  changePasswordRoute(tools),
  beginTotpRoute(tools),
  enableTotpRoute(tools),
  disableTotpRoute(tools),
  unlinkProviderRoute(tools),
]
