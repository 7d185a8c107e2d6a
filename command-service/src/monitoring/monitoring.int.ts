import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import {
  createServer as createTcpServer,
  connect,
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
} from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import type { Running } from '@hearth/platform/http/serve'
import { route } from '@hearth/platform/http/route'
import { allowed } from '@hearth/platform/testing/allowed'
import { silentLog } from '@hearth/platform/testing/log'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { serveRoutes } from '../testing/serveRoutes.ts'
import { IN_FLIGHT } from './forwarding.ts'
import { MAX_ENVELOPE_BYTES, MAX_HEADER_BYTES } from './readEnvelope.ts'
import { tunnelRoute } from './tunnelRoute.ts'

const within = { timeout: 10_000, interval: 10 }
const publicUrl = new URL('http://localhost:3999')
const portOf = (server: TcpServer) => (server.address() as AddressInfo).port

type Received = Readonly<{ url: string; headers: IncomingHttpHeaders; body: string }>
let received: Received[] = []
let answerSentry: (response: ServerResponse) => void
let sentry: Server
let canary: TcpServer
let canaryConnections = 0
let dsn = ''
let running: Running | undefined
let time = Date.now()

const open = async (dsns: readonly string[] = [dsn], factor = 1) => {
  running = await serveRoutes({
    publicUrl,
    principals: { resolve: () => undefined, forget: () => undefined },
    routes: [
      tunnelRoute({ dsns, publicUrl, factor, log: silentLog, now: () => time }),
      route({
        method: 'GET',
        path: '/api/elsewhere',
        access: 'public',
        tenant: 'none',
        rate: 'read',
        handler: () => ({ status: 200 }),
      }),
    ],
  })
  return running
}

type Sent = Readonly<{ status: number; headers: IncomingHttpHeaders; body: string; ms: number }>
const post = async (bytes: string | Buffer, headers: IncomingHttpHeaders = {}): Promise<Sent> => {
  const begun = performance.now()
  const request = httpRequest(`${running?.url}/monitoring`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
  })
  request.on('error', () => undefined)
  request.end(bytes)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const body = await text(answer)
  return { status: answer.statusCode ?? 0, headers: answer.headers, body, ms: performance.now() - begun }
}
const envelope = (header: unknown, more = '{"type":"event"}\n{"message":"x"}\n') =>
  `${typeof header === 'string' ? header : JSON.stringify(header)}\n${more}`

beforeAll(async () => {
  sentry = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ url: request.url ?? '', headers: request.headers, body: body.toString() })
      answerSentry(response)
    })
  }).listen(0, '127.0.0.1')
  canary = createTcpServer((socket) => {
    canaryConnections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await Promise.all([once(sentry, 'listening'), once(canary, 'listening')])
  dsn = `http://abc123@127.0.0.1:${portOf(sentry)}/42`
})
beforeEach(() => {
  received = []
  canaryConnections = 0
  time = Date.now()
  answerSentry = (response) => response.end('{}')
})
afterEach(async () => {
  await running?.close()
  running = undefined
})
afterAll(() => {
  sentry.close()
  canary.close()
})

describe('an envelope of our console', () => {
  it('is forwarded unchanged to the configured address, without the browser’s headers', async () => {
    await open()
    const sent = envelope({ event_id: 'a', dsn })
    const answer = await post(sent, {
      cookie: `sid=${'s'.repeat(43)}`,
      authorization: 'Bearer x',
      origin: publicUrl.origin,
      referer: 'http://localhost:3999/bookings/1',
      'x-forwarded-for': '9.9.9.9',
      'cf-connecting-ip': '9.9.9.9',
      'user-agent': 'browser',
    })
    expect([answer.status, answer.body, answer.headers['content-length']]).toEqual([200, '', '0'])
    await vi.waitFor(() => expect(received).toHaveLength(1), within)
    const [{ url, headers, body } = { url: '', headers: {}, body: '' }] = received
    expect([url, body]).toEqual(['/api/42/envelope/?sentry_version=7&sentry_key=abc123', sent])
    expect(headers['content-type']).toBe('application/x-sentry-envelope')
    for (const name of [
      'cookie',
      'authorization',
      'origin',
      'referer',
      'x-forwarded-for',
      'x-sentry-forwarded-for',
      'cf-connecting-ip',
    ])
      expect(headers).not.toHaveProperty(name)
    expect(JSON.stringify(headers)).not.toMatch(/9\.9\.9\.9|browser/)
  })

  it('is measured while it is read if it has no length', async () => {
    await open()
    const request = httpRequest(`${running?.url}/monitoring`, { method: 'POST', agent: false })
    request.write(`${JSON.stringify({ dsn })}\n`)
    request.end('{}\n')
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    expect([answer.statusCode, request.getHeader('content-length')]).toEqual([200, undefined])
    await vi.waitFor(() => expect(received).toHaveLength(1), within)
  })
})

describe('hostile envelopes', () => {
  const hostile = (): readonly (readonly [
    name: string,
    bytes: string | Buffer,
    headers?: IncomingHttpHeaders,
  ])[] => {
    const evil = `127.0.0.1:${portOf(canary)}`
    const ours = `127.0.0.1:${portOf(sentry)}`
    const to = (target: unknown) => envelope({ dsn: target })
    return [
      ['another host', to(`http://abc123@${evil}/42`)],
      ['another port', to(dsn.replace(ours, '127.0.0.1:9'))],
      ['localhost for 127.0.0.1', to(dsn.replace('127.0.0.1', 'localhost'))],
      ['the host in capitals', to(`http://abc123@LOCALHOST:${portOf(canary)}/42`)],
      ['the scheme in capitals', to(dsn.replace('http', 'HTTP'))],
      ['another scheme', to(dsn.replace('http:', 'https:'))],
      ['a file', to('file:///etc/passwd')],
      ['gopher', to(`gopher://${evil}/42`)],
      ['no scheme', to(`//abc123@${evil}/42`)],
      ['another key', to(dsn.replace('abc123', 'abc124'))],
      ['a password besides the key', to(dsn.replace('abc123', 'abc123:x'))],
      ['our host as the user', to(`http://${ours}@${evil}/42`)],
      ['our address before an at sign', to(`${dsn}@${evil}/42`)],
      ['an at sign in the key', to(`http://abc123@x@${evil}/42`)],
      ['another project', to(`${dsn}3`)],
      ['a path above', to(dsn.replace('/42', '/../42'))],
      ['an encoded path', to(dsn.replace('/42', '/%34%32'))],
      ['an encoded host', to(`http://abc123@127.0.0%2e1:${portOf(canary)}/42`)],
      ['a trailing slash', to(`${dsn}/`)],
      ['a query', to(`${dsn}?host=${evil}`)],
      ['a fragment', to(`${dsn}#@${evil}`)],
      ['a trailing space', to(`${dsn} `)],
      ['a line break within', to(`${dsn}\n${evil}`)],
      ['a NUL within', to(`${dsn}\0.${evil}`)],
      ['a backslash', to(`http://abc123@${ours}\\@${evil}/42`)],
      ['a decimal address', to(`http://abc123@2130706433:${portOf(canary)}/42`)],
      ['an IPv6 address', to(`http://abc123@[::ffff:127.0.0.1]:${portOf(canary)}/42`)],
      ["the address of the cloud's secrets", to('http://abc123@169.254.169.254/42')],
      ['full-width letters', to(`ｈｔｔｐ://abc123@${evil}/42`)],
      ['a list of two', to([dsn, `http://abc123@${evil}/42`])],
      ['an object', to({ toString: dsn })],
      ['a number', to(42)],
      ['null', to(null)],
      ['no DSN', envelope({ event_id: 'a' })],
      [
        'ours in the second line only',
        envelope({ dsn: `http://abc123@${evil}/42` }, `${JSON.stringify({ dsn })}\n`),
      ],
      [
        'a foreign one after ours in one line',
        envelope(`{"dsn":${JSON.stringify(dsn)},"dsn":"http://abc123@${evil}/42"}`),
      ],
      ['ours by inheritance', envelope(`{"__proto__":{"dsn":${JSON.stringify(dsn)}}}`)],
      ['an array for a header', envelope(`[${JSON.stringify(dsn)}]`)],
      ['no JSON', envelope('hello')],
      ['an empty first line', `\n${envelope({ dsn })}`],
      ['no line end', JSON.stringify({ dsn })],
      ['nothing', ''],
      ['broken UTF-8', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(to(dsn))])],
      ['gzip', gzipSync(to(dsn)), { 'content-encoding': 'gzip' }],
      ['said to be gzip', to(dsn), { 'content-encoding': 'gzip' }],
      ['a first line over 64 kB', envelope({ dsn, padding: 'x'.repeat(MAX_HEADER_BYTES) })],
      ["another site's page", to(dsn), { origin: 'https://evil.test' }],
      ["another site's fetch", to(dsn), { 'sec-fetch-site': 'cross-site' }],
    ]
  }

  it('are not forwarded, and get the usual answer', async () => {
    await open()
    const cases = hostile()
    expect(cases.length).toBeGreaterThanOrEqual(40)
    for (const [name, bytes, headers] of cases) {
      const { status, body } = await post(bytes, headers)
      expect([name, status, body]).toEqual([name, 200, ''])
    }
    // The next honest one is the sign that those before it are through.
    await post(envelope({ dsn }))
    await vi.waitFor(() => expect(received).toHaveLength(1), within)
    expect(canaryConnections).toBe(0)
  })

  it('are cut off at 200 kB, with and without a length', async () => {
    await open()
    const large = Buffer.alloc(MAX_ENVELOPE_BYTES + 1, 'x')
    expect(await post(large)).toMatchObject({ status: 413, body: '' })
    const request = httpRequest(`${running?.url}/monitoring`, { method: 'POST', agent: false })
    request.on('error', () => undefined)
    request.write(`${JSON.stringify({ dsn })}\n`)
    request.write(large)
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    expect([answer.statusCode, await text(answer)]).toEqual([413, ''])
    request.destroy()
    expect(received).toEqual([])
  })

  it('cannot cause a redirect that is followed', async () => {
    await open()
    answerSentry = (response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${portOf(canary)}/` }).end()
    const answered = vi.fn()
    sentry.once('request', (_request, response) => response.once('close', answered))
    expect((await post(envelope({ dsn }))).status).toBe(200)
    await vi.waitFor(() => expect(answered).toHaveBeenCalled(), within)
    await post(envelope({ dsn }))
    await vi.waitFor(() => expect(received).toHaveLength(2), within)
    expect(canaryConnections).toBe(0)
  })

  it('are abandoned after 2 s when sent byte by byte', async () => {
    await open()
    const socket: Socket = connect(Number(new URL(running?.url ?? '').port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('POST /monitoring HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{')
    const begun = performance.now()
    socket.resume()
    await once(socket, 'close')
    expect(performance.now() - begun).toBeLessThan(allowed(4_000))
  })
})

describe('limits', () => {
  it('forwards 15 at the same time, and answers the sixteenth with 429', async () => {
    await open()
    const waiting: ServerResponse[] = []
    answerSentry = (response) => void waiting.push(response)
    for (let count = 0; count < IN_FLIGHT; count++) expect((await post(envelope({ dsn }))).status).toBe(200)
    expect(await post(envelope({ dsn }))).toMatchObject({
      status: 429,
      body: '',
      headers: { 'retry-after': '1' },
    })
    await vi.waitFor(() => expect(waiting).toHaveLength(IN_FLIGHT), within)
    for (const response of waiting) response.end('{}')
    answerSentry = (response) => response.end('{}')
    await vi.waitFor(async () => expect((await post(envelope({ dsn }))).status).toBe(200), within)
  })

  it('allows 60 a minute from a session, 300 from an address', async () => {
    await open()
    const statuses = async (count: number, headers: IncomingHttpHeaders) => {
      const seen = new Map<number, number>()
      for (let sent = 0; sent < count; sent++) {
        const { status } = await post('', headers)
        seen.set(status, (seen.get(status) ?? 0) + 1)
      }
      return Object.fromEntries(seen)
    }
    expect(await statuses(62, { cookie: `sid=${'a'.repeat(43)}`, 'x-forwarded-for': '10.0.0.1' })).toEqual({
      200: 60,
      429: 2,
    })
    expect(await statuses(302, { 'x-forwarded-for': '10.0.0.2' })).toEqual({ 200: 300, 429: 2 })
    expect(await statuses(1, { cookie: `sid=${'b'.repeat(43)}`, 'x-forwarded-for': '10.0.0.1' })).toEqual({
      200: 1,
    })
  })

  it.each([
    ['the time that upstream names', { 'retry-after': '7', 'x-sentry-rate-limits': '7:error:key' }, 7],
    ['60 s when it names none', {}, 60],
  ] as const)(
    'pauses after 429 for %s and answers browsers with the pause',
    async (_name, headers, seconds) => {
      await open()
      answerSentry = (response) => response.writeHead(429, headers).end()
      expect((await post(envelope({ dsn }))).status).toBe(200)
      await vi.waitFor(
        async () =>
          expect(await post(envelope({ dsn }))).toMatchObject({
            status: 429,
            body: '',
            headers: {
              'retry-after': String(seconds),
              ...('x-sentry-rate-limits' in headers ? { 'x-sentry-rate-limits': '7:error:key' } : {}),
            },
          }),
        within,
      )
      const before = received.length
      time += seconds * 1_000 - 1
      expect((await post(envelope({ dsn }))).status).toBe(429)
      expect(received).toHaveLength(before)
      answerSentry = (response) => response.end()
      time += 2
      expect((await post(envelope({ dsn }))).status).toBe(200)
      await vi.waitFor(() => expect(received).toHaveLength(before + 1), within)
    },
  )
})

describe('a dead upstream delays no answer', () => {
  it.each([
    ['nothing listens', (): string => 'http://abc123@127.0.0.1:9/42'],
    ['it accepts and never answers', () => dsn],
  ] as const)('%s', async (_name, target) => {
    let givenUp = 0
    answerSentry = (response) => void response.once('close', () => (givenUp += 1))
    const to = target()
    await open([to])
    for (let count = 0; count < IN_FLIGHT; count++) {
      expect((await post(envelope({ dsn: to }))).status).toBe(200)
      expect((await fetch(`${running?.url}/api/elsewhere`)).status).toBe(200)
    }
    // Who waited for the upstream would have been answered once it was given up, each time.
    expect(givenUp).toBeLessThan(IN_FLIGHT)
  })
})

it('drops everything when no error service is configured', async () => {
  await open([])
  expect(await post(envelope({ dsn }))).toMatchObject({ status: 200, body: '' })
  expect(received).toEqual([])
})
