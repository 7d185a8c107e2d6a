import { randomUUID } from 'node:crypto'
import { createServer, type Server as WebServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCertificate } from '../testing/certificate.ts'
import { startChild } from '../testing/child.ts'
import { createMemoryLog } from '../testing/log.ts'
import { startTestPostgres } from '../testing/postgres.ts'
import { createWorkDirectory } from '../testing/workDirectory.ts'
import { connectEventStore } from './esdb.ts'
import { StoreAccessError, StoreUnavailableError, type EventStore, type NewEvent } from './port.ts'

type Server = Readonly<{ port: string; certificate: string; stop: () => Promise<void> }>

/** An event store with TLS and the user `ops`; its certificate has these names. */
const startServer = async (...names: readonly string[]): Promise<Server> => {
  const directory = createWorkDirectory()
  const { key, certificate } = createCertificate(directory.path, names)
  const postgres = await startTestPostgres()
  const child = await startChild(
    'standalone/src/event-store/main.ts',
    [
      ['--database-url', postgres.databaseUrl, '--port', '0', '--tls-cert', certificate, '--tls-key', key],
      ['--user', 'ops', '--password', 'the-right-password'],
    ].flat(),
  )
  const stop = async () => {
    await child.stop()
    await postgres.stop()
    directory.remove()
  }
  return { port: new URL(child.url).port, certificate, stop }
}

let server: Server
let port: string
let web: WebServer

beforeAll(async () => {
  server = await startServer('DNS:localhost')
  port = server.port
  web = createServer((_, response) => response.end('a web page'))
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  web?.close()
  await server?.stop()
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
const trusted = () => `tlsCAFile=${server.certificate}`

test('embedded: accepts the right password', async () => {
  await withStore(`esdb://ops:the-right-password@localhost:${port}?${trusted()}`, async (store) => {
    await store.ping(5_000)
    expect(await store.append(`access-${randomUUID()}`, [newEvent()], 'absent')).toMatchObject({
      kind: 'appended',
    })
  })
})

test('embedded: accepts the IP address that a certificate names', async () => {
  const other = await startServer('IP:127.0.0.1')
  const address = `esdb://ops:the-right-password@127.0.0.1:${other.port}?tlsCAFile=${other.certificate}`
  try {
    await withStore(address, (store) => store.ping(5_000))
  } finally {
    await other.stop()
  }
})

test('embedded: reports a wrong password as access denied for every call, and logs the user once', async () => {
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
])('embedded: says what to change in EVENTSTORE_URL: %s', async (_, address, sentence) => {
  await withStore(address(), async (store) => {
    const error: unknown = await store.ping(5_000).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StoreUnavailableError)
    expect(String(error)).toMatch(sentence)
    expect(String(error)).toContain('EVENTSTORE_URL')
  })
})
