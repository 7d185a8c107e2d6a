import { newId } from '@hearth/contracts/kernel/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from './allRoutes.ts'
import { sharedIsolation, type Records } from './isolationWorld.ts'
import type { Client, Journey } from './journey.ts'
import { exchange, readHeader } from './request.ts'
import { commandPath, commands, lists } from './routes.ts'

let journey: Journey
let here: Records
let owner: Client
let stranger: Client
let staff: Client

beforeAll(async () => {
  ;({ journey, here, owner, stranger, staff } = await sharedIsolation())
})

/** Requests besides those that the API describes: commands, lists, odd paths and methods. */
const listRequests = (bookingId: string): readonly (readonly [method: string, path: string])[] => [
  ...commands.map((command) => ['POST', commandPath(command, newId())] as const),
  ...lists.flatMap(
    ({ name }) =>
      [
        ['GET', `/api/${name}`],
        ['GET', `/api/${name}/${newId()}`],
        ['GET', `/api/${name}.csv`],
        ['GET', `/api/${name}.xlsx`],
        ['HEAD', `/api/${name}`],
      ] as const,
  ),
  ...(
    [
      '/api/openapi.json',
      '/api/live',
      '/api/today',
      '/api/session',
      '/api/',
      '/api/nothing',
      '/api/bookings/%zz',
      '/api/login',
      '/api//login',
      '/api/Login',
      '/api/login/',
      '/api/bookings?filter=%',
    ] as const
  ).map((path) => ['GET', path] as const),
  ...(
    [
      '/api/logout',
      '/api/session/switch-account',
      '/api/nothing',
      '/api/bookings/%00/cancel',
      '/api/webhooks/x',
    ] as const
  ).map((path) => ['POST', path] as const),
  ...(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const).map(
    (method) => [method, `/api/bookings/${bookingId}`] as const,
  ),
]

describe('without a session', () => {
  const unauthenticated = async (method: string, path: string, headers = {}, body?: string) => {
    const answer = await exchange(journey.baseUrl, path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    expect([answer.status, readHeader(answer, 'content-type')], `${method} ${path} ${answer.text}`).toEqual([
      401,
      'application/problem+json',
    ])
    if (method !== 'HEAD') expect(answer.json).toMatchObject({ code: 'UNAUTHENTICATED', status: 401 })
    return answer
  }

  test('everything under /api answers 401 before it reads anything', async () => {
    const document = (await staff.get('/api/openapi.json')).json as {
      paths: Record<string, Record<string, unknown>>
    }
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => [method.toUpperCase(), path] as const),
    )
    const known = [...described, ...listRequests(here.booking)]
    expect(described.length).toBeGreaterThan(commands.length + lists.length)
    // Public routes, as the document writes their paths.
    const open = new Set(
      allRoutes()
        .filter(({ access }) => access === 'public')
        .map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}')),
    )
    const paths = known
      .filter(([, path]) => !open.has(path))
      .map(([method, path]) => [method, path.replaceAll(/\{\w+\}/g, here.booking)] as const)
    for (const [method, path] of paths) await unauthenticated(method, path)
    for (const [method, path] of paths.filter(([method]) => method === 'POST'))
      await unauthenticated(
        method,
        path,
        { 'content-type': 'application/json', 'idempotency-key': 'x', cookie: 'sid=x' },
        '{',
      )
  })

  test('so does an invalid cookie or token', async () => {
    const wrong = [
      { cookie: `sid=${'x'.repeat(43)}` },
      { cookie: 'sid=' },
      { cookie: `${owner.headers['cookie']}x` },
      { cookie: `${owner.headers['cookie']}; ${stranger.headers['cookie']}` },
      { authorization: 'Bearer x' },
      { authorization: 'Bearer ' },
      { authorization: `Basic ${Buffer.from('admin:changeit').toString('base64')}` },
      { authorization: `bearer ${journey.token('gateway')}` },
      { authorization: 'Bearer x', cookie: String(owner.headers['cookie']) },
    ]
    for (const headers of wrong) await unauthenticated('GET', `/api/bookings/${here.booking}`, headers)
  })

  test('login, health and the console are open', async () => {
    const { anonymous } = journey
    expect((await anonymous.get('/healthz')).status).toBe(200)
    for (const path of ['/', '/login', '/bookings', '/hearth.svg'])
      expect([path, (await anonymous.get(path)).status]).toEqual([path, 200])
    expect((await anonymous.get('/ical/x/y.ics')).status).toBe(404)
    expect((await anonymous.post('/api/login', {}, { origin: journey.baseUrl })).json).toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    expect(
      (
        await anonymous.post(
          '/api/login',
          { email: 'nobody@journey.test', password: 'not this one' },
          { origin: journey.baseUrl },
        )
      ).status,
    ).toBe(401)
  })
})
