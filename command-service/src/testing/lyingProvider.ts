import { createServer } from 'node:http'
import { once } from 'node:events'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { AddressInfo } from 'node:net'

type Claims = Readonly<Record<string, unknown>>
/** What the provider says instead of the truth; `claims` may change or drop what the ID token says. */
export type Lie = Readonly<{
  claims?: (truth: Claims) => Claims
  alg?: 'none' | 'HS256'
  foreignKey?: true
  issuerInAnswer?: string
}>

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/**
 * An OpenID provider that says what a test wants. It takes any code that it has given once, and answers for
 * whoever is named.
 */
export const startLyingProvider = async () => {
  const { privateKey, publicKey } = pair()
  const stranger = pair().privateKey
  const codes = new Map<string, Readonly<{ nonce: string; claims: Claims; lie: Lie }>>()
  let issuer = ''
  const idToken = ({ nonce, claims, lie }: Readonly<{ nonce: string; claims: Claims; lie: Lie }>) => {
    const now = Math.floor(Date.now() / 1_000)
    const truth = { iss: issuer, aud: 'hearth', nonce, iat: now, exp: now + 300, auth_time: now, ...claims }
    const alg = lie.alg ?? 'ES256'
    const content = `${encode({ alg, ...(lie.alg ? {} : { kid: 'one' }) })}.${encode(lie.claims?.(truth) ?? truth)}`
    const signature =
      lie.alg === 'none'
        ? ''
        : sign('sha256', Buffer.from(content), {
            key: lie.foreignKey ? stranger : privateKey,
            dsaEncoding: 'ieee-p1363',
          }).toString('base64url')
    return `${content}.${signature}`
  }
  const server = createServer((request, response) => {
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') {
      return say(200, {
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
    }
    if (request.url === '/jwks')
      return say(200, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256', use: 'sig' }],
      })
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const code = new URLSearchParams(Buffer.concat(chunks).toString()).get('code') ?? ''
      const given = codes.get(code)
      codes.delete(code)
      say(
        given ? 200 : 400,
        given
          ? { access_token: randomUUID(), token_type: 'bearer', id_token: idToken(given) }
          : { error: 'invalid_grant' },
      )
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    /** What the browser brings back from `url`, as if `claims` had signed in there. */
    answer: (url: string, claims: Claims, lie: Lie = {}): string => {
      const asked = new URL(url).searchParams
      const code = randomUUID()
      codes.set(code, { nonce: asked.get('nonce') ?? '', claims, lie })
      return new URLSearchParams({
        code,
        state: asked.get('state') ?? '',
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
