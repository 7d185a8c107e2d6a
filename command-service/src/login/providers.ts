import { foldEmail } from '@hearth/contracts/kernel/email'
import { STEP_UP_S } from '@hearth/contracts/kernel/access'
import type { IdentityProvider } from '@hearth/platform/config/fields'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Log } from '@hearth/platform/telemetry/log'
import * as client from 'openid-client'

const TIMEOUT_S = 5
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** What the provider's answer must match. It is stored sealed and never leaves the database otherwise. */
export type ProviderSecrets = Readonly<{ state: string; nonce: string; verifier: string }>

export type ProviderEmail = Readonly<{ email: string | undefined; verified: boolean }>

/**
 * The person, as the provider describes them. `secondFactor`: it asked them for one (`amr`, RFC 8176).
 * `readEmail` asks the provider again when the ID token does not say it all.
 */
export type ProviderPerson = Readonly<{
  subject: string
  secondFactor: boolean
  readEmail: () => Promise<ProviderEmail>
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

/**
 * Basic where the metadata lists it, or lists nothing: then it is the default
 * (OpenID Connect Discovery 1.0, section 3).
 */
const authenticateClient = ({ clientSecret, clientAuthentication }: IdentityProvider): client.ClientAuth => {
  const secret = clientSecret.reveal()
  const methods = {
    client_secret_basic: client.ClientSecretBasic(secret),
    client_secret_post: client.ClientSecretPost(secret),
  }
  return (server, ...request) => {
    const listed = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const found = listed.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post'
    methods[clientAuthentication ?? found](server, ...request)
  }
}

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
      client.discovery(issuer, provider.clientId, undefined, authenticateClient(provider), {
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

/** Some providers send the text `true`. */
const isTrue = (claim: unknown): boolean => claim === true || claim === 'true'

/**
 * The address of the ID token counts as verified if the ID token says so. If it does not say, the userinfo
 * of the same subject decides, unless that names another address.
 */
const readEmail = async (
  configuration: client.Configuration,
  claims: client.IDToken,
  accessToken: string,
): Promise<ProviderEmail> => {
  const { email, email_verified: verified } = claims
  if (typeof email === 'string' && verified !== undefined) return { email, verified: isTrue(verified) }
  const userInfo: Partial<client.UserInfoResponse> =
    configuration.serverMetadata().userinfo_endpoint === undefined
      ? {}
      : await client.fetchUserInfo(configuration, accessToken, claims.sub)
  const other = typeof userInfo.email === 'string' ? userInfo.email : undefined
  if (typeof email !== 'string') return { email: other, verified: isTrue(userInfo.email_verified) }
  const isSame = other === undefined || foldEmail(other) === foldEmail(email)
  return { email, verified: isSame && isTrue(userInfo.email_verified) }
}

type Answered = Omit<ProviderPerson, 'readEmail'> & Readonly<{ claims: client.IDToken; accessToken: string }>

const finish = async (
  configuration: client.Configuration,
  callbackUrl: URL,
  { state, nonce, verifier }: ProviderSecrets,
  prove: boolean,
): Promise<Answered> => {
  const tokens = await client.authorizationCodeGrant(configuration, callbackUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    ...(prove ? { maxAge: STEP_UP_S } : {}),
  })
  const claims = tokens.claims()
  if (!claims) throw new AppProblem('IDP_DENIED')
  const amr = Array.isArray(claims['amr']) ? claims['amr'] : []
  return {
    subject: claims.sub,
    secondFactor: amr.some((method) => typeof method === 'string' && SECOND_FACTORS.has(method)),
    claims,
    accessToken: tokens.access_token,
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
    finish: async (provider, query, secrets, prove) => {
      const callbackUrl = new URL(`${redirectUri}?${query}`)
      const { claims, accessToken, ...person } = await attempt(provider, (configuration) =>
        finish(configuration, callbackUrl, secrets, prove),
      )
      return {
        ...person,
        readEmail: () => attempt(provider, (configuration) => readEmail(configuration, claims, accessToken)),
      }
    },
  }
}
