import { readFileSync } from 'node:fs'
import { createServer as createWebServer } from 'node:http'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appSchema } from '../postgres/appSchema.ts'
import { READ_SCHEMA } from '../read-model/tables.ts'
import { allowed } from '../testing/allowed.ts'
import { createCertificate } from '../testing/certificate.ts'
import { startTestServer, type TestPostgres } from '../testing/postgres.ts'
import { createWorkDirectory } from '../testing/workDirectory.ts'
import { findDatabaseProblem } from './findDatabaseProblem.ts'

const directory = createWorkDirectory()
const { key, certificate } = createCertificate(directory.path, ['DNS:localhost'])
const SCHEMAS = [appSchema, READ_SCHEMA]
let postgres: TestPostgres
let web: Server
let silent: Server

/** Writes a file on the server's side, as its user. */
const writeThere = (client: pg.Client, file: string, content: string) =>
  client.query(
    `copy (select regexp_split_to_table(${client.escapeLiteral(content.trim())}, '\n')) ` +
      `to program ${client.escapeLiteral(`umask 077; cat > "${file}"`)}`,
  )

beforeAll(async () => {
  postgres = await startTestServer()
  const client = new pg.Client(postgres.databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ data: string; hba: string }>(
    `select current_setting('data_directory') as data, current_setting('hba_file') as hba`,
  )
  const { data = '', hba = '' } = rows[0] ?? {}
  await writeThere(client, `${data}/server.key`, readFileSync(key, 'utf8'))
  await writeThere(client, `${data}/server.crt`, readFileSync(certificate, 'utf8'))
  await writeThere(
    client,
    hba,
    'hostssl all tls_only all scram-sha-256\nhost all hearth,plain all scram-sha-256',
  )
  for (const statement of [
    `create role tls_only login password 'secret'`,
    `create role plain login password 'secret'`,
    'create database owned owner plain',
    'create database locked',
    'revoke connect on database locked from public',
    'alter system set ssl = on',
    'select pg_reload_conf()',
  ])
    await client.query(statement)
  await client.end()
  web = createWebServer((_, response) => response.end('a web page'))
  silent = createServer()
  for (const server of [web, silent])
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  web?.close()
  silent?.close()
  await postgres?.stop()
  directory.remove()
})

const portOf = (server: Server) => String((server.address() as AddressInfo).port)
/** The address of the server with some of its parts changed. */
const address = (
  parts: Partial<Record<'hostname' | 'username' | 'password' | 'port' | 'pathname' | 'search', string>>,
) => Object.assign(new URL(postgres.databaseUrl), parts).href

test('finds nothing wrong with a user that may do everything', async () => {
  expect(await findDatabaseProblem(postgres.databaseUrl, SCHEMAS)).toBeUndefined()
})

test('finds nothing wrong with an encrypted connection to a trusted certificate', async () => {
  const search = `sslmode=verify-full&sslrootcert=${certificate}`
  const there = address({ hostname: 'localhost', username: 'tls_only', password: 'secret', search })
  expect(await findDatabaseProblem(there)).toBeUndefined()
})

test.each([
  ['a wrong password', () => address({ password: 'wrong' }), /does not accept user hearth/],
  ['a user that is not there', () => address({ username: 'nobody' }), /does not accept user nobody/],
  ['a database that is not there', () => address({ pathname: 'none' }), /has no database none/],
  [
    'a user that may not connect',
    () => address({ username: 'plain', password: 'secret', pathname: 'locked' }),
    /plain of DATABASE_URL may not connect to database locked/,
  ],
  [
    'a user that may not create tables',
    () => address({ username: 'plain', password: 'secret' }),
    /may not create tables in schema app, read/,
  ],
  [
    'no TLS where it is required',
    () => address({ username: 'tls_only', password: 'secret' }),
    /Add sslmode=verify-full/,
  ],
  [
    'a certificate of another name',
    () => address({ search: `sslmode=verify-full&sslrootcert=${certificate}` }),
    /not for that name/,
  ],
  ['an unknown CA', () => address({ hostname: 'localhost', search: 'sslmode=verify-full' }), /sslrootcert/],
  [
    'a CA file that is not there',
    () => address({ search: 'sslmode=verify-full&sslrootcert=/nowhere' }),
    /cannot be read. Check sslrootcert/,
  ],
  ['a web server', () => address({ port: portOf(web) }), /is not a Postgres/],
  [
    'a web server, with TLS',
    () => address({ port: portOf(web), search: 'sslmode=verify-full' }),
    /is not a Postgres/,
  ],
])('names what is wrong for good, in time: %s', async (_, there, sentence) => {
  const startedAt = performance.now()
  const problem = await findDatabaseProblem(there(), SCHEMAS)
  expect(performance.now() - startedAt).toBeLessThan(allowed(7_000))
  expect(problem?.sentence).toMatch(sentence)
  expect(problem?.sentence).toContain('DATABASE_URL')
  expect(problem?.sentence).not.toMatch(/secret|wrong/)
  expect(problem?.mayPass).toBe(false)
})

test.each([
  ['a closed port', () => address({ port: '9' }), /127\.0\.0\.1:9 does not answer/],
  ['a host without a name', () => address({ hostname: 'no-such-host.invalid' }), /does not answer/],
  ['a silent port', () => address({ port: portOf(silent) }), /does not answer/],
])('names what may pass, in time: %s', async (_, there, sentence) => {
  const startedAt = performance.now()
  const problem = await findDatabaseProblem(there(), SCHEMAS)
  expect(performance.now() - startedAt).toBeLessThan(allowed(7_000))
  expect(problem?.sentence).toMatch(sentence)
  expect(problem?.sentence).toContain('DATABASE_URL')
  expect(problem?.mayPass).toBe(true)
})

test('asks a Postgres again that did not answer in time', async () => {
  let connections = 0
  const late = createServer((socket) => {
    connections++
    if (connections > 1)
      socket.pipe(connect(Number(new URL(postgres.databaseUrl).port), '127.0.0.1')).pipe(socket)
  })
  await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve))
  const problem = await findDatabaseProblem(address({ port: portOf(late) }), SCHEMAS)
  late.close()
  expect(problem).toBeUndefined()
  // The question, whether it is a Postgres, and the question again.
  expect(connections).toBe(3)
})

test('asks a server without TLS for less', async () => {
  const plain = await startTestServer()
  const there = Object.assign(new URL(plain.databaseUrl), { search: 'sslmode=verify-full' }).href
  const problem = await findDatabaseProblem(there)
  await plain.stop()
  expect(problem).toMatchObject({ sentence: expect.stringMatching(/does not use TLS/), mayPass: false })
})

test('names the roles of readers that are missing', async () => {
  const problem = await findDatabaseProblem(
    address({ username: 'plain', password: 'secret', pathname: 'owned' }),
    SCHEMAS,
  )
  expect(problem?.sentence).toMatch(/not a member of hearth_staff_reader, hearth_tenant_reader/)
})
