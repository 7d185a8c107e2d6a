import { createHash, createPrivateKey } from 'node:crypto'
import type { Secret } from '@hearth/platform/config/secret'
import express, { type Router } from 'express'
import { page } from './page.ts'
import { OUTSIDE_PEOPLE, type OutsidePerson } from './people.ts'
import { personOf, signInPage } from './signInPage.ts'

/**
 * How the console is known to the provider of the demonstration. It posts its secret (`client_secret_post`).
 */
export const DEMO_CLIENT_ID = 'hearth'
/** Under the front door. */
export const PROVIDER_PATH = '/dev/idp'

const MAX_FORM = 10_000

/**
 * A certified OpenID provider with people who say of themselves who they are. Authorization code with PKCE
 * only; it asks anew at every visit, so that one browser can be many people. Grants live in memory: a restart
 * ends sign-ins under way, nothing else.
 */
export const identityProvider = async (
  options: Readonly<{ publicUrl: URL; clientSecret: Secret; signingKey: Secret }>,
): Promise<Router> => {
  const { Provider } = await import('oidc-provider')
  const known = new Map<string, OutsidePerson>(OUTSIDE_PEOPLE.map((person) => [person.sub, person]))
  const provider = new Provider(new URL(PROVIDER_PATH, options.publicUrl).href, {
    clients: [
      {
        client_id: DEMO_CLIENT_ID,
        client_secret: options.clientSecret.reveal(),
        client_name: 'Hearth',
        redirect_uris: [new URL('/login/auth', options.publicUrl).href],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
        require_auth_time: true,
      },
    ],
    jwks: {
      keys: [
        {
          ...createPrivateKey(options.signingKey.reveal()).export({ format: 'jwk' }),
          use: 'sig',
          alg: 'ES256',
        },
      ],
    },
    pkce: { required: () => true },
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    cookies: {
      keys: [createHash('sha256').update(options.signingKey.reveal()).digest('base64url')],
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
    findAccount: (_context, sub) => {
      const person = known.get(sub)
      return (
        person && {
          accountId: sub,
          claims: () => ({
            sub,
            name: person.name,
            email: person.email,
            email_verified: person.emailVerified,
          }),
        }
      )
    },
    // The console is the provider's own: nobody is asked whether it may know them.
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
      context.body = page('This did not work', '<p>Go back and try again.</p>')
    },
  })
  // Only the front door reaches us, and it says only what it saw itself.
  provider.proxy = true

  const router = express.Router()
  router.use((request, _response, next) => {
    // Without the provider's own session every visit is the first.
    request.headers.cookie = (request.headers.cookie ?? '')
      .split('; ')
      .filter((pair) => !/^_session(\.sig)?=/.test(pair))
      .join('; ')
    next()
  })
  router.get('/interaction/:uid', async (request, response) => {
    const { uid } = await provider.interactionDetails(request, response)
    response.send(signInPage(uid, 'Hearth'))
  })
  router.post(
    '/interaction/:uid',
    express.text({ type: 'application/x-www-form-urlencoded', limit: MAX_FORM }),
    async (request, response) => {
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
      const person = personOf(form)
      if (!person) {
        await provider.interactionFinished(request, response, {
          error: 'access_denied',
          error_description: 'The person said no',
        })
        return
      }
      known.set(person.sub, person)
      await provider.interactionFinished(request, response, {
        login: { accountId: person.sub, amr: [...person.factors], remember: false },
      })
    },
  )
  router.use(provider.callback())
  return router
}
