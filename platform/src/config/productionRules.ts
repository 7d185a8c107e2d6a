import { isDatabaseEncrypted, isLoopback, isRedisEncrypted, readOption } from './encryption.ts'
import { parseEventStoreAddress, type EventStoreAddress } from './eventStoreAddress.ts'

export type Environment = Readonly<Record<string, string | undefined>>
export type SettingProblem = Readonly<{ field: string; detail: string }>

const parseUrl = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)
/** Undefined for text that isn’t a URL: another rule refuses that. */
const ofUrl =
  (judge: (url: URL, env: Environment) => boolean) =>
  (text: string, env: Environment): boolean => {
    const url = parseUrl(text)
    return url !== undefined && judge(url, env)
  }
/** As for `ofUrl`. */
const ofAddress =
  (judge: (address: EventStoreAddress) => boolean) =>
  (text: string): boolean => {
    const address = parseEventStoreAddress(text)
    return !('problem' in address) && judge(address)
  }
const matches = (pattern: RegExp) => (text: string) => pattern.test(text)

const WELL_KNOWN = new Set([
  'admin',
  'changeit',
  'changeme',
  'eventstore',
  'hearth',
  'kurrent',
  'ops',
  'password',
  'postgres',
  'root',
  'secret',
  'test',
])
const hasWellKnownPassword = ({ username, password }: Readonly<{ username: string; password: string }>) =>
  password !== '' && (WELL_KNOWN.has(password.toLowerCase()) || password === username || password.length < 8)

/** A placeholder rather than chance: 24 random characters hold more than eight different ones. */
const isMonotonous = (text: string) => new Set(text).size < 8
const isMonotonousKey = (text: string) => new Set(Buffer.from(text, 'base64')).size < 8
const MIN_SECRET = 32

const parseTokens = (text: string) => text.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
const parseIssuers = (text: string): readonly URL[] => {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list)
      ? list.flatMap(
          (entry: unknown) =>
            parseUrl(
              String(typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'issuer') : ''),
            ) ?? [],
        )
      : []
  } catch {
    return []
  }
}
const someIssuer = (judge: (issuer: URL) => boolean) => (text: string) => parseIssuers(text).some(judge)
const sameAs =
  (...others: readonly string[]) =>
  (text: string, env: Environment) =>
    others.some((other) => env[other] === text)

const lacks = (env: Environment, ...fields: readonly string[]) =>
  fields.some((field) => env[field] === undefined)

type Rule = readonly [field: string, unsafe: (text: string, env: Environment) => boolean, detail: string]

/** Settings with which a production system would be open to the world (docs/domain/security.md#settings). */
const RULES: readonly Rule[] = [
  ['PUBLIC_URL', (text) => !text.startsWith('https:'), 'must be https in production'],
  ['PUBLIC_URL', ofUrl(isLoopback), 'must not be a loopback address in production'],
  [
    'PUBLIC_URL',
    ofUrl(({ username, password }) => username !== '' || password !== ''),
    'must not contain a user or password',
  ],
  [
    'PUBLIC_URL',
    ofUrl(({ pathname, search, hash }) => pathname !== '/' || search !== '' || hash !== ''),
    'must be an origin without a path',
  ],

  [
    'EVENTSTORE_URL',
    ofAddress(({ options }) => options.get('tls') === 'false'),
    'must use TLS in production: give the server a certificate and write ?tls=true',
  ],
  [
    'EVENTSTORE_URL',
    ofAddress(({ options }) => options.get('tlsVerifyCert') === 'false'),
    'must verify certificates in production',
  ],
  [
    'EVENTSTORE_URL',
    ofAddress(({ username, password }) => username === '' || password === ''),
    'must contain a user and a password in production',
  ],
  [
    'EVENTSTORE_URL',
    ofAddress(hasWellKnownPassword),
    'must not use a default or a short password in production',
  ],

  [
    'DATABASE_URL',
    ofUrl((url, env) => !isDatabaseEncrypted(url, env)),
    'must use verified TLS in production: add ?sslmode=verify-full (and &sslrootcert=… for a CA of your own), ' +
      'or name its host in UNENCRYPTED_HOSTS if only you use the network between',
  ],
  [
    'DATABASE_URL',
    ofUrl((url) => readOption(url, 'sslmode') === 'no-verify'),
    'must verify certificates in production',
  ],
  [
    'DATABASE_URL',
    ofUrl((url) => !isLoopback(url) && url.password === ''),
    'must contain a password in production',
  ],
  ['DATABASE_URL', ofUrl(hasWellKnownPassword), 'must not use a default or a short password in production'],
  [
    'DATABASE_URL',
    ofUrl(({ username }) => username === 'postgres'),
    'must not be the superuser in production, because row-level security doesn’t apply to it',
  ],
  [
    'REDIS_URL',
    ofUrl((url, env) => !isRedisEncrypted(url, env)),
    'must use TLS in production: write rediss://, or name its host in UNENCRYPTED_HOSTS if only you use the ' +
      'network between',
  ],
  ['PGSSLMODE', matches(/^(disable|allow|prefer|no-verify)$/), 'must not weaken TLS in production'],

  ['SEALING_KEY', isMonotonousKey, 'must be random in production'],
  [
    'COMMAND_HASH_KEY',
    (text) => text.length < MIN_SECRET,
    `must have ${MIN_SECRET} characters or more in production`,
  ],
  ['COMMAND_HASH_KEY', isMonotonous, 'must be random in production'],
  ['COMMAND_HASH_KEY', sameAs('SEALING_KEY', 'QUOTE_SECRET'), 'must differ from the other secrets'],
  [
    'QUOTE_SECRET',
    (text) => text.length < MIN_SECRET,
    `must have ${MIN_SECRET} characters or more in production`,
  ],
  ['QUOTE_SECRET', isMonotonous, 'must be random in production'],
  ['QUOTE_SECRET', sameAs('SEALING_KEY'), 'must differ from the other secrets'],
  [
    'SERVICE_TOKENS',
    (text) => parseTokens(text).some((token) => token.length < MIN_SECRET),
    `must have a token of at least ${MIN_SECRET} characters for each service in production`,
  ],
  ['SERVICE_TOKENS', (text) => parseTokens(text).some(isMonotonous), 'must be random in production'],

  [
    'SMTP_URL',
    ofUrl((url) => url.protocol === 'smtp:' && readOption(url, 'requireTLS') !== 'true'),
    'must be smtps, or smtp with ?requireTLS=true, in production',
  ],
  ['SMTP_URL', ofUrl((url) => readOption(url, 'ignoreTLS') === 'true'), 'must not ignore TLS in production'],
  [
    'SMTP_URL',
    ofUrl((url) => readOption(url, 'tls.rejectUnauthorized') === 'false'),
    'must verify certificates in production',
  ],
  ['SMTP_URL', ofUrl(isLoopback), 'must be a mail server in production, not a mail catcher on this machine'],
  ['MAIL_FROM', matches(/@(localhost|.*\.localhost)>?$/i), 'must be one of your own addresses in production'],

  [
    'IDENTITY_PROVIDERS',
    someIssuer(({ protocol }) => protocol !== 'https:'),
    'must have https issuers in production',
  ],
  ['IDENTITY_PROVIDERS', someIssuer(isLoopback), 'must not trust a provider on this machine in production'],
  [
    'IDENTITY_PROVIDERS',
    someIssuer(({ username, password }) => username !== '' || password !== ''),
    'must have issuers without a user or password',
  ],
  ['OUTSIDE_URL', () => true, 'must not be set in production, because it shows everyone’s email'],

  [
    'GEOCODER_URL',
    (text) => text.startsWith('http:'),
    'must be https in production, because it receives hosts’ addresses',
  ],
  [
    'MAP_STYLE_URL',
    (text) => text.startsWith('http:'),
    'must be https in production, because its answers are drawn in the console',
  ],
  ['STORAGE_URL', (text) => text.startsWith('http:'), 'must be https, or a folder, in production'],
  [
    'STORAGE_URL',
    (text, env) => text.startsWith('https:') && lacks(env, 'STORAGE_ACCESS_KEY', 'STORAGE_SECRET_KEY'),
    'is a bucket, so STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY must be set as well',
  ],
  [
    'BANK_URL',
    (text) => !text.startsWith('https:'),
    'must be https in production, because it receives bank details',
  ],
  [
    'BANK_URL',
    (_text, env) => lacks(env, 'BANK_TOKEN', 'BANK_WEBHOOK_SECRET'),
    'needs BANK_TOKEN and BANK_WEBHOOK_SECRET to make payouts',
  ],
  [
    'CHANNEL_URL',
    (text) => !text.startsWith('https:'),
    'must be https in production, because it receives messages to guests',
  ],
  ['CHANNEL_URL', (_text, env) => lacks(env, 'CHANNEL_SECRET'), 'needs CHANNEL_SECRET to deliver messages'],
  [
    'GUEST_MAIL_DOMAIN',
    (_text, env) => lacks(env, 'GUEST_MAIL_SECRET'),
    'needs GUEST_MAIL_SECRET to take the answers of guests',
  ],
  ['SENTRY_DSN', (text) => !text.startsWith('https:'), 'must be https in production'],
  [
    'CONSOLE_SENTRY_DSN',
    (text) => text.split(',').some((dsn) => !dsn.trim().startsWith('https:')),
    'must be https in production',
  ],
  ['METRICS_PORT', (text, { PORT }) => text === PORT, 'must differ from the public PORT'],
  [
    'PROXY_HOPS',
    (text) => text === '0',
    'must count the TLS proxy in production, or all clients appear to have its address',
  ],
  ['RATE_LIMIT_FACTOR', (text) => Number(text) > 10, 'must be at most 10 in production'],
  ['FEED_TEST_ORIGIN', () => true, 'is for tests, not for production'],
  ['PROJECTION_DELAY_MS', (text) => Number(text) > 0, 'is for tests, not for production'],
  ['LOG_LEVEL', matches(/^(debug|trace)$/), 'must not be more detailed than info in production'],
  ['LOG_LEVEL', matches(/^(silent|fatal)$/), 'must include errors in production'],

  ['NODE_TLS_REJECT_UNAUTHORIZED', (text) => text === '0', 'must not be 0 in production'],
  ['NODE_OPTIONS', matches(/--inspect/), 'must not start a debugger in production'],
  ['NODE_OPTIONS', matches(/--insecure-http-parser/), 'must not accept invalid requests in production'],
  ['NODE_OPTIONS', matches(/--tls-min-v1\.[01]\b/), 'must not allow old TLS in production'],
  ['NODE_OPTIONS', matches(/--tls-keylog/), 'must not log connection keys in production'],
  [
    'NODE_OPTIONS',
    matches(/--security-revert/),
    'must not re-enable known vulnerabilities of Node in production',
  ],
  [
    'NODE_DEBUG',
    matches(/\b(http|http2|https|net|tls|stream|undici|\*)/),
    'must not print traffic in production',
  ],
]

/** Settings that production must set although they have a default elsewhere. */
const NEEDED: readonly string[] = ['PUBLIC_URL', 'MAIL_FROM', 'PROXY_HOPS']

/**
 * Every unsafe setting by its name; none outside production. `known`: the settings that the process reads and
 * of which nothing wrong is known.
 */
export const productionProblems = (
  env: Environment,
  known: ReadonlySet<string>,
): readonly SettingProblem[] => {
  if (env['NODE_ENV'] !== 'production') return []
  const missing = NEEDED.filter((field) => known.has(field) && env[field] === undefined).map((field) => ({
    field,
    detail: 'is missing',
  }))
  const unsafe = RULES.flatMap(([field, judge, detail]) => {
    const text = env[field]
    return text !== undefined && judge(text, env) ? [{ field, detail }] : []
  })
  return [...missing, ...unsafe]
}
