import { expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog } from '../testing/log.ts'
import { createApp } from './app.ts'
import { watchLoad } from './load.ts'
import { ownOrigins } from './origin.ts'
import { route, type Route } from './route.ts'

const good = route({
  method: 'GET',
  path: '/api/things/:id',
  access: 'signed-in',
  tenant: 'own',
  rate: 'read',
  params: z.strictObject({ id: z.string() }),
  handler: () => ({ status: 200 }),
})
const load = watchLoad()
const boot = (routes: readonly Route[]) =>
  createApp({
    routes,
    load,
    log: silentLog,
    publicUrl: new URL('http://localhost:3000'),
    stopping: new AbortController().signal,
    principals: { resolve: () => undefined, forget: () => undefined },
    reports: { report: () => undefined, flush: () => Promise.resolve() },
  })

test.each(['method', 'path', 'access', 'tenant', 'rate', 'run'] as const)(
  'refuses to start with a route without %s',
  (field) => {
    const { [field]: _left, ...rest } = good
    expect(() => boot([rest as Route])).toThrow(`has no ${field}`)
  },
)

test('names the route in the message', () => {
  const { rate: _rate, ...rest } = good
  expect(() => boot([rest as Route])).toThrow('Route GET /api/things/:id has no rate')
})

test('refuses to start with a duplicate route, even under another parameter name', () => {
  expect(() => boot([good, good])).toThrow('GET /api/things/:id is registered twice')
  expect(() => boot([good, { ...good, path: '/api/things/:key' }])).toThrow(
    'GET /api/things/:key is registered twice',
  )
  expect(() => boot([good, { ...good, method: 'POST' }])).not.toThrow()
})

test('accepts every loopback name on a loopback address, and only one name elsewhere', () => {
  expect([...ownOrigins(new URL('http://127.0.0.1:3000/x'))]).toEqual([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ])
  expect([...ownOrigins(new URL('https://hearth.example/'))]).toEqual(['https://hearth.example'])
})
