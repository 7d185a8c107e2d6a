import { createHash, createPrivateKey } from 'node:crypto'
import type { Secret } from '@hearth/platform/config/secret'
import express, { type RequestHandler, type Router } from 'express'
import type { ClientMetadata, FindAccount, Provider } from 'oidc-provider'
import { page } from './page.ts'
import { OUTSIDE_PEOPLE, type OutsidePerson } from './people.ts'
import { readPerson, signInPage } from './signInPage.ts'

/** The console's client id at the demonstration's provider. It sends its secret by `client_secret_basic`. */
export const DEMO_CLIENT_ID = 'hearth'
/** Path under the front door. */
export const PROVIDER_PATH = '/dev/idp'

const MAX_FORM_BYTES = 10_000

type Options = Readonly<{ publicUrl: URL; clientSecret: Secret; signingKey: Secret }>
type People = Map<string, OutsidePerson>

const configureClient = ({ publicUrl, clientSecret }: Options) =>
  ({
    client_id: DEMO_CLIENT_ID,
    client_secret: clientSecret.reveal(),
    client_name: 'Hearth',
    redirect_uris: [new URL('/login/auth', publicUrl).href],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    token_endpoint_auth_method: 'client_secret_basic',
    id_token_signed_response_alg: 'ES256',
    require_auth_time: true,
  }) satisfies ClientMetadata

const findAccount =
  (people: People): FindAccount =>
  (_context, sub) => {
    const person = people.get(sub)
    return (
      person && {
        accountId: sub,
        claims: () => ({ sub, name: person.name, email: person.email, email_verified: person.emailVerified }),
      }
    )
  }

/** Grants live in memory: a restart ends the sign-ins under way, nothing else. */
const createProvider = async (options: Options, people: People): Promise<Provider> => {
  const { Provider } = await import('oidc-provider')
  const signingKey = options.signingKey.reveal()
  const provider = new Provider(new URL(PROVIDER_PATH, options.publicUrl).href, {
    clients: [configureClient(options)],
    jwks: {
      keys: [{ ...createPrivateKey(signingKey).export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }],
    },
    pkce: { required: () => true },
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    cookies: {
      keys: [createHash('sha256').update(signingKey).digest('base64url')],
      long: { path: PROVIDER_PATH },
      short: { path: PROVIDER_PATH },
    },
    ttl: {
      AccessToken: 300,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    interactions: { url: (_context, { uid }) => `${PROVIDER_PATH}/interaction/${uid}` },
    findAccount: findAccount(people),
    // The console belongs to the provider's owner, so people are not asked for their consent.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc
      if (!client || session?.accountId === undefined) return undefined
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    renderError: (context) => {
      context.type = 'html'
      context.body = page('Sign-in failed', '<p>Go back and try again.</p>')
    },
  })
  // Only the front door reaches us, and it forwards only what it saw itself.
  provider.proxy = true
  return provider
}

/** Drops the provider's own session cookie, so that it asks again at every visit. */
const forgetSession: RequestHandler = (request, _response, next) => {
  request.headers.cookie = (request.headers.cookie ?? '')
    .split('; ')
    .filter((pair) => !/^_session(\.sig)?=/.test(pair))
    .join('; ')
  next()
}

/**
 * A certified OpenID provider at which people choose their own identity: authorization code with PKCE only.
 * It asks again at every visit, so that one browser can be many people.
 */
export const createIdentityProvider = async (options: Options): Promise<Router> => {
  const people: People = new Map(OUTSIDE_PEOPLE.map((person) => [person.sub, person]))
  const provider = await createProvider(options, people)
  const router = express.Router()
  router.use(forgetSession)
  router.get('/interaction/:uid', async (request, response) => {
    const { uid } = await provider.interactionDetails(request, response)
    response.send(signInPage(uid, 'Hearth'))
  })
  router.post(
    '/interaction/:uid',
    express.text({ type: 'application/x-www-form-urlencoded', limit: MAX_FORM_BYTES }),
    async (request, response) => {
      const person = readPerson(new URLSearchParams(typeof request.body === 'string' ? request.body : ''))
      if (person) people.set(person.sub, person)
      await provider.interactionFinished(
        request,
        response,
        person
          ? { login: { accountId: person.sub, amr: [...person.factors], remember: false } }
          : { error: 'access_denied', error_description: 'The person refused to sign in' },
      )
    },
  )
  router.use(provider.callback())
  return router
}
