import { zLogin } from '@hearth/contracts/login'
import { route, type Route } from '@hearth/platform/http/route'
import { signIn } from './signIn.ts'
import type { LoginTools } from './tools.ts'
import { verifyLogin } from './verifyLogin.ts'

/** `POST /api/login`. */
export const passwordRoute = (tools: LoginTools): Route =>
  route({
    method: 'POST',
    path: '/api/login',
    access: 'public',
    tenant: 'none',
    rate: 'login',
    body: zLogin,
    handler: async (request) => {
      const { person, kind, attempt } = await verifyLogin(tools, request.body, request)
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
