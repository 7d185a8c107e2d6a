import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { settings } from './fields.ts'
import { ConfigError, readConfig } from './loadConfig.ts'

const schema = z.object({
  ...settings,
  METRICS_PORT: settings.PORT.optional(),
  PROXY_HOPS: z.string().default('0'),
})
const random = () => randomBytes(32).toString('base64')
const provider = (issuer: string) =>
  JSON.stringify([{ id: 'x', name: 'X', issuer, clientId: 'c', clientSecret: random() }])

const safe: Readonly<Record<string, string>> = {
  NODE_ENV: 'production',
  PORT: '8080',
  METRICS_PORT: '9464',
  PUBLIC_URL: 'https://hearth.example',
  EVENTSTORE_URL: 'esdb://hearth:a-long-password@db.example:2113?tls=true',
  EVENT_STORE_COMMAND: 'event-store --port {port}',
  DATABASE_URL: 'postgres://hearth:a-long-password@db.example/hearth?sslmode=verify-full',
  SEALING_KEY: random(),
  COMMAND_HASH_KEY: random(),
  QUOTE_SECRET: random(),
  SERVICE_TOKENS: `gateway=${random().slice(0, 40)},importer=${random().slice(0, 40)}`,
  SENTRY_DSN: 'https://key@sentry.example/1',
  CONSOLE_SENTRY_DSN: 'https://key@sentry.example/2',
  SMTP_URL: 'smtps://hearth:a-long-password@mail.example',
  MAIL_FROM: 'Hearth <mail@hearth.example>',
  IDENTITY_PROVIDERS: provider('https://id.example'),
  RATE_LIMIT_FACTOR: '2',
  PROXY_HOPS: '1',
  NODE_OPTIONS: '--max-old-space-size=400',
}
const same = random()

const BANK = { BANK_TOKEN: random(), BANK_WEBHOOK_SECRET: random() }

/** One unsafe setting each; nothing else is changed. */
const UNSAFE: readonly (readonly [
  what: string,
  field: string,
  value: string,
  more?: Readonly<Record<string, string>>,
])[] = [
  ['calendars from this machine', 'FEED_TEST_ORIGIN', 'http://127.0.0.1:8080'],
  ['plain http', 'PUBLIC_URL', 'http://hearth.example'],
  ['this machine as the public address', 'PUBLIC_URL', 'https://127.0.0.1:3000'],
  ['credentials in the public address', 'PUBLIC_URL', 'https://user:long-password@hearth.example'],
  ['a path in the public address', 'PUBLIC_URL', 'https://hearth.example/console'],
  ['no public address', 'PUBLIC_URL', ''],
  ['an event store without TLS', 'EVENTSTORE_URL', 'esdb://hearth:a-long-password@db.example:2113?tls=false'],
  [
    'a cluster without TLS',
    'EVENTSTORE_URL',
    'esdb://hearth:a-long-password@one.example:2113,two.example:2113,three.example:2113?tls=false',
  ],
  ['a cluster open to all', 'EVENTSTORE_URL', 'esdb://one.example:2113,two.example:2113'],
  [
    "a cluster's default password",
    'EVENTSTORE_URL',
    'esdb://admin:changeit@one.example:2113,two.example:2113,three.example:2113',
  ],
  [
    'an event store with any certificate',
    'EVENTSTORE_URL',
    'esdb://hearth:a-long-password@db.example:2113?tlsVerifyCert=false',
  ],
  ['an event store open to all', 'EVENTSTORE_URL', 'esdb://db.example:2113'],
  ["an event store's default password", 'EVENTSTORE_URL', 'esdb://admin:changeit@db.example:2113'],
  [
    'a database without TLS',
    'DATABASE_URL',
    'postgres://hearth:a-long-password@db.example/hearth?sslmode=disable',
  ],
  [
    'a database with optional TLS',
    'DATABASE_URL',
    'postgres://hearth:a-long-password@db.example/hearth?sslmode=prefer',
  ],
  [
    'a database with any certificate',
    'DATABASE_URL',
    'postgres://hearth:a-long-password@db.example/hearth?sslmode=no-verify',
  ],
  ['a remote database', 'DATABASE_URL', 'postgres://hearth:a-long-password@db.example/hearth'],
  [
    'a remote database by an option',
    'DATABASE_URL',
    'postgres://hearth:a-long-password@localhost/hearth?host=db.example',
  ],
  [
    'a database that is encrypted as by libpq, without a verified certificate',
    'DATABASE_URL',
    'postgres://hearth:a-long-password@db.example/hearth?uselibpqcompat=true&sslmode=require',
  ],
  [
    'a remote database while another host is private',
    'DATABASE_URL',
    'postgres://hearth:a-long-password@db.example/hearth',
    { UNENCRYPTED_HOSTS: 'postgres,db.example.org' },
  ],
  ['a remote Redis', 'REDIS_URL', 'redis://:a-long-password@redis.example:6379'],
  ['a database without password', 'DATABASE_URL', 'postgres://hearth@db.example/hearth?sslmode=verify-full'],
  [
    'a database whose password is its user',
    'DATABASE_URL',
    'postgres://hearthowner:hearthowner@db.example/hearth',
  ],
  ["a database's short password", 'DATABASE_URL', 'postgres://hearth:abc1234@db.example/hearth'],
  ["the database's superuser", 'DATABASE_URL', 'postgres://postgres:a-long-password@db.example/hearth'],
  ['weak TLS by the environment', 'PGSSLMODE', 'no-verify'],
  ['a key of zeros', 'SEALING_KEY', Buffer.alloc(32).toString('base64')],
  ['a short hash key', 'COMMAND_HASH_KEY', 'a1b2c3d4e5f6g7h8i9'],
  ['a hash key that is a placeholder', 'COMMAND_HASH_KEY', 'changeme'.repeat(4).slice(0, 7).repeat(6)],
  ['a hash key that also signs quotes', 'COMMAND_HASH_KEY', same, { QUOTE_SECRET: same }],
  ['a short quote secret', 'QUOTE_SECRET', 'a1b2c3d4e5f6g7h8i9'],
  ['a quote secret of one letter', 'QUOTE_SECRET', 'q'.repeat(40)],
  ['the sealing key as quote secret', 'QUOTE_SECRET', same, { SEALING_KEY: same }],
  ['a short service token', 'SERVICE_TOKENS', 'gateway=gateway-token-0123456789'],
  ['a service token of one letter', 'SERVICE_TOKENS', `gateway=${'g'.repeat(40)}`],
  ['mail in the clear', 'SMTP_URL', 'smtp://mail.example'],
  ['mail that ignores TLS', 'SMTP_URL', 'smtp://mail.example?requireTLS=true&ignoreTLS=true'],
  ['mail with any certificate', 'SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false'],
  ['a mail catcher', 'SMTP_URL', 'smtps://localhost:2525'],
  ['a sender on this machine', 'MAIL_FROM', 'Hearth <hearth@localhost>'],
  ['no sender', 'MAIL_FROM', ''],
  ['an identity provider over http', 'IDENTITY_PROVIDERS', provider('http://id.example')],
  ["the demonstration's identity provider", 'IDENTITY_PROVIDERS', provider('https://localhost:3000/dev/idp')],
  ['an issuer with credentials', 'IDENTITY_PROVIDERS', provider('https://user:password@id.example')],
  ["the demonstration's outside world", 'OUTSIDE_URL', 'http://127.0.0.1:9'],
  ['addresses looked up in the clear', 'GEOCODER_URL', 'http://geocoder.example'],
  ['a street map in the clear', 'MAP_STYLE_URL', 'http://maps.example/style.json'],
  ['a bucket without its key', 'STORAGE_URL', 'https://files.example/hearth'],
  ['a bank over plain http', 'BANK_URL', 'http://bank.example', BANK],
  ['a bank without a token', 'BANK_URL', 'https://bank.example'],
  ['messages over plain http', 'CHANNEL_URL', 'http://gateway.example', { CHANNEL_SECRET: random() }],
  ['messages without a signature', 'CHANNEL_URL', 'https://gateway.example'],
  ['files over plain http', 'STORAGE_URL', 'http://files.example/hearth'],
  ['errors reported in the clear', 'SENTRY_DSN', 'http://key@sentry.example/1'],
  [
    "browsers' errors reported in the clear",
    'CONSOLE_SENTRY_DSN',
    'https://key@sentry.example/1,http://key@sentry.example/1',
  ],
  ['metrics on the public port', 'METRICS_PORT', '8080'],
  ['a proxy that is not counted', 'PROXY_HOPS', '0'],
  ['a missing number of proxies', 'PROXY_HOPS', ''],
  ['rate limits that limit nothing', 'RATE_LIMIT_FACTOR', '1000'],
  ['a slowed projector', 'PROJECTION_DELAY_MS', '10'],
  ['a trace log', 'LOG_LEVEL', 'trace'],
  ['no log', 'LOG_LEVEL', 'silent'],
  ['any certificate anywhere', 'NODE_TLS_REJECT_UNAUTHORIZED', '0'],
  ['a debugger', 'NODE_OPTIONS', '--inspect=0.0.0.0:9229'],
  ['a lenient parser', 'NODE_OPTIONS', '--insecure-http-parser'],
  ['old TLS', 'NODE_OPTIONS', '--tls-min-v1.0'],
  ['TLS keys in a file', 'NODE_OPTIONS', '--tls-keylog=/tmp/keys'],
  ['a reverted security fix', 'NODE_OPTIONS', '--security-revert=CVE-2023-46809'],
  ['printed traffic', 'NODE_DEBUG', 'http,tls'],
]

const refusal = (env: Readonly<Record<string, string>>): ConfigError | undefined => {
  try {
    readConfig(schema, env)
    return undefined
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
}

describe('production', () => {
  it('starts with safe settings', () => expect(refusal(safe)?.message).toBeUndefined())

  it.each([
    ['DATABASE_URL', 'postgres://hearth:a-long-password@localhost/hearth', {}],
    ['DATABASE_URL', 'postgres://hearth:a-long-password@[::1]:5432/hearth', {}],
    ['DATABASE_URL', 'postgres://hearth:a-long-password@db.example/hearth?host=/var/run/postgresql', {}],
    ['DATABASE_URL', 'postgres://hearth:a-long-password@db.example/hearth?sslmode=require', {}],
    ['DATABASE_URL', 'postgres://hearth:a-long-password@db.example/hearth', { PGSSLMODE: 'verify-full' }],
    [
      'DATABASE_URL',
      'postgres://hearth:a-long-password@DB.example/hearth',
      { UNENCRYPTED_HOSTS: 'x,db.example' },
    ],
    ['REDIS_URL', 'redis://127.0.0.1:6379', {}],
    ['REDIS_URL', 'rediss://:a-long-password@redis.example:6379', {}],
    ['REDIS_URL', 'redis://redis:6379', { UNENCRYPTED_HOSTS: 'redis' }],
  ])('accepts %s %s with %s', (field, value, more) =>
    expect(refusal({ ...safe, ...more, [field]: value })?.message).toBeUndefined(),
  )

  it('knows at least thirty unsafe settings', () => expect(UNSAFE.length).toBeGreaterThanOrEqual(30))

  it.each(UNSAFE.map(([what, field, value, more = {}]) => [what, field, value, more] as const))(
    'refuses %s and names %s',
    (_what, field, value, more) => {
      const error = refusal({ ...safe, ...more, [field]: value })
      expect([...new Set(error?.problems.map((problem) => problem.field))]).toEqual([field])
      if (value.length > 8) expect(error?.message).not.toContain(value)
    },
  )

  it('allows the same settings in other environments', () => {
    for (const [, field, value, more = {}] of UNSAFE)
      if (value !== '')
        expect([
          field,
          refusal({ ...safe, NODE_ENV: 'development', ...more, [field]: value })?.message,
        ]).toEqual([field, undefined])
  })
})
