import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCertificate } from '../testing/certificate.ts'
import { startChild, type ReadyChild } from '../testing/child.ts'
import { createMemoryLog } from '../testing/log.ts'
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts'
import { createWorkDirectory } from '../testing/workDirectory.ts'
import { connectEventStore } from './esdb.ts'
import { StoreAccessError, StoreUnavailableError, type EventStore, type NewEvent } from './port.ts'

const directory = createWorkDirectory()
const { key, certificate } = createCertificate(directory.path, ['DNS:localhost'])
let postgres: TestPostgres
let server: ReadyChild
let port: string
let web: Server

beforeAll(async () => {
  postgres = await startTestPostgres()
  server = await startChild(
    'standalone/src/event-store/main.ts',
    [
      ['--database-url', postgres.databaseUrl, '--port', '0', '--tls-cert', certificate, '--tls-key', key],
      ['--user', 'ops', '--password', 'the-right-password'],
    ].flat(),
  )
  port = new URL(server.url).port
  web = createServer((_, response) => response.end('a web page'))
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  web?.close()
  await server?.stop()
  await postgres?.stop()
  directory.remove()
})

const newEvent = (): NewEvent => ({ id: randomUUID(), type: 'AccessTested', data: {}, metadata: {} })

const withStore = async <Result>(
  address: string,
  work: (store: EventStore, lines: readonly unknown[]) => Promise<Result>,
): Promise<Result> => {
  const { log, lines } = createMemoryLog()
  const store = connectEventStore({ url: address, name: 'access', log })
  try {
    return await work(store, lines)
  } finally {
    await store.close()
  }
}
const trusted = () => `tlsCAFile=${certificate}`

test('accepts the right password', async () => {
  await withStore(`esdb://ops:the-right-password@localhost:${port}?${trusted()}`, async (store) => {
    await store.ping(5_000)
    expect(await store.append(`access-${randomUUID()}`, [newEvent()], 'absent')).toMatchObject({
      kind: 'appended',
    })
  })
})

test('reports a wrong password as access denied for every call, and logs the user once', async () => {
  await withStore(`esdb://ops:a-wrong-password@localhost:${port}?${trusted()}`, async (store, lines) => {
    const stream = `access-${randomUUID()}`
    const read = async () => {
      for await (const _ of store.read(stream)) expect.unreachable()
    }
    for (const call of [() => store.ping(5_000), () => store.append(stream, [newEvent()], 'absent'), read]) {
      const error: unknown = await call().catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(StoreAccessError)
      expect(String(error)).toContain('does not accept user ops of EVENTSTORE_URL')
    }
    expect(JSON.stringify(lines)).not.toContain('a-wrong-password')
    expect(lines.filter((line) => JSON.stringify(line).includes('access denied')).length).toBeLessThanOrEqual(
      2,
    )
  })
})

test.each([
  ['no user', () => `esdb://localhost:${port}?${trusted()}`, /asks for a user/],
  ['an unknown CA', () => `esdb://ops:the-right-password@localhost:${port}`, /tlsCAFile/],
  [
    'a certificate of another name',
    () => `esdb://ops:the-right-password@127.0.0.1:${port}?${trusted()}`,
    /certificate is not for 127\.0\.0\.1/,
  ],
  ['plain text', () => `esdb://localhost:${port}?tls=false`, /tls=/],
  [
    'a web server',
    () => `esdb://127.0.0.1:${(web.address() as AddressInfo).port}?tls=false`,
    /not an event store/,
  ],
  ['a closed port', () => 'esdb://127.0.0.1:9?tls=false', /127\.0\.0\.1:9 does not answer/],
])('says what to change in EVENTSTORE_URL: %s', async (_, address, sentence) => {
  await withStore(address(), async (store) => {
    const error: unknown = await store.ping(5_000).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StoreUnavailableError)
    expect(String(error)).toMatch(sentence)
    expect(String(error)).toContain('EVENTSTORE_URL')
  })
})
