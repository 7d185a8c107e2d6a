import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMemoryLog } from '../testing/log.ts'
import { RATE_LIMITS, REFUSED_PER_ADDRESS } from './rateLimits.ts'
import { route } from './route.ts'
import { serve, type Running } from './serve.ts'

const { log } = createMemoryLog()
let running: Running

beforeAll(async () => {
  running = await serve({
    port: 0,
    host: '127.0.0.1',
    publicUrl: new URL('http://localhost:3999'),
    log,
    readiness: {},
    onShutdown: [],
    rateLimitFactor: 1,
    reports: { report: () => undefined, flush: () => Promise.resolve() },
    principals: {
      resolve: ({ cookie }) =>
        cookie === undefined
          ? undefined
          : {
              actor: { id: cookie, kind: 'host', role: 'owner', name: 'Ana' },
              tenantId: `account of ${cookie}`,
              sessionId: cookie,
              listingIds: 'all',
            },
      forget: () => undefined,
    },
    routes: [
      route({
        method: 'GET',
        path: '/api/read',
        access: 'signed-in',
        tenant: 'own',
        rate: 'read',
        handler: () => ({ status: 200 }),
      }),
      route({
        method: 'GET',
        path: '/api/export',
        access: 'signed-in',
        tenant: 'own',
        rate: 'export',
        handler: () => ({ status: 200 }),
      }),
    ],
  })
})
afterAll(() => running.close())

const statuses = async (count: number, path: string, headers: Record<string, string>) => {
  const seen: number[] = []
  const send = async () => {
    const answer = await fetch(`${running.url}${path}`, { headers })
    await answer.arrayBuffer()
    seen.push(answer.status)
  }
  for (let sent = 0; sent < count; sent += 10)
    await Promise.all(Array.from({ length: Math.min(10, count - sent) }, send))
  return seen
}

test('says when to retry after one request too many, and limits no one else', async () => {
  const ana = { cookie: 'ana', 'x-forwarded-for': '10.0.0.1' }
  const { session } = RATE_LIMITS.export
  expect(await statuses(session, '/api/export', ana)).toEqual(Array.from({ length: session }, () => 200))
  const refused = await fetch(`${running.url}/api/export`, { headers: ana })
  expect([refused.status, refused.headers.get('content-type')]).toEqual([429, 'application/problem+json'])
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(await refused.json()).toEqual({
    type: 'urn:problem:rate-limited',
    title: 'Too many requests',
    status: 429,
    code: 'RATE_LIMITED',
    detail: 'Too many requests. Wait a moment, then try again',
    retryAfterSeconds: seconds,
  })
  expect(await statuses(1, '/api/read', ana)).toEqual([200])
  expect(await statuses(1, '/api/export', { cookie: 'bruno', 'x-forwarded-for': '10.0.0.2' })).toEqual([200])
})

test('limits an address without a session, but not a session from the same address', async () => {
  const from = { 'x-forwarded-for': '10.0.0.3' }
  const seen = await statuses(REFUSED_PER_ADDRESS + 3, '/api/anything', from)
  expect(seen.filter((status) => status === 401)).toHaveLength(REFUSED_PER_ADDRESS)
  expect(seen.filter((status) => status === 429)).toHaveLength(3)
  expect(await statuses(1, '/api/read', { ...from, cookie: 'carla' })).toEqual([200])
  expect(await statuses(REFUSED_PER_ADDRESS, '/healthz', from)).toEqual(
    Array.from({ length: REFUSED_PER_ADDRESS }, () => 200),
  )
})
