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
  'a route without %s stops the start',
  (field) => {
    const { [field]: _left, ...rest } = good
    expect(() => boot([rest as Route])).toThrow(`has no ${field}`)
  },
)

test('the message names the route', () => {
  const { rate: _rate, ...rest } = good
  expect(() => boot([rest as Route])).toThrow('Route GET /api/things/:id has no rate')
})

test('a route that stands twice stops the start, also under another parameter’s name', () => {
  expect(() => boot([good, good])).toThrow('GET /api/things/:id is registered twice')
  expect(() => boot([good, { ...good, path: '/api/things/:key' }])).toThrow(
    'GET /api/things/:key is registered twice',
  )
  expect(() => boot([good, { ...good, method: 'POST' }])).not.toThrow()
})

test('on a loopback address all its names are ours, elsewhere only the one', () => {
  expect([...ownOrigins(new URL('http://127.0.0.1:3000/x'))]).toEqual([
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ])
  expect([...ownOrigins(new URL('https://hearth.example/'))]).toEqual(['https://hearth.example'])
})
