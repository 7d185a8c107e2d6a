import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { settings } from './fields.ts'
import { ConfigError, readConfig } from './loadConfig.ts'
import { secret } from './secret.ts'

const schema = z.strictObject(settings)
const good = {
  PORT: '0',
  DATABASE_URL: 'postgres://u:p@127.0.0.1:5432/x',
  EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
  EVENT_STORE_COMMAND: 'event-store --port {port}',
  PUBLIC_URL: 'http://localhost:3000',
  SEALING_KEY: Buffer.alloc(32, 1).toString('base64'),
  COMMAND_HASH_KEY: 'k'.repeat(32),
  QUOTE_SECRET: 'q'.repeat(32),
  SERVICE_TOKENS: `gateway=${'a'.repeat(20)},importer=${'b'.repeat(20)}`,
}
const fieldsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(schema, env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const [name, value] of Object.entries(env))
      if (name !== 'NODE_ENV' && value.length > 5) expect(error.message).not.toContain(value)
    return error.problems.map(({ field }) => field)
  }
}

test('reads good settings and ignores unknown variables', () => {
  const config = readConfig(schema, { ...good, HOME: '/root', SENTRY_DSN: '' })
  expect(config.SERVICE_TOKENS.get('gateway')?.reveal()).toBe('a'.repeat(20))
  expect([config.PORT, config.HOST, config.LOG_LEVEL, config.SENTRY_DSN]).toEqual([
    0,
    '127.0.0.1',
    'info',
    undefined,
  ])
})

test('reads an address with several hosts as a cluster', () => {
  const EVENTSTORE_URL = 'esdb://user:password@one:2113,two:2113,three:2113?tls=true'
  expect(readConfig(schema, { ...good, EVENTSTORE_URL }).EVENTSTORE_URL).toBe(EVENTSTORE_URL)
})

test.each([
  ['PORT', '80a0'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://secret@x'],
  ['EVENTSTORE_URL', 'http://secret'],
  ['EVENTSTORE_URL', 'kurrentdb://secret'],
  ['EVENTSTORE_URL', 'esdb+discover://secret1,secret2,secret3'],
  ['PUBLIC_URL', 'ftp://secret'],
  ['SEALING_KEY', 'tooshort'],
  ['QUOTE_SECRET', 'short1'],
  ['SERVICE_TOKENS', 'nobody=aaaaaaaaaaaaaaaaaaaa'],
  ['SERVICE_TOKENS', 'gateway=short1'],
  ['LOG_LEVEL', 'shouting'],
  ['NODE_ENV', 'staging-x'],
])('names a wrong %s without showing its value', (field, value) => {
  expect(fieldsOf({ ...good, [field]: value })).toEqual([field])
})

test('names a missing setting', () => {
  const { QUOTE_SECRET: _, ...rest } = good
  expect(fieldsOf(rest)).toEqual(['QUOTE_SECRET'])
})

test('does not print a secret by accident', () => {
  const hidden = secret('canary')
  expect([String(hidden), JSON.stringify({ hidden }), inspect({ hidden }), `${hidden}`].join()).not.toContain(
    'canary',
  )
  expect(hidden.reveal()).toBe('canary')
})
