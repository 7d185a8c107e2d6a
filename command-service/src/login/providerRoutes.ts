import { zBeginProvider, zCallback, zProviderPath } from '@hearth/contracts/login'
import { foldEmail, zEmail } from '@hearth/contracts/user'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route, type Answer, type Route } from '@hearth/platform/http/route'
import { chooseCookieName, hashText } from '@hearth/platform/session/cookie'
import { isProved } from '@hearth/platform/session/principal'
import { rotateSession } from '@hearth/platform/session/sessions'
import { countOnce } from '@hearth/platform/session/throttle'
import { readBrowserHash, identifyBrowser } from './browser.ts'
import { actorOf, findByEmail, findById, type Person } from './people.ts'
import { keepPending, linkProvider } from './pendingLinks.ts'
import type { ProviderPerson, ProviderSecrets } from './providers.ts'
import { signIn } from './signIn.ts'
import type { ClientRequest, LoginTools } from './tools.ts'

const MINUTES = 10
const PER_CLIENT = 60
const PER_CLIENT_SECONDS = 600

type Begun = Readonly<{
  provider: string
  purpose: 'login' | 'prove' | 'link'
  secrets: ProviderSecrets
  redirect: string | null
  sessionHash: string | null
}>

/**
 * `POST /api/login/idp/{provider}` and `POST /api/login/auth`: in by an account elsewhere
 * (docs/domain/login.md#identity-providers).
 */
export const providerRoutes = (tools: LoginTools): readonly Route[] => {
  const { pool, box, publicUrl, principals, providers, limitFactor } = tools
  const common = { method: 'POST', access: 'public', tenant: 'none', rate: 'login' } as const

  /**
   * Whoever is signed in and may prove or link; a session that lacks its second factor may prove, a host's
   * place may nothing.
   */
  const sessionFor = async (
    purpose: Begun['purpose'],
    { headers }: ClientRequest,
  ): Promise<string | null> => {
    if (purpose === 'login') return null
    const principal = await principals.resolve(headers)
    if (principal?.sessionId === undefined) throw new AppProblem('UNAUTHENTICATED')
    if (purpose === 'link') {
      if (principal.impersonation !== undefined) throw new AppProblem('IMPERSONATION_ACTION_EXCLUDED')
      if (principal.secondFactor !== undefined) throw new AppProblem('FORBIDDEN')
      if (!isProved(principal.actor, principal.provedAt, Date.now())) throw new AppProblem('STEP_UP_REQUIRED')
    }
    return principal.sessionId
  }

  const begin = route({
    ...common,
    path: '/api/login/idp/:provider',
    params: zProviderPath,
    body: zBeginProvider,
    handler: async (request) => {
      const { params, body, headers, clientAddress } = request
      const provider = providers.find(params.provider)
      if (!provider) throw new AppProblem('NOT_FOUND')
      if (
        !(await countOnce(
          pool,
          `provider from\n${clientAddress}`,
          PER_CLIENT * limitFactor,
          PER_CLIENT_SECONDS,
        ))
      )
        throw new AppProblem('RATE_LIMITED', undefined, {}, { 'retry-after': '60' })
      const purpose = body.prove === true ? 'prove' : body.link === true ? 'link' : 'login'
      const sessionHash = await sessionFor(purpose, request)
      const { url, secrets } = await providers.begin(provider, purpose === 'prove')
      const { hash, cookie } = identifyBrowser(headers, publicUrl)
      const stateHash = hashText(secrets.state)
      await pool.query(
        `
          with gone as (delete from app.provider_login where expires_at < now())
          insert into
            app.provider_login (state_hash, browser_hash, provider, purpose, secrets, redirect, session_hash, expires_at)
          values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(mins => ${MINUTES}))`,
        [
          stateHash,
          hash,
          provider.id,
          purpose,
          box.seal(JSON.stringify(secrets), `provider/${stateHash}`),
          body.redirect ?? null,
          sessionHash,
        ],
      )
      return { status: 200, headers: { 'set-cookie': cookie }, body: { url } }
    },
  })

  /** What was begun under this state in this browser; once. */
  const takeBegun = async (query: string, browserHash: string | undefined): Promise<Begun> => {
    const state = new URLSearchParams(query).getAll('state')
    const stateHash = hashText(state[0] ?? '')
    const { rows } = await pool.query<{
      provider: string
      purpose: Begun['purpose']
      secrets: Buffer
      redirect: string | null
      session_hash: string | null
    }>(
      `
        delete from app.provider_login
        where state_hash = $1 and browser_hash = $2 and expires_at > now()
        returning provider, purpose, secrets, redirect, session_hash`,
      [stateHash, browserHash ?? ''],
    )
    const row = rows[0]
    if (!row || state.length !== 1)
      throw new AppProblem(
        'STATE_MISMATCH',
        'This sign-in was started in another browser, took too long, or has ended. Start again',
      )
    return {
      provider: row.provider,
      purpose: row.purpose,
      redirect: row.redirect,
      sessionHash: row.session_hash,
      secrets: JSON.parse(box.open(row.secrets, `provider/${stateHash}`)) as ProviderSecrets,
    }
  }

  const linkedTo = async (provider: string, subject: string): Promise<Person | undefined> => {
    const { rows } = await pool.query<{ user_id: string }>(
      'select user_id from app.identity where provider = $1 and subject = $2',
      [provider, subject],
    )
    return rows[0] && findById(pool, rows[0].user_id)
  }

  /**
   * Nobody is linked by an address alone: the person must show here that the account is theirs
   * (docs/domain/login.md#identity-providers).
   */
  const refuseStranger = async (
    provider: string,
    { subject, email, emailVerified }: ProviderPerson,
    browserHash: string,
  ): Promise<never> => {
    if (email === undefined || !emailVerified) throw new AppProblem('EMAIL_UNVERIFIED')
    const person = zEmail.safeParse(email).success ? await findByEmail(pool, foldEmail(email)) : undefined
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

  /** For somebody who is signed in: the same session, under a new value. */
  const proveOrLink = async (begun: Begun, came: ProviderPerson, asked: ClientRequest): Promise<Answer> => {
    const principal = await principals.resolve(asked.headers)
    if (principal?.sessionId === undefined || principal.sessionId !== begun.sessionHash)
      throw new AppProblem('STATE_MISMATCH', 'Someone else is signed in now')
    const person = await findById(pool, principal.actor.id)
    if (!person) throw new AppProblem('UNAUTHENTICATED')
    const { provider, purpose } = begun
    if (purpose === 'link') {
      if (!(await linkProvider(tools, person, { provider, subject: came.subject }, asked)))
        throw new AppProblem(
          'DUPLICATE',
          'This sign-in is already linked to someone else, or you’ve already linked another one',
        )
    } else {
      if ((await linkedTo(provider, came.subject))?.id !== person.id)
        throw new AppProblem('IDP_DENIED', 'This isn’t the sign-in that’s linked to you')
      await tools.record(
        { type: 'RecordProof', data: { method: 'provider' } },
        person.id,
        actorOf(person),
        asked,
      )
    }
    const rotated = await rotateSession(pool, chooseCookieName(publicUrl), principal.sessionId, {
      proved: true,
      secondFactor: purpose === 'prove' && came.secondFactor,
    })
    if (!rotated) throw new AppProblem('UNAUTHENTICATED')
    principals.forget(principal.sessionId)
    const lacks = principal.secondFactor !== undefined && !came.secondFactor ? principal.secondFactor : null
    return {
      status: 200,
      headers: { 'set-cookie': rotated.cookie },
      body: {
        user: { id: person.id, email: person.email, name: person.displayName, staffRole: person.staffRole },
        accounts: [],
        hostAccountId: principal.tenantId ?? null,
        redirect: begun.redirect,
        secondFactor: lacks,
        linked: purpose === 'link' ? provider : null,
      },
    }
  }

  const callback = route({
    ...common,
    path: '/api/login/auth',
    body: zCallback,
    handler: async (request) => {
      const query = request.body.query.replace(/^\?/, '')
      const browserHash = readBrowserHash(request.headers, publicUrl)
      const begun = await takeBegun(query, browserHash)
      const provider = providers.find(begun.provider)
      if (!provider) throw new AppProblem('STATE_MISMATCH')
      const came = await providers.finish(provider, query, begun.secrets, begun.purpose === 'prove')
      if (begun.purpose !== 'login') return proveOrLink(begun, came, request)
      const person = await linkedTo(provider.id, came.subject)
      if (!person) return refuseStranger(provider.id, came, browserHash ?? '')
      return signIn(
        tools,
        person,
        {
          method: 'provider',
          provider: provider.id,
          proved: true,
          secondFactor: came.secondFactor,
          redirect: begun.redirect,
        },
        request,
      )
    },
  })

  return [begin, callback]
}
