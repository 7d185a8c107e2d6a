import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import { appMigrations, appSchema } from '@hearth/platform/postgres/appSchema'
import { migrate } from '@hearth/platform/postgres/migrate'
import { freePort } from '@hearth/platform/process/freePort'
import { createSealer } from '@hearth/platform/sealing/sealer'
import { allowed } from '@hearth/platform/testing/allowed'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import { startTestStack, type TestStack } from '@hearth/platform/testing/stack'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../postgres/temporaryPostgres.ts'
import { startInstallation, type Installation } from '../testing/installation.ts'

const root = join(import.meta.dirname, '../../..')
const WITHIN_MS = 10_000

let directory: string
beforeEach(() => {
  directory = temporaryDirectory()
})
afterEach(() => rmSync(directory, { recursive: true, force: true, maxRetries: 3 }))

const query = async (databaseUrl: string, ...statements: readonly string[]) => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    let rows: readonly unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

describe('with servers that run', () => {
  let stack: TestStack
  let owned: TestPostgres
  let ownerUrl: string
  const owner = `owner_${randomBytes(6).toString('hex')}`

  beforeAll(async () => {
    stack = await startTestStack()
    owned = await startTestPostgres()
    const url = new URL(owned.databaseUrl)
    await query(
      owned.databaseUrl,
      `create role ${owner} login password 'a-long-password'`,
      `grant hearth_tenant_reader, hearth_staff_reader to ${owner}`,
      `alter database ${url.pathname.slice(1)} owner to ${owner}`,
    )
    ownerUrl = Object.assign(url, { username: owner, password: 'a-long-password' }).href
  })
  afterAll(async () => {
    await stack?.stop()
    const server = Object.assign(new URL(owned.databaseUrl), { pathname: 'postgres' }).href
    await owned?.stop()
    await query(server, `drop role ${owner}`)
  })

  const openAccount = async ({ baseUrl, token }: Installation): Promise<string> => {
    const headers = { authorization: `Bearer ${token('importer')}`, 'content-type': 'application/json' }
    const account = { displayName: 'Casa Sol', kind: 'company', country: 'PT', defaultCurrency: 'EUR' }
    const opened = await fetch(`${baseUrl}/api/accounts`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body: JSON.stringify({ ...account, timezone: 'Europe/Lisbon' }),
    })
    expect(opened.status).toBe(201)
    const { id } = (await opened.json()) as { id: string }
    await waitUntil(async () => (await fetch(`${baseUrl}/api/accounts/${id}`, { headers })).status === 200)
    return id
  }
  const readTypes = async (eventStoreUrl: string, stream: string) => {
    const store = connectEventStore({ url: eventStoreUrl, name: 'test', log: silentLog })
    const types = []
    for await (const { type } of store.read(stream)) types.push(type)
    await store.close()
    return types
  }
  const run = async (
    settings: Readonly<Record<string, string>>,
    look: (installation: Installation, accountId: string) => Promise<void>,
  ) => {
    const installation = await startInstallation(directory, { env: { EVENT_STORE_COMMAND: '', ...settings } })
    try {
      await look(installation, await openAccount(installation))
    } finally {
      await installation.stop()
    }
  }

  test('uses both instead of the embedded ones, and leaves them running', async () => {
    const { databaseUrl, eventStoreUrl } = stack
    let opened = ''
    await run({ DATABASE_URL: databaseUrl, EVENTSTORE_URL: eventStoreUrl }, async (installation, id) => {
      opened = id
      const names = [...installation.processes().keys()]
      expect(names).not.toContain('postgres')
      expect(names).not.toContain('event-store')
      const { host, username, password, pathname } = new URL(databaseUrl)
      expect(installation.printed()).toContain(`postgres://${username}@${host}${pathname} (DATABASE_URL)`)
      expect(installation.printed()).toContain(`esdb://${new URL(eventStoreUrl).host} (EVENTSTORE_URL)`)
      expect(installation.printed()).not.toContain(password)
    })
    expect(existsSync(join(directory, 'postgres'))).toBe(false)
    expect(await readTypes(eventStoreUrl, `hostAccount-${opened}`)).toContain('AccountOpened')
    expect(await query(databaseUrl, `select id from read.account where id = '${opened}'`)).toHaveLength(1)
  })

  test('keeps the log in the given database for a user without special rights', async () => {
    await run({ DATABASE_URL: ownerUrl }, async (installation, id) => {
      expect([...installation.processes().keys()]).not.toContain('postgres')
      expect(await readTypes(installation.eventStoreUrl, `hostAccount-${id}`)).toContain('AccountOpened')
    })
    expect(existsSync(join(directory, 'postgres'))).toBe(false)
  })

  test('keeps read models in the embedded Postgres, and refuses another event store for them', async () => {
    const { eventStoreUrl } = stack
    await run({ EVENTSTORE_URL: eventStoreUrl }, async (installation, id) => {
      expect([...installation.processes().keys()]).toContain('postgres')
      expect(await readTypes(eventStoreUrl, `hostAccount-${id}`)).toContain('AccountOpened')
    })
    const { code, text } = await runToItsEnd({})
    expect(code).toBe(1)
    expect(text).toContain(
      `belongs to esdb://${new URL(eventStoreUrl).host}, and the settings name the embedded`,
    )
  })
})

/** `npm start` with settings that end it. */
const runToItsEnd = async (settings: Readonly<Record<string, string>>) => {
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [join(root, 'standalone/dist/main.mjs'), '--no-demo', '--no-simulator'],
    {
      env: { PATH: process.env['PATH'], PORT: String(await freePort()), HEARTH_DATA: directory, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => void (text += bytes.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, text, ms: performance.now() - startedAt }
}

test('refuses a database that another installation has sealed', async () => {
  const database = await startTestPostgres()
  const pool = new pg.Pool({ connectionString: database.databaseUrl })
  await migrate(pool, appSchema, appMigrations)
  const masterKey = randomBytes(32).toString('base64')
  const sealer = createSealer({ pool, masterKey, personal: () => ({ name: 'guestRef' }) })
  await sealer.seal('tenant', 'booking-1', 'BookingConfirmed', { guestRef: 'guest', name: 'Ada' })
  await pool.end()
  const { code, text } = await runToItsEnd({ DATABASE_URL: database.databaseUrl })
  await database.stop()
  expect(code).toBe(1)
  expect(text).toMatch(/DATABASE_URL is sealed with another key than the one in HEARTH_DATA/)
})

describe('with a server that cannot be used', () => {
  let postgres: TestPostgres
  let web: Server
  beforeAll(async () => {
    postgres = await startTestPostgres()
    web = createServer((_, response) => response.end('a web page'))
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  })
  afterAll(async () => {
    web?.close()
    await postgres?.stop()
  })
  const database = (parts: Readonly<Record<string, string>>) => ({
    DATABASE_URL: Object.assign(new URL(postgres.databaseUrl), parts).href,
  })
  const webPort = () => String((web.address() as AddressInfo).port)
  const postgresPort = () => new URL(postgres.databaseUrl).port

  test.each([
    [
      'a wrong password',
      () => database({ password: 'wrong-password' }),
      /does not accept user .* of DATABASE_URL/,
    ],
    ['a database that is not there', () => database({ pathname: 'none' }), /no database none.*DATABASE_URL/],
    ['a closed port', () => database({ port: '9' }), /:9 does not answer.*DATABASE_URL/],
    ['a web server', () => database({ port: webPort() }), /not a Postgres.*DATABASE_URL/],
    [
      'TLS where there is none',
      () => database({ search: 'sslmode=verify-full' }),
      /not use TLS.*DATABASE_URL/,
    ],
    [
      'a closed port of an event store',
      () => ({ EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false' }),
      /127\.0\.0\.1:9 does not answer.*EVENTSTORE_URL/,
    ],
    [
      'a web server for an event store',
      () => ({ EVENTSTORE_URL: `esdb://127.0.0.1:${webPort()}?tls=false` }),
      /not an event store.*EVENTSTORE_URL/,
    ],
    [
      'a Postgres for an event store',
      () => ({ EVENTSTORE_URL: `esdb://127.0.0.1:${postgresPort()}?tls=false` }),
      /not an event store.*EVENTSTORE_URL/,
    ],
  ])('ends the start with one sentence, in time: %s', async (_, settings, sentence) => {
    const { code, text, ms } = await runToItsEnd(settings())
    expect(code).toBe(1)
    const [said = '', ...others] = text.split('\n').filter((line) => line.includes('_URL'))
    expect(said).toMatch(sentence)
    expect(others).toEqual([])
    expect(text).not.toContain('wrong-password')
    expect(ms).toBeLessThan(allowed(WITHIN_MS))
    expect(existsSync(join(directory, 'postgres'))).toBe(false)
  })
})
