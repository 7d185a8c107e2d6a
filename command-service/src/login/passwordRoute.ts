import { zLogin } from '@hearth/contracts/login'
import { foldEmail } from '@hearth/contracts/kernel/email'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Route } from '@hearth/platform/http/route'
import { takeCode } from '@hearth/platform/session/authenticator'
import { verifyPassword } from '@hearth/platform/session/users'
import { admitAttempt } from './attempts.ts'
import { findByEmail } from './people.ts'
import { signIn } from './signIn.ts'
import type { LoginTools } from './tools.ts'

export const wrongCode = () => new AppProblem('TOTP_REQUIRED', 'This code is wrong or has already been used')

/** `POST /api/login`: answer and work are the same whether the email is unknown or the password is wrong. */
export const passwordRoute = (tools: LoginTools): Route =>
  route({
    method: 'POST',
    path: '/api/login',
    access: 'public',
    tenant: 'none',
    rate: 'login',
    body: zLogin,
    handler: async (request) => {
      const { pool, box } = tools
      const { body } = request
      const email = foldEmail(body.email)
      const attempt = await admitAttempt(tools, { account: email }, request)
      const person = await findByEmail(pool, email)
      const fits = await verifyPassword(person?.passwordHash ?? null, body.password)
      if (!person || !fits) {
        attempt.fail(person, 'password')
        throw new AppProblem('UNAUTHENTICATED', 'Wrong email or password')
      }
      if (person.hasTotp && body.code === undefined) {
        await attempt.giveBack()
        throw new AppProblem('TOTP_REQUIRED')
      }
      const kind = person.hasTotp ? await takeCode(pool, box, person.id, body.code ?? '') : undefined
      if (person.hasTotp && kind === undefined) {
        attempt.fail(person, 'code')
        throw wrongCode()
      }
      const method =
        kind === undefined ? 'password' : kind === 'totp' ? 'password_totp' : 'password_recovery_code'
      const answer = await signIn(
        tools,
        person,
        { method, proved: true, secondFactor: kind !== undefined },
        request,
      )
      await attempt.succeed()
      return answer
    },
  })
