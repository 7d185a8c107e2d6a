import type { zLogin } from '@hearth/contracts/login'
import { foldEmail } from '@hearth/contracts/kernel/email'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { takeCode } from '@hearth/platform/session/authenticator'
import { verifyPassword } from '@hearth/platform/session/users'
import type { z } from 'zod'
import { admitAttempt, type AdmittedAttempt } from './attempts.ts'
import { findByEmail, type Person } from './people.ts'
import type { ClientRequest, LoginTools } from './tools.ts'

export type Verified = Readonly<{
  person: Person
  /** How the second factor was shown; undefined for a person without one. */
  kind: Awaited<ReturnType<typeof takeCode>>
  attempt: AdmittedAttempt
}>

export const wrongCode = () => new AppProblem('TOTP_REQUIRED', 'This code is wrong or has already been used')

/**
 * The person with this email address, password and code; without a session. Throws an AppProblem otherwise:
 * answer and work are the same whether the email is unknown or the password is wrong.
 */
export const verifyLogin = async (
  tools: LoginTools,
  login: z.output<typeof zLogin>,
  request: ClientRequest,
): Promise<Verified> => {
  const { pool, box } = tools
  const email = foldEmail(login.email)
  const attempt = await admitAttempt(tools, { account: email }, request)
  const person = await findByEmail(pool, email)
  const fits = await verifyPassword(person?.passwordHash ?? null, login.password)
  if (!person || !fits) {
    attempt.fail(person, 'password')
    throw new AppProblem('UNAUTHENTICATED', 'Wrong email or password')
  }
  if (person.hasTotp && login.code === undefined) {
    await attempt.giveBack()
    throw new AppProblem('TOTP_REQUIRED')
  }
  const kind = person.hasTotp ? await takeCode(pool, box, person.id, login.code ?? '') : undefined
  if (person.hasTotp && kind === undefined) {
    attempt.fail(person, 'code')
    throw wrongCode()
  }
  return { person, kind, attempt }
}
