import { passwordProblem, zChangePassword, zEnableTotp, zUnlinkProvider } from '@hearth/contracts/user'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { fieldProblem } from '@hearth/platform/http/validation'
import { beginTotp, disableTotp, enableTotp } from '@hearth/platform/session/authenticator'
import { chooseCookieName } from '@hearth/platform/session/cookie'
import { isProved } from '@hearth/platform/session/principal'
import { rotateSession } from '@hearth/platform/session/sessions'
import { clearAttempts } from '@hearth/platform/session/throttle'
import { verifyPassword } from '@hearth/platform/session/users'
import { z } from 'zod'
import { admitAttempt, recordFailure } from '../login/attempts.ts'
import { setPassword } from '../login/credentials.ts'
import { renderQrCode } from '../login/handoffRoute.ts'
import { actorOf } from '../login/people.ts'
import { findSessionPerson } from '../login/sessionRoutes.ts'
import type { LoginTools } from '../login/tools.ts'

const common = { method: 'POST', access: 'signed-in', tenant: 'none', rate: 'login' } as const

/**
 * `POST /api/account/password`, `/totp/begin`, `/totp/enable`, `/totp/disable`, `/idp/unlink`: how somebody gets in, changed by themselves.
 */
export const securityRoutes = (tools: LoginTools): readonly Route[] => {
  const { pool, principals, publicUrl, box, record } = tools
  const cookieName = chooseCookieName(publicUrl)

  /** The session under a new value, with what was just proved. */
  const renewed = async (sessionId: string, secondFactor: boolean) => {
    const rotated = await rotateSession(pool, cookieName, sessionId, { proved: true, secondFactor })
    if (!rotated) throw new AppProblem('UNAUTHENTICATED')
    principals.forget(sessionId)
    return { 'set-cookie': rotated.cookie }
  }

  const password = route({
    ...common,
    path: '/api/account/password',
    body: zChangePassword,
    handler: async (request) => {
      const { principal, body } = request
      const { person, sessionId } = await findSessionPerson(tools, principal)
      if (person.passwordHash === null) {
        if (!isProved(principal.actor, principal.provedAt, Date.now()))
          throw new AppProblem('STEP_UP_REQUIRED')
      } else {
        const attempt = { account: person.id, address: request.clientAddress }
        await admitAttempt(tools, attempt, request)
        if (!(await verifyPassword(person.passwordHash, body.current ?? ''))) {
          recordFailure(tools, person, 'password', request)
          throw fieldProblem('/current', 'isn’t your current password')
        }
        await clearAttempts(pool, attempt)
      }
      const problem = passwordProblem(body.next, [
        person.email.slice(0, person.email.indexOf('@')),
        person.displayName,
      ])
      if (problem !== undefined) throw fieldProblem('/next', problem)
      await setPassword(tools, person, body.next, 'change', request, sessionId)
      return { status: 204, headers: await renewed(sessionId, false) }
    },
  })

  const begin = route({
    ...common,
    path: '/api/account/totp/begin',
    stepUp: true,
    withoutSecondFactor: true,
    body: z.strictObject({}),
    handler: async (request) => {
      const { person } = await findSessionPerson(tools, request.principal)
      const begun = await beginTotp(pool, box, person)
      if (!begun)
        throw new AppProblem(
          'INVALID_TRANSITION',
          'You’ve already set up an authenticator. Turn it off first',
        )
      return { status: 200, body: { ...begun, qr: await renderQrCode(begun.uri) } }
    },
  })

  const enable = route({
    ...common,
    path: '/api/account/totp/enable',
    stepUp: true,
    withoutSecondFactor: true,
    body: zEnableTotp,
    handler: async (request) => {
      const { person, sessionId } = await findSessionPerson(tools, request.principal)
      const attempt = { account: person.id, address: request.clientAddress }
      await admitAttempt(tools, attempt, request)
      const recoveryCodes = await enableTotp(pool, box, person.id, request.body.code)
      if (!recoveryCodes) throw fieldProblem('/code', 'isn’t the current code from your authenticator')
      await record({ type: 'EnableTotp', data: {} }, person.id, actorOf(person), request)
      await clearAttempts(pool, attempt)
      return { status: 200, headers: await renewed(sessionId, true), body: { recoveryCodes } }
    },
  })

  const disable = route({
    ...common,
    path: '/api/account/totp/disable',
    stepUp: true,
    body: z.strictObject({}),
    handler: async (request) => {
      const { person } = await findSessionPerson(tools, request.principal)
      if (person.staffRole !== null)
        throw new AppProblem('PRECONDITION_FAILED', 'Hearth staff must have an authenticator')
      await record({ type: 'DisableTotp', data: {} }, person.id, actorOf(person), request)
      await disableTotp(pool, person.id)
      return { status: 204 }
    },
  })

  const unlink = route({
    ...common,
    path: '/api/account/idp/unlink',
    stepUp: true,
    body: zUnlinkProvider,
    handler: async (request) => {
      const { person } = await findSessionPerson(tools, request.principal)
      const { provider } = request.body
      const { rows } = await pool.query('select 1 from app.identity where user_id = $1 and provider = $2', [
        person.id,
        provider,
      ])
      if (rows.length === 0) throw new AppProblem('NOT_FOUND')
      await record({ type: 'UnlinkIdp', data: { provider } }, person.id, actorOf(person), request)
      await pool.query('delete from app.identity where user_id = $1 and provider = $2', [person.id, provider])
      return { status: 204 }
    },
  })

  return [password, begin, enable, disable, unlink]
}
