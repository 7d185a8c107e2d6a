import type { SignedIn } from '@hearth/contracts/login'
import type { LoginMethod } from '@hearth/contracts/kernel/access'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Answer } from '@hearth/platform/http/route'
import { chooseCookieName, hashText, readSessionValue } from '@hearth/platform/session/cookie'
import { closeSession, openSession } from '@hearth/platform/session/sessions'
import { readMemberships } from '@hearth/platform/session/users'
import { actorOf, type Person } from './people.ts'
import { linkPending } from './pendingLinks.ts'
import { describeClient, type ClientRequest, type LoginTools } from './tools.ts'

export type HowSignedIn = Readonly<{
  method: LoginMethod
  provider?: string
  /** Whether they proved who they are; a forwarded link proves less. */
  proved: boolean
  secondFactor: boolean
  redirect?: string | null
  /** The account to act for, if they are a member of it. */
  hostAccountId?: string
}>

/** Two windows may sign in for the first time at the same moment: one of them registers the person. */
const ensureRegistered = async (tools: LoginTools, person: Person, asked: ClientRequest): Promise<void> => {
  if (await tools.isRegistered(person.id)) return
  const data = { email: person.email, displayName: person.displayName, staffRole: person.staffRole }
  try {
    await tools.record({ type: 'RegisterUser', data }, person.id, actorOf(person), asked)
  } catch (error) {
    if (!(await tools.isRegistered(person.id))) throw error
  }
}

/**
 * The one way in: writes the sign-in down, opens a session, and ends the one that the browser had. 403 for a
 * host without any account.
 */
export const signIn = async (
  tools: LoginTools,
  person: Person,
  how: HowSignedIn,
  asked: ClientRequest,
): Promise<Answer> => {
  const { pool, publicUrl, principals } = tools
  const accounts = await readMemberships(pool, person.id)
  const account =
    person.staffRole === null
      ? (accounts.find(({ hostAccountId }) => hostAccountId === how.hostAccountId) ?? accounts[0])
      : undefined
  if (person.staffRole === null && !account)
    throw new AppProblem('FORBIDDEN', 'You’re not a member of any account. Ask an owner to invite you')
  const actor = actorOf(person)
  const where = describeClient(asked)
  await ensureRegistered(tools, person, asked)
  await tools.record(
    { type: 'RecordLogin', data: { method: how.method, provider: how.provider ?? null, ...where } },
    person.id,
    actor,
    asked,
  )
  const linked =
    how.method === 'handoff' || how.method === 'provider' ? null : await linkPending(tools, person, asked)
  const cookieName = chooseCookieName(publicUrl)
  const former = readSessionValue(asked.headers, cookieName)
  if (former !== undefined) {
    await closeSession(pool, hashText(former))
    principals.forget(hashText(former))
  }
  const cookie = await openSession(pool, cookieName, {
    userId: person.id,
    staff: person.staffRole !== null,
    hostAccountId: account?.hostAccountId ?? null,
    method: how.method,
    proved: how.proved,
    secondFactor: how.secondFactor,
    ...where,
  })
  const body: SignedIn = {
    user: { id: person.id, email: person.email, name: person.displayName, staffRole: person.staffRole },
    accounts: accounts.map(({ hostAccountId, role }) => ({ hostAccountId, role })),
    hostAccountId: account?.hostAccountId ?? null,
    redirect: how.redirect ?? null,
    secondFactor: how.secondFactor
      ? null
      : person.hasTotp
        ? 'prove'
        : person.staffRole === null
          ? null
          : 'enrol',
    linked,
  }
  return { status: 200, headers: { 'set-cookie': cookie }, body }
}
