export type Environment = Readonly<Record<string, string | undefined>>
export type SettingProblem = Readonly<{ field: string; detail: string }>

const urlOf = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)
/** Undefined is no answer: what is no URL is refused elsewhere. */
const ofUrl =
  (judge: (url: URL) => boolean) =>
  (text: string): boolean => {
    const url = urlOf(text)
    return url !== undefined && judge(url)
  }
const LOOPBACK = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/i
const isLoopback = ({ hostname }: URL) => LOOPBACK.test(hostname)
const option = (url: URL, name: string) =>
  [...url.searchParams].find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1].toLowerCase()
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
const hasWellKnownPassword = ({ username, password }: URL) =>
  password !== '' && (WELL_KNOWN.has(password.toLowerCase()) || password === username || password.length < 8)

/** A placeholder rather than chance: 24 random characters hold more than eight different ones. */
const isMonotonous = (text: string) => new Set(text).size < 8
const isMonotonousKey = (text: string) => new Set(Buffer.from(text, 'base64')).size < 8
const MIN_SECRET = 32

const tokensOf = (text: string) => text.split(',').map((pair) => pair.slice(pair.indexOf('=') + 1).trim())
const issuersOf = (text: string): readonly URL[] => {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list)
      ? list.flatMap(
          (entry: unknown) =>
            urlOf(String(typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'issuer') : '')) ??
            [],
        )
      : []
  } catch {
    return []
  }
}
const someIssuer = (judge: (issuer: URL) => boolean) => (text: string) => issuersOf(text).some(judge)
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
  ['PUBLIC_URL', ofUrl(isLoopback), "must not be this machine's own address in production"],
  [
    'PUBLIC_URL',
    ofUrl(({ username, password }) => username !== '' || password !== ''),
    'must hold no user and no password',
  ],
  [
    'PUBLIC_URL',
    ofUrl(({ pathname, search, hash }) => pathname !== '/' || search !== '' || hash !== ''),
    'must be an origin alone, without a path',
  ],

  [
    'EVENTSTORE_URL',
    ofUrl((url) => option(url, 'tls') === 'false' || /insecure/i.test(url.search)),
    'must use TLS in production',
  ],
  [
    'EVENTSTORE_URL',
    ofUrl((url) => option(url, 'tlsVerifyCert') === 'false'),
    'must verify certificates in production',
  ],
  [
    'EVENTSTORE_URL',
    ofUrl(({ username, password }) => username === '' || password === ''),
    'must name a user and a password in production',
  ],
  ['EVENTSTORE_URL', ofUrl(hasWellKnownPassword), 'must not use a default or a short password in production'],

  [
    'DATABASE_URL',
    ofUrl((url) => !isLoopback(url) && /^(disable|allow|prefer)$/.test(option(url, 'sslmode') ?? '')),
    'must use TLS in production',
  ],
  [
    'DATABASE_URL',
    ofUrl((url) => option(url, 'sslmode') === 'no-verify'),
    'must verify certificates in production',
  ],
  [
    'DATABASE_URL',
    ofUrl((url) => !isLoopback(url) && url.password === ''),
    'must name a password in production',
  ],
  ['DATABASE_URL', ofUrl(hasWellKnownPassword), 'must not use a default or a short password in production'],
  [
    'DATABASE_URL',
    ofUrl(({ username }) => username === 'postgres'),
    'must not be the superuser in production: no row-level security holds it',
  ],
  ['PGSSLMODE', matches(/^(disable|allow|prefer|no-verify)$/), 'must not weaken TLS in production'],

  ['SEALING_KEY', isMonotonousKey, 'must be random in production'],
  [
    'COMMAND_HASH_KEY',
    (text) => text.length < MIN_SECRET,
    `must have ${MIN_SECRET} characters or more in production`,
  ],
  ['COMMAND_HASH_KEY', isMonotonous, 'must be random in production'],
  ['COMMAND_HASH_KEY', sameAs('SEALING_KEY', 'QUOTE_SECRET'), 'must be a secret of its own'],
  [
    'QUOTE_SECRET',
    (text) => text.length < MIN_SECRET,
    `must have ${MIN_SECRET} characters or more in production`,
  ],
  ['QUOTE_SECRET', isMonotonous, 'must be random in production'],
  ['QUOTE_SECRET', sameAs('SEALING_KEY'), 'must be a secret of its own'],
  [
    'SERVICE_TOKENS',
    (text) => tokensOf(text).some((token) => token.length < MIN_SECRET),
    `must give each service a token of ${MIN_SECRET} characters or more in production`,
  ],
  ['SERVICE_TOKENS', (text) => tokensOf(text).some(isMonotonous), 'must be random in production'],

  [
    'SMTP_URL',
    ofUrl((url) => url.protocol === 'smtp:' && option(url, 'requireTLS') !== 'true'),
    'must be smtps, or smtp with ?requireTLS=true, in production',
  ],
  ['SMTP_URL', ofUrl((url) => option(url, 'ignoreTLS') === 'true'), 'must not ignore TLS in production'],
  [
    'SMTP_URL',
    ofUrl((url) => option(url, 'tls.rejectUnauthorized') === 'false'),
    'must verify certificates in production',
  ],
  ['SMTP_URL', ofUrl(isLoopback), 'must be a mail server in production, not a catcher on this machine'],
  ['MAIL_FROM', matches(/@(localhost|.*\.localhost)>?$/i), 'must be an address of yours in production'],

  [
    'IDENTITY_PROVIDERS',
    someIssuer(({ protocol }) => protocol !== 'https:'),
    'must have https issuers in production',
  ],
  ['IDENTITY_PROVIDERS', someIssuer(isLoopback), 'must not trust a provider on this machine in production'],
  [
    'IDENTITY_PROVIDERS',
    someIssuer(({ username, password }) => username !== '' || password !== ''),
    'must have issuers without user and password',
  ],
  ['OUTSIDE_URL', () => true, "must not be set in production: it shows everybody's mail"],

  [
    'GEOCODER_URL',
    (text) => text.startsWith('http:'),
    'must be https in production: it is told where hosts live',
  ],
  ['STORAGE_URL', (text) => text.startsWith('http:'), 'must be https, or a folder, in production'],
  [
    'STORAGE_URL',
    (text, env) => text.startsWith('https:') && lacks(env, 'STORAGE_ACCESS_KEY', 'STORAGE_SECRET_KEY'),
    'is a bucket: STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY must be set, or no file is taken',
  ],
  [
    'BANK_URL',
    (text) => !text.startsWith('https:'),
    'must be https in production: it is told to whom money goes',
  ],
  [
    'BANK_URL',
    (_text, env) => lacks(env, 'BANK_TOKEN', 'BANK_WEBHOOK_SECRET'),
    'needs BANK_TOKEN and BANK_WEBHOOK_SECRET, or nobody is paid',
  ],
  ['SENTRY_DSN', (text) => !text.startsWith('https:'), 'must be https in production'],
  [
    'CONSOLE_SENTRY_DSN',
    (text) => text.split(',').some((dsn) => !dsn.trim().startsWith('https:')),
    'must be https in production',
  ],
  ['METRICS_PORT', (text, { PORT }) => text === PORT, "must not be the public's PORT"],
  [
    'PROXY_HOPS',
    (text) => text === '0',
    'must count the proxy that speaks TLS in production, or everybody seems to come from it',
  ],
  ['RATE_LIMIT_FACTOR', (text) => Number(text) > 10, 'must be 10 at most in production'],
  ['FEED_TEST_ORIGIN', () => true, 'is for tests, not for production'],
  ['PROJECTION_DELAY_MS', (text) => Number(text) > 0, 'is for tests, not for production'],
  ['LOG_LEVEL', matches(/^(debug|trace)$/), 'must not tell more than info in production'],
  ['LOG_LEVEL', matches(/^(silent|fatal)$/), 'must tell errors in production'],

  ['NODE_TLS_REJECT_UNAUTHORIZED', (text) => text === '0', 'must not be 0 in production'],
  ['NODE_OPTIONS', matches(/--inspect/), 'must not open a debugger in production'],
  ['NODE_OPTIONS', matches(/--insecure-http-parser/), 'must not accept broken requests in production'],
  ['NODE_OPTIONS', matches(/--tls-min-v1\.[01]\b/), 'must not allow old TLS in production'],
  ['NODE_OPTIONS', matches(/--tls-keylog/), 'must not write keys of connections in production'],
  ['NODE_OPTIONS', matches(/--security-revert/), 'must not bring holes of Node back in production'],
  [
    'NODE_DEBUG',
    matches(/\b(http|http2|https|net|tls|stream|undici|\*)/),
    'must not print traffic in production',
  ],
]

/** What a process must be told in production although it has an answer of its own elsewhere. */
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
