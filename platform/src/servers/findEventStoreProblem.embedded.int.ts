import { createServer as createWebServer, type Server as WebServer } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowed } from '../testing/allowed.ts'
import { createCertificate } from '../testing/certificate.ts'
import { startChild, type ReadyChild } from '../testing/child.ts'
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts'
import { startScriptedNode, type ScriptedNode } from '../testing/scriptedNode.ts'
import { createWorkDirectory } from '../testing/workDirectory.ts'
import { findEventStoreProblem } from './findEventStoreProblem.ts'

const directory = createWorkDirectory()
const { key, certificate } = createCertificate(directory.path, ['DNS:localhost'])
const trusted = `tlsCAFile=${certificate}`
let postgres: TestPostgres
let encrypted: ReadyChild
let web: WebServer
let silent: Server
let leaderless: ScriptedNode
let denying: ScriptedNode

beforeAll(async () => {
  postgres = await startTestPostgres()
  encrypted = await startChild(
    'standalone/src/event-store/main.ts',
    [
      ['--database-url', postgres.databaseUrl, '--port', '0', '--tls-cert', certificate, '--tls-key', key],
      ['--user', 'ops', '--password', 'the-right-password'],
    ].flat(),
  )
  web = createWebServer((_, response) => response.end('a web page'))
  silent = createServer()
  for (const server of [web, silent])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  leaderless = await startScriptedNode()
  denying = await startScriptedNode({ denies: true })
})
afterAll(async () => {
  web?.close()
  silent?.close()
  leaderless?.stop()
  denying?.stop()
  await encrypted?.stop()
  await postgres?.stop()
  directory.remove()
})

const portOf = (server: Server | WebServer) => (server.address() as AddressInfo).port
const encryptedAt = (host: string) => `${host}:${new URL(encrypted.url).port}`
const right = (hosts: string) => `esdb://ops:the-right-password@${hosts}?${trusted}`
/** A list of three hosts; the client of a list says only that it found no leader. */
const three = (host: string, ...others: readonly string[]) =>
  [host, ...others, host, host].slice(0, 3).join(',')

test.each([
  ['one host', () => right(encryptedAt('localhost'))],
  [
    'three hosts of which one is dead',
    () => right(three('localhost:9', encryptedAt('localhost'), encryptedAt('localhost'))),
  ],
])('embedded: finds nothing wrong with %s', async (_, there) => {
  expect(await findEventStoreProblem(there())).toBeUndefined()
})

const WRONG: readonly (readonly [
  what: string,
  there: (list: (host: string) => string) => string,
  sentence: RegExp,
])[] = [
  [
    'a wrong password',
    (list) => `esdb://ops:a-wrong-password@${list(encryptedAt('localhost'))}?${trusted}`,
    /does not accept user ops/,
  ],
  ['no user', (list) => `esdb://${list(encryptedAt('localhost'))}?${trusted}`, /asks for a user/],
  [
    'a user without rights',
    (list) => `esdb://ops:the-right-password@${list(`127.0.0.1:${denying.port}`)}?tls=false`,
    /does not accept user ops of EVENTSTORE_URL\. Check the password and the user’s rights/,
  ],
  [
    'a certificate of another name',
    (list) => right(list(encryptedAt('127.0.0.1'))),
    /certificate is not for 127\.0\.0\.1/,
  ],
  ['an unknown CA', (list) => `esdb://ops:the-right-password@${list(encryptedAt('localhost'))}`, /tlsCAFile/],
  [
    'no TLS where it is required',
    (list) => `esdb://${list(encryptedAt('localhost'))}?tls=false`,
    /uses TLS where EVENTSTORE_URL does not/,
  ],
  ['TLS where there is none', (list) => right(list(`localhost:${denying.port}`)), /Check the port and tls=/],
  ['a web server', (list) => `esdb://${list(`127.0.0.1:${portOf(web)}`)}?tls=false`, /not an event store/],
  [
    'a Postgres',
    (list) => `esdb://${list(`127.0.0.1:${new URL(postgres.databaseUrl).port}`)}?tls=false`,
    /not an event store/,
  ],
  [
    'a CA file that is not there',
    (list) => `esdb://${list('localhost')}?tlsCAFile=/nowhere`,
    /cannot be read. Check tlsCAFile/,
  ],
]

test.each(
  WRONG.flatMap(([what, there, sentence]) => [
    [what, () => there((host) => host), sentence] as const,
    [`${what}, at three hosts`, () => there((host) => three(host)), sentence] as const,
  ]),
)('embedded: names what is wrong for good, in time: %s', async (_, there, sentence) => {
  const startedAt = performance.now()
  const problem = await findEventStoreProblem(there())
  expect(performance.now() - startedAt).toBeLessThan(allowed(7_000))
  expect(problem?.sentence).toMatch(sentence)
  expect(problem?.sentence).toContain('EVENTSTORE_URL')
  expect(problem?.sentence).not.toMatch(/-password/)
  expect(problem?.mayPass).toBe(false)
})

test.each([
  ['a closed port', () => 'esdb://127.0.0.1:9?tls=false', /127\.0\.0\.1:9 does not answer/],
  ['a host without a name', () => 'esdb://no-such-host.invalid', /does not answer/],
  ['a silent port', () => `esdb://127.0.0.1:${portOf(silent)}?tls=false`, /does not answer/],
  [
    'three dead hosts',
    () => 'esdb://127.0.0.1:9,127.0.0.1:10,127.0.0.1:11?tls=false',
    /127\.0\.0\.1:9, 127\.0\.0\.1:10, 127\.0\.0\.1:11 does not answer/,
  ],
  [
    'a cluster without a leader',
    () => `esdb://127.0.0.1:${leaderless.port},127.0.0.1:9,127.0.0.1:10?tls=false`,
    /has no leader/,
  ],
])('embedded: names what may pass, in time: %s', async (_, there, sentence) => {
  const startedAt = performance.now()
  const problem = await findEventStoreProblem(there())
  expect(performance.now() - startedAt).toBeLessThan(allowed(7_000))
  expect(problem?.sentence).toMatch(sentence)
  expect(problem?.sentence).toContain('EVENTSTORE_URL')
  expect(problem?.mayPass).toBe(true)
})

test('embedded: finds nothing wrong when a leader is elected in the meantime', async () => {
  const electing = await startScriptedNode({ elects: true })
  const { port } = electing
  expect(
    await findEventStoreProblem(`esdb://127.0.0.1:9,127.0.0.1:${port},127.0.0.1:10?tls=false`),
  ).toBeUndefined()
  electing.stop()
})
