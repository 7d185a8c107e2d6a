import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { secret } from '../config/secret.ts'
import { StoreAccessError } from '../event-store/port.ts'
import { appMigrations, appSchema } from '../postgres/appSchema.ts'
import { migrate } from '../postgres/migrate.ts'
import { openTestPool } from '../testing/pool.ts'
import { createPrincipals } from '../session/principals.ts'
import { addMembership, createUser } from '../session/users.ts'
import { openMetrics } from '../telemetry/metrics.ts'
import { createMemoryLog, silentLog } from '../testing/log.ts'
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts'
import { openTestSession } from '../testing/session.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { AppProblem } from './appProblem.ts'
import { route } from './route.ts'
import { serve, type Running } from './serve.ts'

const account = '0198f3a0-0000-7000-8000-000000000001'
const otherAccount = '0198f3a0-0000-7000-8000-000000000002'
const password = 'correct horse battery'
const token = 'a-token-of-enough-length'
const publicUrl = new URL('http://localhost:3999')
const { log, lines } = createMemoryLog()

let postgres: TestPostgres
let pool: pg.Pool
let running: Running
let handled = 0
let denied = false

const routes = [
  route({
    method: 'POST',
    path: '/api/things/:id/rename',
    access: { capability: 'booking.note' },
    tenant: 'own',
    rate: 'write',
    params: z.strictObject({ id: z.uuid() }),
    body: z.strictObject({ name: z.string().max(50) }),
    handler: ({ params, body, principal }) => {
      handled += 1
      return {
        status: 200,
        body: { id: params.id, name: body.name, tenantId: principal.tenantId ?? null },
        headers: { etag: '"1"' },
      }
    },
  }),
  route({
    method: 'POST',
    path: '/api/welcome',
    access: 'public',
    tenant: 'none',
    rate: 'login',
    body: z.strictObject({}),
    handler: () => ({ status: 204 }),
  }),
  route({
    method: 'POST',
    path: '/api/admin',
    access: { capability: 'policy.approve' },
    tenant: 'none',
    rate: 'write',
    body: z.strictObject({}),
    handler: () => ({ status: 200 }),
  }),
  route({
    method: 'GET',
    path: '/api/broken',
    access: 'signed-in',
    tenant: 'none',
    rate: 'read',
    handler: () => {
      throw new Error('select "secret canary" from read.booking')
    },
  }),
  route({
    method: 'GET',
    path: '/api/conflict',
    access: 'signed-in',
    tenant: 'none',
    rate: 'read',
    handler: () => new AppProblem('INVALID_TRANSITION', 'Not now', { state: 'cancelled' }),
  }),
  route({
    method: 'GET',
    path: '/api/stream',
    access: 'signed-in',
    tenant: 'none',
    rate: 'stream',
    handler: () => ({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
      stream: async (response, signal) => {
        response.write('data: 1\n\n')
        await new Promise<void>((resolve) =>
          signal.addEventListener('abort', () => resolve(), { once: true }),
        )
      },
    }),
  }),
]

beforeAll(async () => {
  postgres = await startTestPostgres()
  pool = openTestPool(postgres.databaseUrl, 5)
  await migrate(pool, appSchema, appMigrations)
  const user = await createUser(pool, { email: 'Ana@Example.test', displayName: 'Ana', password })
  await addMembership(pool, { userId: user, hostAccountId: account, role: 'owner' })
  await addMembership(pool, {
    userId: user,
    hostAccountId: otherAccount,
    role: 'cohost_calendar',
    listingIds: [account],
  })
  const principals = createPrincipals({
    pool,
    log: silentLog,
    publicUrl,
    serviceTokens: new Map([['gateway', secret(token)]]),
  })
  running = await serve({
    port: 0,
    host: '127.0.0.1',
    publicUrl,
    principals,
    log,
    readiness: {
      postgres: async () => void (await pool.query('select 1')),
      eventStore: async () => {
        if (denied) throw new StoreAccessError('The event store does not accept user ops of EVENTSTORE_URL.')
      },
    },
    onShutdown: [],
    reports: { report: () => undefined, flush: () => Promise.resolve() },
    metrics: openMetrics(),
    routes,
  })
})
afterAll(async () => {
  await running.close()
  await pool.end()
  await postgres.stop()
})

const ours = { origin: publicUrl.origin }
const json = { 'content-type': 'application/json' }
const call = (
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Uint8Array,
) => fetch(`${running.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
const signIn = async () => ({ cookie: await openTestSession(pool, 'ana@example.test') })
const rename = `/api/things/${account}/rename`

test('applies a changed role within a second', async () => {
  const { cookie } = await signIn()
  expect((await call('POST', rename, { ...json, ...ours, cookie }, '{"name":"x"}')).status).toBe(200)
  await pool.query('update app.session set host_account_id = $1', [otherAccount])
  await waitUntil(
    async () => (await call('POST', rename, { ...json, ...ours, cookie }, '{"name":"x"}')).status === 403,
    1_000,
  )
  await pool.query(`update app.membership set role = 'cohost_full' where host_account_id = $1`, [
    otherAccount,
  ])
  await waitUntil(
    async () => (await call('POST', rename, { ...json, ...ours, cookie }, '{"name":"x"}')).status === 200,
    1_500,
  )
})

test('answers 401 before validation without a session, except on public and health routes', async () => {
  for (const [method, path] of [
    ['GET', '/api/nothing'],
    ['POST', rename],
    ['GET', '/api/broken'],
    ['POST', '/api/nothing'],
    ['PUT', rename],
    ['GET', '/'],
    ['DELETE', '/api/welcome'],
  ] as const) {
    const answer = await call(
      method,
      path,
      { 'content-type': 'text/plain' },
      method === 'GET' ? undefined : 'x',
    )
    expect([method, path, answer.status]).toEqual([method, path, 401])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  }
  expect((await call('GET', '/healthz')).status).toBe(200)
  expect(await (await call('GET', '/readyz')).json()).toEqual({
    status: 'ready',
    checks: { postgres: true, eventStore: true },
  })
  expect((await call('GET', '/api/conflict', { authorization: 'Bearer wrong' })).status).toBe(401)
  expect((await call('GET', '/api/conflict', { cookie: 'sid=short' })).status).toBe(401)
})

test('says in the readiness answer why a part is not ready', async () => {
  denied = true
  try {
    await waitUntil(async () => (await call('GET', '/readyz')).status === 503)
    expect(await (await call('GET', '/readyz')).json()).toEqual({
      status: 'not ready',
      checks: { postgres: true, eventStore: false },
      reasons: { eventStore: 'The event store does not accept user ops of EVENTSTORE_URL.' },
    })
  } finally {
    denied = false
  }
})

test('changes nothing on a forged request with a session', async () => {
  const { cookie } = await signIn()
  const before = handled
  const forged: Record<string, string>[] = [
    {},
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { ...ours, 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
    { origin: 'http://localhost:3998' },
    { origin: 'https://localhost:3999' },
  ]
  for (const headers of forged)
    expect((await call('POST', rename, { ...json, ...headers, cookie }, '{"name":"x"}')).status).toBe(403)
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-7',
    'application/jsonp',
    '',
  ]) {
    expect(
      (await call('POST', rename, { ...ours, cookie, 'content-type': type }, '{"name":"x"}')).status,
    ).toBe(415)
  }
  expect((await call('POST', '/api/welcome', { ...json, origin: 'https://evil.test' }, '{}')).status).toBe(
    403,
  )
  expect(handled).toBe(before)
  expect(
    (await call('POST', rename, { ...json, 'sec-fetch-site': 'same-origin', cookie }, '{"name":"x"}')).status,
  ).toBe(200)
  expect((await call('POST', '/api/welcome', json, '{}')).status).toBe(204)
})

test('refuses bad content with a code, without echoing it', async () => {
  const { cookie } = await signIn()
  const send = (body: string | Uint8Array, headers: Record<string, string> = {}, path = rename) =>
    call('POST', path, { ...json, ...ours, cookie, ...headers }, body)
  const nested = `{"name":${'['.repeat(30)}${']'.repeat(30)}}`
  const bad: [body: string | Uint8Array, status: number, code: string][] = [
    ['', 400, 'MALFORMED'],
    ['{', 400, 'MALFORMED'],
    ['null', 422, 'VALIDATION_FAILED'],
    [nested, 400, 'MALFORMED'],
    [new Uint8Array([0x7b, 0xff, 0x7d]), 400, 'MALFORMED'],
    [`{"name":"${'x'.repeat(100_001)}"}`, 413, 'TOO_LARGE'],
    ['{"name":1}', 422, 'VALIDATION_FAILED'],
    ['{"name":"a","__proto__":{"polluted":1}}', 422, 'VALIDATION_FAILED'],
    [`{"name":"a","${'k'.repeat(90)}":1}`, 422, 'VALIDATION_FAILED'],
  ]
  for (const [body, status, code] of bad) {
    const answer = await send(body)
    const text = await answer.text()
    expect([status, answer.status, JSON.parse(text)]).toMatchObject([
      status,
      status,
      { status, code, type: `urn:problem:${code.toLowerCase().replaceAll('_', '-')}` },
    ])
    expect(text.length).toBeLessThan(4_096)
    expect(text).not.toContain('k'.repeat(65))
    expect(text).not.toContain('instance')
  }
  expect(await (await send('{"name":1,"extra":2}')).json()).toMatchObject({
    errors: [{ pointer: '/name' }, { pointer: '/extra' }],
  })
  expect((await send('{"name":"a"}', { 'content-encoding': 'gzip' })).status).toBe(415)
  expect((await send('{"name":"a"}', {}, '/api/things/nope/rename')).status).toBe(404)
  expect((await send('{"name":"a"}', {}, '/api/things/%00/rename')).status).toBe(404)
  expect((await send('{"name":"a"}', {}, '/api/things/%zz/rename')).status).toBe(400)
  expect((await send('{}', {}, '/api/admin')).status).toBe(403)
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('answers 404 to unknown paths and 405 with Allow to wrong methods, with facts and headers', async () => {
  const authorization = `Bearer ${token}`
  expect((await call('GET', '/api/nothing', { authorization })).status).toBe(404)
  const wrong = await call('PUT', rename, { authorization })
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
  const options = await call('OPTIONS', '/api/conflict', { authorization })
  expect([options.status, options.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  const conflict = await call('GET', '/api/conflict', {
    authorization,
    'x-correlation-id': account.toUpperCase(),
  })
  expect(await conflict.json()).toEqual({
    type: 'urn:problem:invalid-transition',
    title: 'The current status doesn’t allow this',
    status: 409,
    code: 'INVALID_TRANSITION',
    detail: 'Not now',
    state: 'cancelled',
  })
  expect(conflict.headers.get('x-correlation-id')).toBe(account)
  for (const name of [
    'content-security-policy',
    'x-content-type-options',
    'cross-origin-opener-policy',
    'referrer-policy',
  ])
    expect(conflict.headers.get(name)).not.toBeNull()
  expect(conflict.headers.get('x-powered-by')).toBeNull()
  expect(conflict.headers.get('strict-transport-security')).toBeNull()
})

test('shows only a digest of an unforeseen error', async () => {
  const answer = await call('GET', '/api/broken', { authorization: `Bearer ${token}` })
  const body = z.looseObject({ digest: z.string() }).parse(await answer.json())
  expect(body).toEqual({
    type: 'urn:problem:internal',
    title: 'Something went wrong on our side',
    status: 500,
    code: 'INTERNAL',
    digest: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{8}$/),
  })
  expect(JSON.stringify(lines)).toContain(body.digest)
})

test('counts requests by pattern without ids, including those whose sender leaves', async () => {
  const authorization = `Bearer ${token}`
  const read = async () => {
    const answer = await call('GET', '/metrics')
    return { type: answer.headers.get('content-type'), text: await answer.text() }
  }
  expect((await call('GET', '/api/conflict', { authorization })).status).toBe(409)
  expect((await call('GET', `/api/nothing/${account}`, { authorization })).status).toBe(404)
  const leaving = new AbortController()
  const stream = await fetch(`${running.url}/api/stream`, {
    headers: { authorization },
    signal: leaving.signal,
  })
  expect((await read()).text).toMatch(/^hearth_http_requests_in_flight 2$/m)
  leaving.abort()
  await stream.text().catch(() => undefined)
  await waitUntil(async () => /requests_in_flight 1$/m.test((await read()).text), 2_000)
  const { type, text } = await read()
  expect(type).toMatch(/^text\/plain/)
  for (const [route, method, status] of [
    ['/api/conflict', 'GET', 409],
    ['none', 'GET', 404],
    ['/api/stream', 'GET', 200],
    ['/api/things/:id/rename', 'POST', 403],
  ] as const) {
    expect(text).toMatch(
      new RegExp(
        '^hearth_http_request_seconds_count' +
          `\\{method="${method}",route="${route}",status="${status}"\\} [1-9]`,
        'm',
      ),
    )
  }
  // Its whole life is no waiting time.
  expect(text).toMatch(
    /hearth_http_request_seconds_bucket\{le="1",method="GET",route="\/api\/stream",status="200"\} 1/,
  )
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).not.toContain(account)
})

test('survives requests that Node refuses', async () => {
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(running.port, '127.0.0.1', () => socket.write(text))
      let received = ''
      socket
        .on('data', (chunk) => (received += chunk))
        .on('close', () => resolve(received))
        .on('error', reject)
    })
  expect(await raw('nonsense\r\n\r\n')).toContain(' 400 ')
  expect(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`)).toContain(' 431 ')
  expect(await raw('TRACE /api/conflict HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain(' 401 ')
  expect((await call('GET', '/healthz')).status).toBe(200)
})

test('ends streams on close and lets other requests finish', async () => {
  const stream = httpRequest(`${running.url}/api/stream`, {
    headers: { authorization: `Bearer ${token}` },
  }).end()
  const ended = new Promise<string>((resolve, reject) => {
    stream.on('error', reject)
    stream.on('response', (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += chunk
        void running.close()
      })
      response.on('end', () => resolve(text))
    })
  })
  expect(await ended).toBe('data: 1\n\n')
  await expect(fetch(`${running.url}/healthz`)).rejects.toThrow()
})
