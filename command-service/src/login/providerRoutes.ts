import { zBeginProvider, zCallback, zProviderPath } from '@hearth/contracts/login'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { findNetwork } from '@hearth/platform/http/network'
import { route, type Route } from '@hearth/platform/http/route'
import { isProved } from '@hearth/platform/session/principal'
import { countOnce } from '@hearth/platform/session/throttle'
import { identifyBrowser, readBrowserHash } from './browser.ts'
import { findLinkedPerson, refuseUnlinked, verifyOrLink } from './providerAnswers.ts'
import { keepProviderLogin, takeProviderLogin, type ProviderLogin } from './providerLogins.ts'
import { signIn } from './signIn.ts'
import type { ClientRequest, LoginTools } from './tools.ts'

const PER_CLIENT = 60
const PER_CLIENT_S = 600

const common = { method: 'POST', access: 'public', tenant: 'none', rate: 'login' } as const

const admitClient = async ({ pool, limitFactor }: LoginTools, { clientAddress }: ClientRequest) => {
  const key = `provider from\n${findNetwork(clientAddress)}`
  if (!(await countOnce(pool, key, PER_CLIENT * limitFactor, PER_CLIENT_S)))
    throw new AppProblem('RATE_LIMITED', undefined, {}, { 'retry-after': '60' })
}

/**
 * The session that is verified or linked; null to sign in. A session that lacks its second factor can be
 * verified but not linked; neither can one that impersonates a host.
 */
const findSession = async (
  { principals }: LoginTools,
  purpose: ProviderLogin['purpose'],
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

const beginRoute = (tools: LoginTools): Route =>
  route({
    ...common,
    path: '/api/login/idp/:provider',
    params: zProviderPath,
    body: zBeginProvider,
    handler: async (request) => {
      const { params, body, headers } = request
      const { providers, publicUrl } = tools
      const provider = providers.find(params.provider)
      if (!provider) throw new AppProblem('NOT_FOUND')
      await admitClient(tools, request)
      const purpose = body.prove === true ? 'prove' : body.link === true ? 'link' : 'login'
      const sessionHash = await findSession(tools, purpose, request)
      const { url, secrets } = await providers.begin(provider, purpose === 'prove')
      const { hash, cookie } = identifyBrowser(headers, publicUrl)
      await keepProviderLogin(tools, hash, {
        provider: provider.id,
        purpose,
        secrets,
        redirect: body.redirect ?? null,
        sessionHash,
      })
      return { status: 200, headers: { 'set-cookie': cookie }, body: { url } }
    },
  })

const callbackRoute = (tools: LoginTools): Route =>
  route({
    ...common,
    path: '/api/login/auth',
    body: zCallback,
    handler: async (request) => {
      const { providers, publicUrl } = tools
      const query = request.body.query.replace(/^\?/, '')
      const browserHash = readBrowserHash(request.headers, publicUrl)
      const login = await takeProviderLogin(tools, browserHash, query)
      const provider = providers.find(login.provider)
      if (!provider) throw new AppProblem('STATE_MISMATCH')
      const identity = await providers.finish(provider, query, login.secrets, login.purpose === 'prove')
      if (login.purpose !== 'login') return verifyOrLink(tools, login, identity, request)
      const person = await findLinkedPerson(tools, provider.id, identity.subject)
      if (!person) return refuseUnlinked(tools, provider.id, identity, browserHash ?? '')
      return signIn(
        tools,
        person,
        {
          method: 'provider',
          provider: provider.id,
          proved: true,
          secondFactor: identity.secondFactor,
          redirect: login.redirect,
        },
        request,
      )
    },
  })

/**
 * `POST /api/login/idp/{provider}` and `POST /api/login/auth`: signs in with an identity provider
 * (docs/domain/login.md#identity-providers).
 */
export const providerRoutes = (tools: LoginTools): readonly Route[] => [
  beginRoute(tools),
  callbackRoute(tools),
]
