import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { AddressInfo } from 'node:net'

type Claims = Readonly<Record<string, unknown>>
/** How the provider's answer differs from the truth; `claims` can change or drop claims of the ID token. */
export type Lie = Readonly<{
  claims?: (truth: Claims) => Claims
  alg?: 'none' | 'HS256'
  foreignKey?: true
  issuerInAnswer?: string
}>
type Grant = Readonly<{ nonce: string; claims: Claims; lie: Lie }>

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const generatePair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** Signs ID tokens as the lie of their grant says. */
const createTokens = () => {
  const { privateKey, publicKey } = generatePair()
  const foreignKey = generatePair().privateKey
  const signContent = (content: string, { alg, foreignKey: isForeign }: Lie) =>
    alg === 'none'
      ? ''
      : sign('sha256', Buffer.from(content), {
          key: isForeign ? foreignKey : privateKey,
          dsaEncoding: 'ieee-p1363',
        }).toString('base64url')
  return {
    keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' }],
    idToken: (issuer: string, { nonce, claims, lie }: Grant) => {
      const now = Math.floor(Date.now() / 1_000)
      const truth = { iss: issuer, aud: 'hearth', nonce, iat: now, exp: now + 300, auth_time: now, ...claims }
      const header = encode({ alg: lie.alg ?? 'ES256', ...(lie.alg ? {} : { kid: 'one' }) })
      const content = `${header}.${encode(lie.claims?.(truth) ?? truth)}`
      return `${content}.${signContent(content, lie)}`
    },
  }
}

const describeProvider = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256', 'none', 'HS256'],
  authorization_response_iss_parameter_supported: true,
  code_challenge_methods_supported: ['S256'],
})

const respond = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const readCode = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString()).get('code') ?? ''
}

/**
 * An OpenID provider for tests. It accepts each code that it issued once, for any claims that a test names.
 */
export const startLyingProvider = async () => {
  const tokens = createTokens()
  const grants = new Map<string, Grant>()
  let issuer = ''
  const server = createServer((request, response) => {
    if (request.url === '/.well-known/openid-configuration')
      return respond(response, 200, describeProvider(issuer))
    if (request.url === '/jwks') return respond(response, 200, { keys: tokens.keys })
    return void readCode(request)
      .then((code) => {
        const grant = grants.get(code)
        grants.delete(code)
        if (grant === undefined) return respond(response, 400, { error: 'invalid_grant' })
        const id_token = tokens.idToken(issuer, grant)
        return respond(response, 200, { access_token: randomUUID(), token_type: 'bearer', id_token })
      })
      .catch((error: Error) => response.destroy(error))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    /** The query with which the browser returns from `url`, as if `claims` had signed in there. */
    answer: (url: string, claims: Claims, lie: Lie = {}): string => {
      const requested = new URL(url).searchParams
      const code = randomUUID()
      grants.set(code, { nonce: requested.get('nonce') ?? '', claims, lie })
      return new URLSearchParams({
        code,
        state: requested.get('state') ?? '',
        iss: lie.issuerInAnswer ?? issuer,
      }).toString()
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
