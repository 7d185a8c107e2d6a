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
  /** Whether the person verified who they are; a link alone doesn't, because it can be forwarded. */
  proved: boolean
  secondFactor: boolean
  redirect?: string | null
  /** The account to act for, if they are a member of it. */
  hostAccountId?: string
}>

/** Registers the person at their first sign-in. Of two simultaneous sign-ins only one registers them. */
const ensureRegistered = async (tools: LoginTools, person: Person, request: ClientRequest): Promise<void> => {
  if (await tools.isRegistered(person.id)) return
  const data = { email: person.email, displayName: person.displayName, staffRole: person.staffRole }
  try {
    await tools.record({ type: 'RegisterUser', data }, person.id, actorOf(person), request)
  } catch (error) {
    if (!(await tools.isRegistered(person.id))) throw error
  }
}

/**
 * Signs a person in, by whichever method: records it, opens a session, and ends the browser's former one. 403
 * for a host without an account.
 */
export const signIn = async (
  tools: LoginTools,
  person: Person,
  how: HowSignedIn,
  request: ClientRequest,
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
  const where = describeClient(request)
  await ensureRegistered(tools, person, request)
  await tools.record(
    { type: 'RecordLogin', data: { method: how.method, provider: how.provider ?? null, ...where } },
    person.id,
    actor,
    request,
  )
  const linked =
    how.method === 'handoff' || how.method === 'provider' ? null : await linkPending(tools, person, request)
  const cookieName = chooseCookieName(publicUrl)
  const former = readSessionValue(request.headers, cookieName)
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
