import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { AddressInfo } from 'node:net'

export const CLIENT_ID = 'hearth'
export const CLIENT_SECRET = 'a secret: of the client + 1'

type Claims = Readonly<Record<string, unknown>>
/** How the provider's answer differs from the truth; `claims` can change or drop claims of the ID token. */
export type Lie = Readonly<{
  claims?: (truth: Claims) => Claims
  alg?: 'none' | 'HS256'
  foreignKey?: true
  issuerInAnswer?: string
  /** What the userinfo endpoint answers; without it the claims. */
  userInfo?: Claims
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
      const truth = {
        iss: issuer,
        aud: CLIENT_ID,
        nonce,
        iat: now,
        exp: now + 300,
        auth_time: now,
        ...claims,
      }
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
  userinfo_endpoint: `${issuer}/userinfo`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256', 'none', 'HS256'],
  authorization_response_iss_parameter_supported: true,
  code_challenge_methods_supported: ['S256'],
})

/** The methods that the metadata lists; without a list it is `client_secret_basic`. */
const listMethods = ({ token_endpoint_auth_methods_supported: listed }: Claims): readonly unknown[] =>
  Array.isArray(listed) ? listed : ['client_secret_basic']

/** How the client has sent the right secret, if it has. */
const findMethod = ({ headers }: IncomingMessage, form: URLSearchParams): string | undefined => {
  const encoded = [CLIENT_ID, CLIENT_SECRET].map((text) =>
    new URLSearchParams([['', text]]).toString().slice(1),
  )
  if (headers.authorization === `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`)
    return 'client_secret_basic'
  return form.get('client_id') === CLIENT_ID && form.get('client_secret') === CLIENT_SECRET
    ? 'client_secret_post'
    : undefined
}

const respond = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const readForm = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString())
}

/**
 * An OpenID provider for tests. It accepts each code that it issued once, for any claims that a test names,
 * from a client that authenticates by a method of its `metadata`.
 */
export const startLyingProvider = async (metadata: Claims = {}) => {
  const tokens = createTokens()
  const grants = new Map<string, Grant>()
  const userInfos = new Map<string, Claims>()
  const methods: string[] = []
  let issuer = ''
  const server = createServer((request, response) => {
    if (request.url === '/.well-known/openid-configuration')
      return respond(response, 200, { ...describeProvider(issuer), ...metadata })
    if (request.url === '/jwks') return respond(response, 200, { keys: tokens.keys })
    if (request.url === '/userinfo')
      return respond(response, 200, userInfos.get(request.headers.authorization ?? '') ?? {})
    return void readForm(request)
      .then((form) => {
        const method = findMethod(request, form)
        if (method === undefined || !listMethods(metadata).includes(method))
          return respond(response, 401, { error: 'invalid_client' })
        methods.push(method)
        const code = form.get('code') ?? ''
        const grant = grants.get(code)
        grants.delete(code)
        if (grant === undefined) return respond(response, 400, { error: 'invalid_grant' })
        const id_token = tokens.idToken(issuer, grant)
        const access_token = randomUUID()
        userInfos.set(`Bearer ${access_token}`, grant.lie.userInfo ?? grant.claims)
        return respond(response, 200, { access_token, token_type: 'bearer', id_token })
      })
      .catch((error: Error) => response.destroy(error))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    /** How clients have authenticated, in order. */
    methods,
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
