import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { route } from '@hearth/platform/http/route'
import { serve, type Running } from '@hearth/platform/http/serve'
import { allowed } from '@hearth/platform/testing/allowed'
import { silentLog } from '@hearth/platform/testing/log'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFrontDoor, type FrontDoor } from './frontDoor.ts'

const directory = mkdtempSync(join(tmpdir(), 'hearth-console-'))
const open = { access: 'public', tenant: 'none', rate: 'write' } as const
/** The requests that reached a handler, with their bodies. */
let handled: unknown[] = []
let service: Running
let door: FrontDoor
const ports = { door: 0, service: 0 }
type Target = keyof typeof ports

beforeAll(async () => {
  writeFileSync(join(directory, 'index.html'), '<div id="root"></div>')
  service = await serve({
    port: 0,
    host: '127.0.0.1',
    publicUrl: new URL('http://localhost'),
    principals: { resolve: () => undefined, forget: () => undefined },
    log: silentLog,
    readiness: {},
    onShutdown: [],
    reports: { report: () => undefined, flush: () => Promise.resolve() },
    routes: [
      route({
        ...open,
        method: 'POST',
        path: '/api/echo',
        handler: () => {
          handled.push('POST')
          return { status: 200, body: {} }
        },
      }),
      route({
        ...open,
        method: 'GET',
        path: '/api/echo',
        handler: () => {
          handled.push('GET')
          return { status: 200, body: {} }
        },
      }),
    ],
  })
  door = openFrontDoor({
    commandServiceUrl: service.url,
    queryServiceUrl: service.url,
    consoleDirectory: directory,
    secure: false,
    // A request that was smuggled in must not be refused for its host.
    publicUrl: new URL('http://smuggled'),
    onFailure: () => undefined,
  })
  await once(door.server.listen(0, '127.0.0.1'), 'listening')
  ports.door = (door.server.address() as AddressInfo).port
  ports.service = service.port
})
beforeEach(() => {
  handled = []
})
afterAll(async () => {
  await door.close()
  await service.close()
  rmSync(directory, { recursive: true })
})

/**
 * Everything received until the other side hangs up: after bytes that it cannot read, or a request that asks
 * it to close. A connection that it keeps by mistake ends after a minute of silence.
 */
const exchange = (target: Target, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const socket = connect(ports[target], '127.0.0.1')
    let heard = ''
    socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(heard))
    socket.write(bytes, 'latin1')
  })
const statuses = (heard: string) =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

const head = (...lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`
const CLOSE = 'connection: close'
const SMUGGLED = head('GET /api/echo HTTP/1.1', 'host: smuggled')
const post = (...more: readonly string[]) =>
  head('POST /api/echo HTTP/1.1', 'host: localhost', 'content-type: application/json', ...more)

/** Each is one request that must not be taken for two, for a different one, or for a valid one. */
const REFUSED: readonly (readonly [what: string, bytes: string, allowed: readonly number[]])[] = [
  [
    'a length and chunks',
    `${post('content-length: 6', 'transfer-encoding: chunked')}0\r\n\r\n${SMUGGLED}`,
    [400],
  ],
  [
    'chunks and a length',
    `${post('transfer-encoding: chunked', 'content-length: 100')}0\r\n\r\n${SMUGGLED}`,
    [400],
  ],
  ['two lengths', `${post('content-length: 2', 'content-length: 60')}{}${SMUGGLED}`, [400]],
  ['two lengths in one', `${post('content-length: 2, 60')}{}${SMUGGLED}`, [400]],
  ['a length with a sign', `${post('content-length: +2')}{}${SMUGGLED}`, [400]],
  ['a length in hex', `${post('content-length: 0x2')}{}${SMUGGLED}`, [400]],
  ['a negative length', `${post('content-length: -1')}${SMUGGLED}`, [400]],
  ['a length without end', `${post('content-length: 99999999999999999999')}{}`, [400, 413]],
  [
    'chunks that are not last',
    `${post('transfer-encoding: chunked, identity')}0\r\n\r\n${SMUGGLED}`,
    [400, 501],
  ],
  ['chunks by another name', `${post('transfer-encoding: xchunked')}0\r\n\r\n${SMUGGLED}`, [400, 501]],
  ['chunks in disguise', `${post('transfer-encoding : chunked')}0\r\n\r\n${SMUGGLED}`, [400]],
  ['a chunk of no size', `${post('transfer-encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n${SMUGGLED}`, [400]],
  ['a chunk of a huge size', `${post('transfer-encoding: chunked')}fffffffffffffffff\r\n{}\r\n`, [400, 413]],
  ['a folded header', head('GET /api/echo HTTP/1.1', 'host: localhost', 'x-a: 1', ' folded: 2'), [400]],
  ['a bare line feed', 'GET /api/echo HTTP/1.1\nhost: localhost\n\n', [400]],
  ['a bare carriage return', 'GET /api/echo HTTP/1.1\r\nhost: localhost\rx: y\r\n\r\n', [400]],
  ['a NUL in a header', head('GET /api/echo HTTP/1.1', 'host: localhost', 'x-a: a\0b'), [400]],
  ["a space in a header's name", head('GET /api/echo HTTP/1.1', 'host: localhost', 'x a: 1'), [400]],
  ['no host', head('GET /api/echo HTTP/1.1', 'x: y'), [400]],
  ['another version', head('GET /api/echo HTTP/3.7', 'host: localhost'), [400, 505]],
  ['a space in the path', head('GET /api/echo x HTTP/1.1', 'host: localhost'), [400]],
  ['an unknown method', head('BREW /api/echo HTTP/1.1', 'host: localhost'), [400]],
  ['headers of 20 kB', head('GET /api/echo HTTP/1.1', 'host: localhost', `x: ${'x'.repeat(20_000)}`), [431]],
  ['a path of 20 kB', head(`GET /api/echo?${'x'.repeat(20_000)} HTTP/1.1`, 'host: localhost'), [431]],
  ['TLS on a plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
  ['nonsense', `${'x'.repeat(100)}\r\n\r\n`, [400]],
]

describe.each(['door', 'service'] as const)('raw requests to the %s', (target) => {
  it('that are malformed in any way are refused with one response and reach no service', async () => {
    const answers = await Promise.all(
      REFUSED.map(async ([what, bytes, allowedStatuses]) => ({
        what,
        allowedStatuses,
        heard: await exchange(target, bytes),
      })),
    )
    // Bytes after a broken request are ignored: one answer each.
    expect(
      answers
        .filter(
          ({ allowedStatuses, heard }) =>
            statuses(heard).length !== 1 || !allowedStatuses.includes(statuses(heard)[0] ?? 0),
        )
        .map(({ what, heard }) => [what, statuses(heard)]),
    ).toEqual([])
    expect(answers.filter(({ heard }) => /smuggled|node_modules|\bat /.test(heard))).toEqual([])
    expect(handled).toEqual([])
  })

  it.each([
    ['TRACE', 'TRACE /api/echo HTTP/1.1', [401, 405]],
    ['TRACE of a page', 'TRACE / HTTP/1.1', [401, 405]],
    ['DELETE', 'DELETE /api/echo HTTP/1.1', [401, 405]],
    ['OPTIONS of everything', 'OPTIONS * HTTP/1.1', [400, 401]],
  ] as const)('%s is refused without an echo', async (_what, line, allowedStatuses) => {
    const heard = await exchange(target, head(line, 'host: localhost', 'x-echo: canary', CLOSE))
    expect(allowedStatuses).toContain(statuses(heard)[0])
    expect(heard).not.toContain('canary')
    expect(handled).toEqual([])
  })

  it('CONNECT opens no tunnel', async () => {
    expect(
      statuses(await exchange(target, head('CONNECT localhost:22 HTTP/1.1', 'host: localhost:22'))),
    ).not.toContain(200)
  })

  it('an upgrade stays a request', async () => {
    const heard = await exchange(
      target,
      head(
        'GET /api/echo HTTP/1.1',
        'host: localhost',
        'connection: upgrade, close',
        'upgrade: h2c',
        'http2-settings: AAMAAABk',
      ),
    )
    expect(statuses(heard)).toEqual([200])
  })

  it('pipelined requests are answered in their order', async () => {
    const heard = await exchange(
      target,
      `${head('GET /api/echo HTTP/1.1', 'host: localhost')}${post('content-length: 2', CLOSE)}{}`,
    )
    expect(statuses(heard)).toEqual([200, 200])
    expect(handled).toEqual(['GET', 'POST'])
  })

  it('a truncated body never becomes a command', async () => {
    const socket = connect(ports[target], '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    socket.end(`${post('content-length: 100')}{`)
    await once(socket, 'close')
    expect(handled).toEqual([])
  })
})

describe('the front door', () => {
  it.each([
    ['an absolute address', head('GET http://evil.example/api/echo HTTP/1.1', 'host: localhost', CLOSE)],
    ['two hosts', head('GET /api/echo HTTP/1.1', 'host: localhost', 'host: evil.example', CLOSE)],
    ['a host with a user', head('GET /api/echo HTTP/1.1', 'host: localhost@evil.example', CLOSE)],
    ['a host with a path', head('GET /api/echo HTTP/1.1', 'host: localhost/x', CLOSE)],
    ['a list of hosts', head('GET /api/echo HTTP/1.1', 'host: localhost, evil.example', CLOSE)],
    ['another host', head('GET /api/echo HTTP/1.1', 'host: evil.example', CLOSE)],
    ['another host for a page', head('GET / HTTP/1.1', 'host: evil.example:3000', CLOSE)],
    ['an empty host', head('GET /api/echo HTTP/1.1', 'host:', CLOSE)],
  ])('refuses %s', async (_what, bytes) => {
    const heard = await exchange('door', bytes)
    expect(statuses(heard)).toEqual([400])
    expect(heard).not.toContain('evil.example')
    expect(handled).toEqual([])
  })

  it.each([
    ['its own host', head('GET /api/echo HTTP/1.1', 'host: smuggled', CLOSE)],
    ['this machine', head('GET /api/echo HTTP/1.1', 'host: 127.0.0.1:3000', CLOSE)],
    ['any host that asks for its health', head('GET /healthz HTTP/1.1', 'host: 10.1.2.3:8080', CLOSE)],
  ])('answers %s', async (_what, bytes) => expect(statuses(await exchange('door', bytes))).toEqual([200]))
})

it('cuts off clients that send headers byte by byte, and serves others meanwhile', async () => {
  const cutOff = async (target: Target) => {
    let closed = 0
    const slow = Array.from({ length: 50 }, async () => {
      const socket = connect(ports[target], '127.0.0.1')
      socket.on('error', () => undefined)
      socket.resume()
      socket.write('GET /api/echo HTTP/1.1\r\nhost: localhost\r\nx-slow: ')
      const drip = setInterval(() => socket.write('x'), 500)
      await once(socket, 'close')
      clearInterval(drip)
      closed += 1
    })
    const begun = performance.now()
    expect(
      statuses(await exchange(target, head('GET /api/echo HTTP/1.1', 'host: localhost', CLOSE))),
    ).toEqual([200])
    expect(closed).toBe(0)
    await Promise.all(slow)
    expect(performance.now() - begun).toBeLessThan(allowed(17_000))
  }
  await Promise.all([cutOff('door'), cutOff('service')])
})
