import type { SignedIn } from '@hearth/contracts/login'
import type { LoginMethod } from '@hearth/contracts/kernel/access'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Answer } from '@hearth/platform/http/route'
import { chooseCookieName, hashText, readSessionValue } from '@hearth/platform/session/cookie'
import { rememberBrowser } from '@hearth/platform/session/knownBrowsers'
import { closeSession, openSession, type NewSession } from '@hearth/platform/session/sessions'
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

const findMissingFactor = (person: Person, { secondFactor }: HowSignedIn): SignedIn['secondFactor'] => {
  if (secondFactor) return null
  if (person.hasTotp) return 'prove'
  return person.staffRole === null ? null : 'enrol'
}

/**
 * Ends the browser's session, opens another, and answers the cookies. The browser becomes known if nothing is
 * missing: a session without its second factor must not bring more attempts to guess that factor.
 */
const replaceSession = async (
  { pool, publicUrl, principals }: LoginTools,
  { headers }: ClientRequest,
  isComplete: boolean,
  session: NewSession,
): Promise<readonly string[]> => {
  const cookieName = chooseCookieName(publicUrl)
  const former = readSessionValue(headers, cookieName)
  if (former !== undefined) {
    await closeSession(pool, hashText(former))
    principals.forget(hashText(former))
  }
  if (!isComplete) return [await openSession(pool, cookieName, session)]
  const known = await rememberBrowser(pool, chooseCookieName(publicUrl, 'known'), headers, session.userId)
  return [await openSession(pool, cookieName, { ...session, knownBrowserId: known.id }), known.cookie]
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
  const { pool } = tools
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
  const secondFactor = findMissingFactor(person, how)
  const cookies = await replaceSession(tools, request, secondFactor === null, {
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
    secondFactor,
    linked,
  }
  return { status: 200, headers: { 'set-cookie': cookies }, body }
}
