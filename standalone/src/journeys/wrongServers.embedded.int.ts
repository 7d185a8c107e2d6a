import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import { freePort } from '@hearth/platform/process/freePort'
import { allowed } from '@hearth/platform/testing/allowed'
import { createCertificate } from '@hearth/platform/testing/certificate'
import { programArguments, startChild, type ReadyChild } from '@hearth/platform/testing/child'
import { silentLog } from '@hearth/platform/testing/log'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import { startScriptedNode, type ScriptedNode } from '@hearth/platform/testing/scriptedNode'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

const EXIT_CONFIG = 78
const EXIT_UNAVAILABLE = 69
const WITHIN_MS = 10_000
const TOKEN = randomBytes(32).toString('base64url')

const work = createWorkDirectory()
const certify = (name: string) => {
  const directory = join(work.path, name)
  mkdirSync(directory)
  return createCertificate(directory, [`DNS:${name}`])
}
const [here, elsewhere] = [certify('localhost'), certify('elsewhere')]
const trusted = join(work.path, 'trusted.pem')
writeFileSync(trusted, [here, elsewhere].map(({ certificate }) => readFileSync(certificate, 'utf8')).join(''))

let postgres: TestPostgres
let port: number
let eventStore: { stop: () => Promise<void> }
let denying: ScriptedNode

type Variant = Readonly<{ certified?: typeof here; password?: string }>
const PASSWORD = 'the-right-password'
const startEventStore = ({ certified = here, password = PASSWORD }: Variant = {}): Promise<ReadyChild> =>
  startChild(
    'standalone/src/event-store/main.ts',
    [
      [
        '--database-url',
        postgres.databaseUrl,
        '--port',
        String(port),
        '--user',
        'ops',
        '--password',
        password,
      ],
      ['--tls-cert', certified.certificate, '--tls-key', certified.key],
    ].flat(),
  )
const startWebServer = async () => {
  const web: Server = createServer((_, response) => response.end('a web page'))
  await new Promise<void>((resolve) => web.listen(port, '127.0.0.1', resolve))
  return { stop: async () => void web.close().closeAllConnections() }
}
const eventStoreUrl = (hosts: string, password = PASSWORD) =>
  `esdb://ops:${password}@${hosts}?tlsCAFile=${trusted}`
const right = () => eventStoreUrl(`localhost:${port}`)

const settings = () => ({
  PORT: '0',
  PUBLIC_URL: 'http://localhost:3000',
  DATABASE_URL: postgres.databaseUrl,
  EVENTSTORE_URL: right(),
  SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
  COMMAND_HASH_KEY: randomBytes(32).toString('hex'),
  QUOTE_SECRET: randomBytes(32).toString('hex'),
  SERVICE_TOKENS: `importer=${TOKEN}`,
})

beforeAll(async () => {
  postgres = await startTestPostgres()
  port = await freePort()
  eventStore = await startEventStore()
  denying = await startScriptedNode({ denies: true })
})
afterAll(async () => {
  denying?.stop()
  await eventStore?.stop()
  await postgres?.stop()
  work.remove()
})

const isReady = async (service: ReadyChild): Promise<Readonly<{ ready: boolean; text: string }>> => {
  const answer = await fetch(new URL('/readyz', service.url))
  return { ready: answer.status === 200, text: await answer.text() }
}

describe('embedded: a service that starts', () => {
  const runToItsEnd = async (service: string, changed: Readonly<Record<string, string>>) => {
    const startedAt = performance.now()
    const child = spawn(process.execPath, programArguments(`${service}/src/main.ts`), {
      cwd: join(import.meta.dirname, '../../..'),
      env: { PATH: process.env['PATH'], ...settings(), ...changed },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => void (text += bytes.toString()))
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, text, ms: performance.now() - startedAt }
  }
  const database = (parts: Readonly<Record<string, string>>) => ({
    DATABASE_URL: Object.assign(new URL(postgres.databaseUrl), parts).href,
  })
  const events = (url: string) => ({ EVENTSTORE_URL: url })

  test.each([
    [
      'command-service',
      'a wrong password',
      () => events(eventStoreUrl(`localhost:${port}`, 'a-wrong-password')),
      /does not accept user ops of EVENTSTORE_URL/,
      EXIT_CONFIG,
    ],
    [
      'command-service',
      'three hosts with certificates of another name',
      () => events(eventStoreUrl(`127.0.0.1:${port},127.0.0.1:${port},127.0.0.1:${port}`)),
      /certificate is not for 127\.0\.0\.1.*EVENTSTORE_URL/,
      EXIT_CONFIG,
    ],
    [
      'command-service',
      'an event store that is away',
      () => events('esdb://127.0.0.1:9?tls=false'),
      /127\.0\.0\.1:9 does not answer.*EVENTSTORE_URL/,
      EXIT_UNAVAILABLE,
    ],
    [
      'projector',
      'a user without rights',
      () => events(`esdb://ops:${PASSWORD}@127.0.0.1:${denying.port}?tls=false`),
      /user ops of EVENTSTORE_URL\. Check the password and the user’s rights/,
      EXIT_CONFIG,
    ],
    [
      'projector',
      'a Postgres for an event store',
      () => events(`esdb://127.0.0.1:${new URL(postgres.databaseUrl).port}?tls=false`),
      /not an event store.*EVENTSTORE_URL/,
      EXIT_CONFIG,
    ],
    [
      'projector',
      'a database that is not there',
      () => database({ pathname: 'none' }),
      /no database none.*DATABASE_URL/,
      EXIT_CONFIG,
    ],
    [
      'query-service',
      'an event store for a Postgres',
      () => database({ port: String(denying.port) }),
      /not a Postgres.*DATABASE_URL/,
      EXIT_CONFIG,
    ],
  ])('ends with one sentence, in time: %s with %s', async (service, _, changed, sentence, expected) => {
    const { code, text, ms } = await runToItsEnd(service, changed())
    const [said = '', ...others] = text.split('\n').filter((line) => line !== '')
    expect(said).toMatch(sentence)
    expect(others).toEqual([])
    expect(said).not.toMatch(/-password/)
    expect(code).toBe(expected)
    expect(ms).toBeLessThan(allowed(WITHIN_MS))
  })

  test('uses a list of hosts of which one is dead', async () => {
    const changed = events(eventStoreUrl(`localhost:9,localhost:${port},localhost:${port}`))
    const service = await startChild('command-service/src/main.ts', [], { ...settings(), ...changed })
    await waitUntil(async () => (await isReady(service)).ready, 10_000, 'the answer of a living host')
    await service.stop()
  })

  test('waits for an event store that is away where it can, and says so', async () => {
    const changed = events('esdb://127.0.0.1:9,127.0.0.1:10?tls=false')
    const service = await startChild('projector/src/main.ts', [], { ...settings(), ...changed })
    const { ready, text } = await isReady(service)
    expect(ready).toBe(false)
    expect(text).toMatch(/127\.0\.0\.1:9, 127\.0\.0\.1:10 does not answer/)
    await waitUntil(() => service.lines.some((line) => line.includes('does not answer')))
    await service.stop()
  })
})

describe('embedded: a service that runs', () => {
  let service: ReadyChild
  const opened: string[] = []

  beforeAll(async () => {
    service = await startChild('command-service/src/main.ts', [], settings())
  })
  afterAll(() => service?.stop())

  const openAccount = async (key: string) => {
    const answer = await fetch(new URL('/api/accounts', service.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({
        displayName: 'Casa Sol',
        kind: 'company',
        country: 'PT',
        defaultCurrency: 'EUR',
        timezone: 'Europe/Lisbon',
      }),
    })
    return { status: answer.status, body: (await answer.json()) as Readonly<Record<string, unknown>> }
  }
  const countEvents = async (id: string) => {
    const store = connectEventStore({ url: right(), name: 'test', log: silentLog })
    let count = 0
    for await (const _ of store.read(`hostAccount-${id}`)) count += 1
    await store.close()
    return count
  }

  beforeEach(async () => {
    const { status, body } = await openAccount(randomUUID())
    expect(status).toBe(201)
    opened.push(String(body['id']))
  })

  test.each([
    [
      'accepts another password',
      () => startEventStore({ password: 'another-password' }),
      /does not accept user ops/,
    ],
    [
      'has a certificate of another name',
      () => startEventStore({ certified: elsewhere }),
      /certificate is not for localhost/,
    ],
    ['has become a web server', startWebServer, /not an event store/],
  ])('answers 503 and says why while its event store %s, and loses nothing', async (_, start, sentence) => {
    const lines = service.lines.length
    await eventStore.stop()
    eventStore = await start()
    const key = randomUUID()
    await waitUntil(async () => {
      const { ready, text } = await isReady(service)
      return !ready && sentence.test(text)
    })
    expect(await openAccount(key)).toMatchObject({ status: 503, body: { code: 'DEPENDENCY_UNAVAILABLE' } })
    expect(service.lines.slice(lines).filter((line) => sentence.test(line))).not.toEqual([])

    await eventStore.stop()
    eventStore = await startEventStore()
    await waitUntil(async () => (await isReady(service)).ready)
    const { status, body } = await openAccount(key)
    expect(status).toBe(201)
    expect((await openAccount(key)).body).toEqual(body)
    opened.push(String(body['id']))
    for (const id of opened) expect(await countEvents(id)).toBe(1)
  })
})
