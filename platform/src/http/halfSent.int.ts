import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import { allowed } from '../testing/allowed.ts'
import { silentLog } from '../testing/log.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { BODY_WITHIN_MS } from './bodySpeed.ts'
import { IN_FLIGHT_PER_NETWORK, MAX_BODIES_PER_NETWORK, type RateClass } from './load.ts'
import { route } from './route.ts'
import { serve, type Running } from './serve.ts'

const RATES = ['read', 'write', 'login', 'export', 'stream', 'probe'] as const
const PLACES: Readonly<Record<RateClass, number>> = {
  read: 2,
  write: 2,
  login: 2,
  export: 2,
  stream: 2,
  probe: 2,
}
const pathOf = (rate: RateClass, content: 'json' | 'raw') => `/api/${rate}/${content}`
const open = { method: 'POST', access: 'public', tenant: 'none' } as const

let running: Running
/** Handlers of `/api/held` wait until it is called. */
let release: () => void
let waiting: number

const start = async (limits?: typeof PLACES) => {
  const held = new Promise<void>((resolve) => (release = resolve))
  running = await serve({
    port: 0,
    host: '127.0.0.1',
    publicUrl: new URL('http://localhost'),
    principals: { resolve: () => undefined, forget: () => undefined },
    log: silentLog,
    readiness: {},
    onShutdown: [],
    rateLimitFactor: 1,
    reports: { report: () => undefined, flush: () => Promise.resolve() },
    ...(limits ? { limits } : {}),
    routes: [
      ...RATES.flatMap((rate) => [
        route({
          ...open,
          path: pathOf(rate, 'json'),
          rate,
          body: z.strictObject({}),
          handler: () => ({ status: 204 }),
        }),
        route({
          ...open,
          path: pathOf(rate, 'raw'),
          rate,
          content: 'raw',
          handler: async ({ readBody }) => ({ status: (await readBody(100)).length === 2 ? 204 : 500 }),
        }),
      ]),
      route({
        ...open,
        path: '/api/held',
        rate: 'login',
        handler: async () => {
          waiting += 1
          await held
          return { status: 204 }
        },
      }),
      route({ ...open, method: 'GET', path: '/api/list', rate: 'read', handler: () => ({ status: 204 }) }),
    ],
  })
}

beforeEach(() => {
  waiting = 0
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await running.close()
})

type Sender = Readonly<{ heard: () => string; closed: Promise<unknown> }>
const sockets: Socket[] = []
const sendRaw = (text: string): Sender => {
  const socket = connect(running.port, '127.0.0.1')
  sockets.push(socket)
  let heard = ''
  socket.on('data', (chunk) => (heard += String(chunk)))
  socket.on('error', () => undefined)
  socket.write(text)
  return { heard: () => heard, closed: once(socket, 'close') }
}

/** Sends the head of a request and one byte of its body; resolves once the server has begun to read it. */
const sendHalf = async (path: string, address = '10.0.0.1'): Promise<Sender> => {
  const sender = sendRaw(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
      `x-forwarded-for: ${address}\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n{`,
  )
  await waitUntil(() => sender.heard().includes('100 Continue'))
  return sender
}
const sendWhole = (path: string, address = '10.0.0.2') =>
  fetch(`${running.url}${path}`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  })

describe.each(['json', 'raw'] as const)('half-sent requests with a %s body', (content) => {
  it.each(RATES)('hold no place of the %s class', async (rate) => {
    await start(PLACES)
    const path = pathOf(rate, content)
    await Promise.all(Array.from({ length: 3 * PLACES[rate] }, () => sendHalf(path)))
    expect((await sendWhole(path)).status).toBe(204)
  })
})

test('a request that is not finished in time gets 408, and its connection ends', async () => {
  await start()
  const begun = performance.now()
  const { heard, closed } = await sendHalf(pathOf('login', 'json'))
  await closed
  expect(heard()).toMatch(/^HTTP\/1\.1 408 /m)
  expect(heard()).toContain('"code":"REQUEST_TIMEOUT"')
  const ms = performance.now() - begun
  expect(ms).toBeGreaterThanOrEqual(BODY_WITHIN_MS)
  expect(ms).toBeLessThan(allowed(BODY_WITHIN_MS))
})

test('the unfinished requests of one network are limited, those of others are not', async () => {
  await start()
  const path = pathOf('write', 'json')
  for (let count = 0; count < MAX_BODIES_PER_NETWORK; count++)
    await sendHalf(path, `2001:db8::${count.toString(16)}`)
  const { heard, closed } = await sendHalf(path, '2001:db8::ffff')
  await closed
  expect(heard()).toMatch(/^HTTP\/1\.1 429 /m)
  expect((await sendWhole(path, '2001:db8:0:1::1')).status).toBe(204)
})

test('one network has its share of places, and the others stay free', async () => {
  await start()
  const held = Array.from({ length: IN_FLIGHT_PER_NETWORK.login }, () => sendWhole('/api/held', '10.0.0.1'))
  await expect.poll(() => waiting, { timeout: allowed(5_000) }).toBe(IN_FLIGHT_PER_NETWORK.login)
  const path = pathOf('login', 'json')
  const refused = await sendWhole(path, '10.0.0.1')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([
    503,
    expect.stringMatching(/^[1-3]$/),
  ])
  expect((await sendWhole(path, '10.0.0.2')).status).toBe(204)
  release()
  for (const answer of await Promise.all(held)) expect(answer.status).toBe(204)
  expect((await sendWhole(path, '10.0.0.1')).status).toBe(204)
})

test.each([
  ['a length', 'content-length: 2'],
  ['chunks', 'transfer-encoding: chunked'],
])('a read with a body in %s is refused before the body is there', async (_what, header) => {
  await start()
  const { heard, closed } = sendRaw(`GET /api/list HTTP/1.1\r\nhost: localhost\r\n${header}\r\n\r\n`)
  await closed
  expect(heard()).toMatch(/^HTTP\/1\.1 400 /)
  expect(heard()).toContain('application/problem+json')
})
