import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zCommandServiceConfig } from '@hearth/command-service/config'
import { ConfigError, readConfig } from '@hearth/platform/config/loadConfig'
import { allowed } from '@hearth/platform/testing/allowed'
import { zProjectorConfig } from '@hearth/projector/config'
import { zQueryServiceSettings } from '@hearth/query-service/runtime/settings'
import { afterAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { zFrontDoorConfig } from '../front-door/config.ts'
import { zOutsideConfig } from '../outside/config.ts'
import { zStandaloneSettings } from '../installation/settings.ts'

const root = join(import.meta.dirname, '../../..')
const EXIT_CONFIG = 78
/** A start takes a second; a process that waits for an engine instead takes longer than this. */
const WITHIN_MS = 10_000
const KILL_AFTER_MS = 120_000

const directory = mkdtempSync(join(tmpdir(), 'hearth-settings-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

type Environment = Readonly<Record<string, string>>
type Ended = Readonly<{ code: number | null; text: string; ms: number }>

const run = (program: string, args: readonly string[], environment: Environment): Promise<Ended> => {
  const begun = performance.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, program), ...args], {
      cwd: directory,
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: KILL_AFTER_MS,
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => void (text += bytes.toString()))
    child.once('close', (code) => resolve({ code, text, ms: performance.now() - begun }))
  })
}

const key = Buffer.alloc(32, 7).toString('base64')
// Nothing listens there: a program that accepts its settings fails soon.
const place = {
  PORT: '0',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
  EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false',
}
const service: Environment = {
  ...place,
  PUBLIC_URL: 'http://localhost:3000',
  SEALING_KEY: key,
  COMMAND_HASH_KEY: 'command-hash-key-for-tests-only-0123',
  QUOTE_SECRET: 'quote-secret-for-tests-only-01234567',
  SERVICE_TOKENS: 'gateway=gateway-token-0123456789,importer=importer-token-0123456789',
}
const url = ['', 'x', 'http://localhost', 'localhost:5432']
const addresses = [...url, 'kurrentdb://localhost', 'esdb+discover://one:2113,two:2113']
const common: Readonly<Record<string, readonly string[]>> = {
  PORT: ['', 'x', '65536', '1.5'],
  DATABASE_URL: url,
  LOG_LEVEL: ['loud', 'INFO'],
  NODE_ENV: ['staging'],
  SEALING_KEY: ['', 'x', Buffer.alloc(31).toString('base64'), Buffer.alloc(33).toString('base64')],
  SENTRY_DSN: ['x'],
}
const sessions: Readonly<Record<string, readonly string[]>> = {
  PUBLIC_URL: ['', 'x', 'ftp://localhost', 'localhost:3000'],
  QUOTE_SECRET: ['', 'short'],
  SERVICE_TOKENS: [
    'gateway',
    'gateway=short',
    'stranger=stranger-token-0123456789',
    'gateway=the-same-token-0123456789,importer=the-same-token-0123456789',
  ],
}
const random = () => randomBytes(32).toString('base64')
/** A valid setting, but no server answers there. */
const production: Environment = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://hearth.test',
  EVENTSTORE_URL: 'esdb://hearth:a-long-password@events.test:2113',
  DATABASE_URL: 'postgres://hearth@127.0.0.1:9/hearth',
  SEALING_KEY: random(),
  COMMAND_HASH_KEY: random(),
  QUOTE_SECRET: random(),
  SERVICE_TOKENS: `gateway=${randomBytes(32).toString('base64url')}`,
  MAIL_FROM: 'hearth@hearth.test',
  SMTP_URL: 'smtps://mail.test',
}

/** Settings without a schema, which only the program checks. */
type Wrong = Readonly<{
  name: string
  program: string
  schema?: z.ZodObject
  args: readonly string[]
  environment: Environment
  fields: readonly string[]
  secrets: readonly string[]
}>
type Fields = Readonly<Record<string, readonly string[]>>
type Program = readonly [file: string, schema: z.ZodObject]

/** In each round every field has its next wrong value; each time all of them must be named. */
const rounds = (
  name: string,
  [program, schema]: Program,
  base: Environment,
  wrong: Fields,
): readonly Wrong[] =>
  Array.from({ length: Math.max(...Object.values(wrong).map((values) => values.length)) }, (_, round) => {
    const chosen = Object.fromEntries(
      Object.entries(wrong).map(([field, values]) => [field, values[round % values.length] ?? '']),
    )
    return {
      name: `${name}, round ${round + 1}`,
      program,
      schema,
      args: [],
      environment: { ...base, ...chosen },
      fields: Object.keys(wrong),
      secrets: ['SEALING_KEY', 'SERVICE_TOKENS']
        .map((field) => chosen[field] ?? '')
        .filter((value) => value.length > 20),
    }
  })
const alone = (
  name: string,
  [program, schema]: Program,
  base: Environment,
  field: string,
  value: string,
): Wrong => ({
  name: `${name}, only ${field}`,
  program,
  schema,
  args: [],
  environment: { ...base, [field]: value },
  fields: [field],
  secrets: [],
})
const argument = (field: string, ...args: readonly string[]): Wrong => ({
  name: `event-store ${args.join(' ')}`,
  program: 'standalone/dist/event-store.mjs',
  args,
  environment: {},
  fields: [field],
  secrets: [],
})

const {
  PUBLIC_URL: _url,
  QUOTE_SECRET: _quote,
  SERVICE_TOKENS: _tokens,
  COMMAND_HASH_KEY: _hash,
  ...projector
} = service
const frontDoor = {
  PORT: '0',
  COMMAND_SERVICE_URL: 'http://127.0.0.1:9',
  QUERY_SERVICE_URL: 'http://127.0.0.1:9',
  CONSOLE_DIR: join(root, 'ui/dist'),
}
const COMMAND: Program = ['command-service/dist/main.mjs', zCommandServiceConfig]
const QUERY: Program = ['query-service/dist/main.mjs', zQueryServiceSettings]
const PROJECTOR: Program = ['projector/dist/main.mjs', zProjectorConfig]
const DOOR: Program = ['standalone/dist/front-door.mjs', zFrontDoorConfig]
const OUTSIDE: Program = ['standalone/dist/outside.mjs', zOutsideConfig]
const ALL: Program = ['standalone/dist/main.mjs', zStandaloneSettings]

const WRONG: readonly Wrong[] = [
  ...rounds('command-service', COMMAND, service, {
    ...common,
    ...sessions,
    EVENTSTORE_URL: addresses,
    COMMAND_HASH_KEY: ['', 'short'],
    SWEEP_INTERVAL_MS: ['x', '1', '-5'],
  }),
  alone('command-service', COMMAND, service, 'SWEEP_INTERVAL_MS', '1'),
  ...rounds(
    'command-service in production',
    COMMAND,
    { ...service, ...production },
    {
      PUBLIC_URL: ['http://hearth.test', 'https://localhost', 'https://hearth.test/app'],
      EVENTSTORE_URL: [
        'esdb://h:a-long-password@events.test:2113?tls=false',
        'esdb://admin:changeit@events.test:2113',
        'esdb://h:a-long-password@events.test:2113?tlsVerifyCert=false',
      ],
      NODE_TLS_REJECT_UNAUTHORIZED: ['0'],
      DATABASE_URL: [
        'postgres://h@db.test/h?sslmode=disable',
        'postgres://postgres:a-long-password@db.test/h',
        'postgres://hearth:hearth@db.test/h',
      ],
      SENTRY_DSN: ['http://key@sentry.test/1'],
      CONSOLE_SENTRY_DSN: ['http://key@sentry.test/1'],
      SEALING_KEY: [Buffer.alloc(32).toString('base64')],
      COMMAND_HASH_KEY: ['short-but-long-enough-elsewhere', 'k'.repeat(40)],
      QUOTE_SECRET: ['short-but-long-enough-elsewhere', 'q'.repeat(40)],
      SERVICE_TOKENS: ['gateway=gateway-token-0123456789', `gateway=${'g'.repeat(40)}`],
      SMTP_URL: ['smtp://mail.test', 'smtps://localhost', 'smtps://mail.test?tls.rejectUnauthorized=false'],
      MAIL_FROM: ['', 'Hearth <hearth@localhost>'],
      IDENTITY_PROVIDERS: ['http://id.test', 'https://localhost'].map((issuer) =>
        JSON.stringify([{ id: 'x', name: 'X', issuer, clientId: 'c', clientSecret: random() }]),
      ),
      RATE_LIMIT_FACTOR: ['1000'],
      LOG_LEVEL: ['debug', 'silent'],
    },
  ),
  ...rounds(
    'front-door in production',
    DOOR,
    { ...frontDoor, NODE_ENV: 'production' },
    {
      PUBLIC_URL: ['', 'http://hearth.test'],
      PROXY_HOPS: ['', '0', 'x'],
      OUTSIDE_URL: ['http://127.0.0.1:9'],
      METRICS_PORT: ['0'],
      CONSOLE_SENTRY_DSN: ['http://key@sentry.test/1'],
      RATE_LIMIT_FACTOR: ['1000'],
    },
  ),
  ...rounds(
    'outside in production',
    OUTSIDE,
    {
      ...production,
      SMTP_PORT: '0',
      BANK_BOOKS: join(tmpdir(), 'never-written', 'books.jsonl'),
      CHANNEL_BOOKS: join(tmpdir(), 'never-written', 'channel.jsonl'),
      BANK_TOKEN: random(),
      BANK_WEBHOOK_SECRET: random(),
      CHANNEL_SECRET: random(),
      IDENTITY_CLIENT_SECRET: random(),
      IDENTITY_SIGNING_KEY: random(),
    },
    { NODE_ENV: ['production'] },
  ),
  ...rounds(
    'projector in production',
    PROJECTOR,
    { ...service, ...production },
    { PROJECTION_DELAY_MS: ['10'], EVENTSTORE_URL: ['esdb://events.test:2113'], PGSSLMODE: ['no-verify'] },
  ),
  ...rounds('query-service', QUERY, service, { ...common, ...sessions, EVENTSTORE_URL: addresses }),
  alone('query-service', QUERY, service, 'LOG_LEVEL', 'loud'),
  ...rounds('projector', PROJECTOR, projector, {
    ...common,
    EVENTSTORE_URL: addresses,
    PROJECTION_DELAY_MS: ['x', '-1', '123456'],
  }),
  alone('projector', PROJECTOR, projector, 'SEALING_KEY', 'x'),
  ...rounds('front-door', DOOR, frontDoor, {
    PORT: ['x', '65536'],
    LOG_LEVEL: ['loud'],
    COMMAND_SERVICE_URL: ['', 'x', 'ftp://x'],
    QUERY_SERVICE_URL: ['x', ''],
    CONSOLE_DIR: ['', '/nowhere'],
  }),
  ...rounds(
    'npm start',
    ALL,
    {},
    {
      PORT: ['x', '0', '65536'],
      LOG_LEVEL: ['loud'],
      NODE_ENV: ['staging'],
      PROJECTION_DELAY_MS: ['x'],
      HEARTH_DATA: ['x'.repeat(1_001)],
      DATABASE_URL: ['x', 'http://localhost'],
      EVENTSTORE_URL: ['http://localhost', 'esdb+discover://one:2113,two:2113', 'localhost:2113'],
      EVENT_STORE_COMMAND: [
        'event-store --port 2113',
        "event-store 'never ended --port {port}",
        'PORT={port}',
      ],
    },
  ),
  alone(
    'npm start with an event store that runs',
    ALL,
    { EVENTSTORE_URL: place.EVENTSTORE_URL },
    'EVENT_STORE_COMMAND',
    'event-store --port {port}',
  ),
  {
    name: 'npm start, only HEARTH_DATA',
    program: ALL[0],
    args: [],
    environment: { HEARTH_DATA: '/dev/null/data' },
    fields: ['HEARTH_DATA'],
    secrets: [],
  },
  {
    name: 'npm start --outside in production',
    program: ALL[0],
    args: ['--outside', '--no-demo'],
    environment: { NODE_ENV: 'production' },
    fields: ['--outside'],
    secrets: [],
  },
  {
    name: 'npm start --nonsense',
    program: ALL[0],
    args: ['--nonsense'],
    environment: {},
    fields: ['--nonsense'],
    secrets: [],
  },
  argument('--database-url', '--port', '0'),
  argument('--database-url', '--database-url', 'http://x'),
  argument('--port', '--port', 'x', '--database-url', place.DATABASE_URL),
  argument(
    '--tls-cert',
    '--tls-cert',
    '/nowhere',
    '--tls-key',
    '/nowhere',
    '--database-url',
    place.DATABASE_URL,
  ),
  argument('--tls-key', '--tls-cert', '/nowhere', '--database-url', place.DATABASE_URL),
  argument('--password', '--user', 'admin', '--database-url', place.DATABASE_URL),
  argument('--nonsense', '--nonsense'),
]

const listProblems = (schema: z.ZodObject, environment: Environment): string => {
  try {
    readConfig(schema, environment)
    return ''
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
}

describe('a wrong setting is named without its value', () => {
  test.for(
    WRONG.flatMap(({ schema, ...wrong }) => (schema ? [[wrong.name, { ...wrong, schema }] as const] : [])),
  )('%s', ([, { schema, environment, fields, secrets }]) => {
    const text = listProblems(schema, environment)
    expect(fields.filter((field) => !text.includes(`${field}: `))).toEqual([])
    for (const secret of secrets) expect(text).not.toContain(secret)
  })
})

// Programs read their settings in the same way in every round, so each is started with the first round only.
const STARTED = WRONG.filter(
  ({ program, schema }, index) =>
    !schema || WRONG.findIndex((other) => other.program === program && other.schema) === index,
)

describe('exits 78', () => {
  test.for(STARTED.map((wrong) => [wrong.name, wrong] as const))(
    '%s',
    async ([, { program, args, environment, fields, secrets }]) => {
      const { code, text, ms } = await run(program, args, environment)
      expect(code, text.slice(0, 1_000)).toBe(EXIT_CONFIG)
      expect(fields.filter((field) => !text.includes(field))).toEqual([])
      for (const secret of secrets) expect(text).not.toContain(secret)
      expect(ms).toBeLessThan(allowed(WITHIN_MS))
    },
  )
})
