import { zEmail } from '@hearth/contracts/kernel/email'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Answer } from '@hearth/platform/http/route'
import type { Principal } from '@hearth/platform/session/principal'
import { actorOf, findByEmail, findById, type Person } from './people.ts'
import { keepPending, linkProvider } from './pendingLinks.ts'
import type { ProviderLogin } from './providerLogins.ts'
import type { ProviderPerson } from './providers.ts'
import { renewSession } from './renewSession.ts'
import type { ClientRequest, LoginTools } from './tools.ts'

/** The person who has linked this identity. */
export const findLinkedPerson = async (
  { pool }: Pick<LoginTools, 'pool'>,
  provider: string,
  subject: string,
): Promise<Person | undefined> => {
  const { rows } = await pool.query<{ user_id: string }>(
    'select user_id from app.identity where provider = $1 and subject = $2',
    [provider, subject],
  )
  return rows[0] && findById(pool, rows[0].user_id)
}

/**
 * Refuses an identity that is linked to no one. A matching email address is not enough to link it: the person
 * has to sign in here first (docs/domain/login.md#identity-providers).
 */
export const refuseUnlinked = async (
  tools: LoginTools,
  provider: string,
  { subject, readEmail }: ProviderPerson,
  browserHash: string,
): Promise<never> => {
  const { email, verified } = await readEmail()
  if (email === undefined || !verified) throw new AppProblem('EMAIL_UNVERIFIED')
  const address = zEmail.safeParse(email).data
  const person = address === undefined ? undefined : await findByEmail(tools.pool, address)
  if (!person)
    throw new AppProblem(
      'FORBIDDEN',
      'There’s no one with this email address. Ask the owner of the account for an invitation',
    )
  await keepPending(tools, browserHash, { provider, subject, userId: person.id })
  throw new AppProblem(
    'ACCOUNT_LINK_REQUIRED',
    'Sign in once with your password or an email link in this browser to link this service',
    { provider, email: person.email },
  )
}

const link = async (
  tools: LoginTools,
  person: Person,
  identity: Readonly<{ provider: string; subject: string }>,
  request: ClientRequest,
): Promise<void> => {
  if (!(await linkProvider(tools, person, identity, request)))
    throw new AppProblem(
      'DUPLICATE',
      'This sign-in is already linked to someone else, or you’ve already linked another one',
    )
}

const verify = async (
  tools: LoginTools,
  person: Person,
  { provider, subject }: Readonly<{ provider: string; subject: string }>,
  request: ClientRequest,
): Promise<void> => {
  if ((await findLinkedPerson(tools, provider, subject))?.id !== person.id)
    throw new AppProblem('IDP_DENIED', 'This isn’t the sign-in that’s linked to you')
  await tools.record(
    { type: 'RecordProof', data: { method: 'provider' } },
    person.id,
    actorOf(person),
    request,
  )
}

/** The signed-in person, if the session is still the one that started this. */
const findSameSession = async (
  { pool, principals }: LoginTools,
  { sessionHash }: ProviderLogin,
  { headers }: ClientRequest,
): Promise<Readonly<{ principal: Principal; sessionId: string; person: Person }>> => {
  const principal = await principals.resolve(headers)
  if (principal?.sessionId === undefined || principal.sessionId !== sessionHash)
    throw new AppProblem('STATE_MISMATCH', 'Someone else is signed in now')
  const person = await findById(pool, principal.actor.id)
  if (!person) throw new AppProblem('UNAUTHENTICATED')
  return { principal, sessionId: principal.sessionId, person }
}

/** Verifies a signed-in person with the provider, or links it; the session continues under a new value. */
export const verifyOrLink = async (
  tools: LoginTools,
  login: ProviderLogin,
  { subject, secondFactor }: ProviderPerson,
  request: ClientRequest,
): Promise<Answer> => {
  const { principal, sessionId, person } = await findSameSession(tools, login, request)
  const { provider, purpose, redirect } = login
  await (purpose === 'link' ? link : verify)(tools, person, { provider, subject }, request)
  const session = { userId: person.id, sessionId }
  const { headers } = await renewSession(tools, session, purpose === 'prove' && secondFactor, request)
  return {
    status: 200,
    headers,
    body: {
      user: { id: person.id, email: person.email, name: person.displayName, staffRole: person.staffRole },
      accounts: [],
      hostAccountId: principal.tenantId ?? null,
      redirect,
      secondFactor: principal.secondFactor !== undefined && !secondFactor ? principal.secondFactor : null,
      linked: purpose === 'link' ? provider : null,
    },
  }
}
