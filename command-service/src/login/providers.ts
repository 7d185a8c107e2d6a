import { STEP_UP_S } from '@hearth/contracts/kernel/access'
import type { IdentityProvider } from '@hearth/platform/config/fields'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Log } from '@hearth/platform/telemetry/log'
import * as client from 'openid-client'

const TIMEOUT_S = 5
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** What the provider's answer must match. It is stored sealed and never leaves the database otherwise. */
export type ProviderSecrets = Readonly<{ state: string; nonce: string; verifier: string }>

/** The person, as the provider describes them. `secondFactor`: it asked them for one (`amr`, RFC 8176). */
export type ProviderPerson = Readonly<{
  subject: string
  email: string | undefined
  emailVerified: boolean
  secondFactor: boolean
}>

export type Providers = Readonly<{
  /** Undefined for a provider that is not configured. */
  find: (id: string) => IdentityProvider | undefined
  begin: (
    provider: IdentityProvider,
    prove: boolean,
  ) => Promise<Readonly<{ url: string; secrets: ProviderSecrets }>>
  /**
   * `query` is the part of the callback's address after `?`. IDP_DENIED when the provider refused, or its
   * answer is not valid.
   */
  finish: (
    provider: IdentityProvider,
    query: string,
    secrets: ProviderSecrets,
    prove: boolean,
  ) => Promise<ProviderPerson>
}>

const SECOND_FACTORS = new Set(['mfa', 'otp', 'hwk', 'sms', 'swk'])

/** Whether the provider did not answer, or answered with a server error. */
const isUnavailable = (error: unknown): boolean => {
  if (error instanceof TypeError) return true
  if (!(error instanceof client.ClientError)) return false
  if (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT') return true
  return error.cause instanceof Response && error.cause.status >= 500
}

const describeProblem = (error: unknown): AppProblem =>
  isUnavailable(error)
    ? new AppProblem(
        'DEPENDENCY_UNAVAILABLE',
        'The sign-in service isn’t responding. Try again, or sign in another way',
      )
    : new AppProblem(
        'IDP_DENIED',
        'The sign-in service didn’t confirm who you are. Try again, or sign in another way',
      )

/** Reads a provider's keys and addresses when they are first needed, and again after a failure. */
const createDiscovery = () => {
  const known = new Map<string, Promise<client.Configuration>>()

  return (provider: IdentityProvider): Promise<client.Configuration> => {
    const issuer = new URL(provider.issuer)
    const insecure =
      issuer.protocol === 'http:' &&
      LOOPBACK.includes(issuer.hostname) &&
      process.env['NODE_ENV'] !== 'production'
    const found =
      known.get(provider.id) ??
      client.discovery(issuer, provider.clientId, provider.clientSecret.reveal(), undefined, {
        execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
        timeout: TIMEOUT_S,
      })
    known.set(provider.id, found)
    found.catch(() => known.delete(provider.id))
    return found
  }
}

const begin = async (
  configuration: client.Configuration,
  redirectUri: string,
  prove: boolean,
): Promise<Readonly<{ url: string; secrets: ProviderSecrets }>> => {
  const secrets = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  }
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
    ...(prove ? { max_age: '0', prompt: 'login' } : {}),
  })
  return { url: url.href, secrets }
}

const finish = async (
  configuration: client.Configuration,
  callbackUrl: URL,
  { state, nonce, verifier }: ProviderSecrets,
  prove: boolean,
): Promise<ProviderPerson> => {
  const tokens = await client.authorizationCodeGrant(configuration, callbackUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(prove ? { maxAge: STEP_UP_S } : {}),
  })
  const claims = tokens.claims()
  if (!claims) throw new AppProblem('IDP_DENIED')
  const profile =
    claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
      ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : claims
  const amr = Array.isArray(claims['amr']) ? claims['amr'] : []
  return {
    subject: claims.sub,
    email: typeof profile['email'] === 'string' ? profile['email'] : undefined,
    emailVerified: profile['email_verified'] === true,
    secondFactor: amr.some((method) => typeof method === 'string' && SECOND_FACTORS.has(method)),
  }
}

/**
 * OpenID Connect with the configured providers: code flow, PKCE, state, nonce, and a check of the ID token's
 * signature (docs/domain/login.md#identity-providers).
 */
export const createProviders = ({
  providers,
  publicUrl,
  log,
}: Readonly<{ providers: readonly IdentityProvider[]; publicUrl: URL; log: Log }>): Providers => {
  const redirectUri = new URL('/login/auth', publicUrl).href
  const discover = createDiscovery()

  const attempt = async <Result>(
    provider: IdentityProvider,
    work: (configuration: client.Configuration) => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await work(await discover(provider))
    } catch (error) {
      if (error instanceof AppProblem) throw error
      const code = error instanceof Error ? String(Reflect.get(error, 'code') ?? error.name) : 'unknown'
      log.warn({ name: provider.id, code }, 'login: a provider’s answer was not accepted')
      throw describeProblem(error)
    }
  }

  return {
    find: (id) => providers.find((provider) => provider.id === id),
    begin: (provider, prove) =>
      attempt(provider, (configuration) => begin(configuration, redirectUri, prove)),
    finish: (provider, query, secrets, prove) =>
      attempt(provider, (configuration) =>
        finish(configuration, new URL(`${redirectUri}?${query}`), secrets, prove),
      ),
  }
}
