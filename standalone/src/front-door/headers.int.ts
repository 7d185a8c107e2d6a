import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppProblem } from '@hearth/platform/http/appProblem'
import { route } from '@hearth/platform/http/route'
import { serve, type Running } from '@hearth/platform/http/serve'
import { silentLog } from '@hearth/platform/testing/log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from './console.ts'
import { openFrontDoor, type FrontDoor } from './frontDoor.ts'

const directory = mkdtempSync(join(tmpdir(), 'hearth-console-'))
const publicUrl = new URL('https://hearth.example')
const open = { access: 'public', tenant: 'none', rate: 'read' } as const
let service: Running
let door: FrontDoor
let half: FrontDoor
let origin = ''
let halfOrigin = ''

const listen = async (one: FrontDoor) => {
  await once(one.server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(one.server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'))
  writeFileSync(
    join(directory, 'index.html'),
    '<meta name="csp-nonce" content="__CSP_NONCE__"><div id="root"></div>',
  )
  writeFileSync(join(directory, 'assets', 'main-abc.js'), 'console.log(1)')
  writeFileSync(join(directory, 'hearth.svg'), '<svg/>')
  service = await serve({
    port: 0,
    host: '127.0.0.1',
    publicUrl,
    principals: { resolve: () => undefined, forget: () => undefined },
    log: silentLog,
    readiness: {},
    onShutdown: [],
    reports: { report: () => undefined, flush: () => Promise.resolve() },
    routes: [
      route({ ...open, method: 'GET', path: '/api/fine', handler: () => ({ status: 200, body: {} }) }),
      route({ ...open, method: 'POST', path: '/api/fine', handler: () => ({ status: 201, body: {} }) }),
      route({ ...open, method: 'GET', path: '/api/refused', handler: () => new AppProblem('FORBIDDEN') }),
      route({
        ...open,
        method: 'GET',
        path: '/api/broken',
        handler: () => {
          throw new Error('broken')
        },
      }),
      route({
        ...open,
        method: 'GET',
        path: '/api/file.csv',
        rate: 'export',
        handler: () => ({
          status: 200,
          headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="x.csv"' },
          stream: async (response) => void response.write('a\n'),
        }),
      }),
      route({
        ...open,
        method: 'GET',
        path: '/api/live',
        rate: 'stream',
        handler: () => ({
          status: 200,
          headers: { 'content-type': 'text/event-stream' },
          stream: async (response) => void response.write('data: 1\n\n'),
        }),
      }),
    ],
  })
  const shared = {
    queryServiceUrl: service.url,
    consoleDirectory: directory,
    secure: true,
    onFailure: () => undefined,
  }
  door = openFrontDoor({ ...shared, commandServiceUrl: service.url })
  half = openFrontDoor({ ...shared, commandServiceUrl: 'http://127.0.0.1:9' })
  ;[origin, halfOrigin] = await Promise.all([listen(door), listen(half)])
})
afterAll(async () => {
  await Promise.all([door.close(), half.close()])
  await service.close()
  rmSync(directory, { recursive: true })
})

/** Headers of every response, whichever service sends it. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
}
const NO_PAGE = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
const directives = (policy: string | null) =>
  (policy ?? '')
    .split(';')
    .map((part) => part.trim())
    .toSorted()

const ANSWERS: readonly (readonly [
  what: string,
  status: number,
  path: string,
  init?: RequestInit,
  at?: 'half',
])[] = [
  ['an answer of the API', 200, '/api/fine'],
  [
    'what was made',
    201,
    '/api/fine',
    { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
  ],
  ['a request without its content type', 415, '/api/fine', { method: 'POST', body: 'x' }],
  [
    'a body that is no JSON',
    400,
    '/api/fine',
    { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } },
  ],
  [
    'one that is too large',
    413,
    '/api/fine',
    { method: 'POST', body: 'x'.repeat(100_001), headers: { 'content-type': 'application/json' } },
  ],
  ['no session', 401, '/api/nothing'],
  ['no right', 403, '/api/refused'],
  [
    'another site',
    403,
    '/api/fine',
    {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    },
  ],
  ['an error of ours', 500, '/api/broken'],
  ['a file', 200, '/api/file.csv'],
  ['a stream', 200, '/api/live'],
  [
    'a service that is away',
    503,
    '/api/fine',
    { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } },
    'half',
  ],
  ['a script', 200, '/assets/main-abc.js'],
  ['a picture', 200, '/hearth.svg'],
  ['a missing file', 404, '/assets/gone.js'],
  ['figures that are not for the public', 404, '/metrics'],
  ['a method that pages do not have', 405, '/bookings', { method: 'PUT' }],
  ['health', 200, '/healthz'],
]

describe('headers', () => {
  it.each(
    ANSWERS.map(([what, status, path, init = {}, at = 'whole']) => [what, status, path, init, at] as const),
  )('%s, %i', async (_what, status, path, init, at) => {
    const answer = await fetch(`${at === 'half' ? halfOrigin : origin}${path}`, init)
    expect(answer.status).toBe(status)
    expect(Object.fromEntries(answer.headers)).toMatchObject(ALWAYS)
    expect(directives(answer.headers.get('content-security-policy'))).toEqual(directives(NO_PAGE))
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin', 'via'])
      expect(answer.headers.has(name)).toBe(false)
    if (!path.startsWith('/assets/') && !path.endsWith('.svg'))
      expect(answer.headers.get('cache-control')).toContain('no-store')
    if (status >= 400) expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    await answer.body?.cancel()
  })

  it.each(['/', '/bookings/1', '/login', '/login/ticket', '/internal/impersonate', '/index.html'])(
    'the page %s allows its own scripts only, and styles by a nonce',
    async (path) => {
      const answer = await fetch(`${origin}${path}`)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        ...ALWAYS,
        'cache-control': 'no-store',
        'permissions-policy': expect.stringContaining('camera=()'),
      })
      const policy = answer.headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([A-Za-z0-9+/=]{24})'/.exec(policy)?.[1] ?? ''
      expect(policy).toBe(contentSecurityPolicy(nonce))
      for (const directive of [
        "default-src 'self'",
        "script-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ])
        expect(directives(policy)).toContain(directive)
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      await answer.body?.cancel()
    },
  )

  it('a file that is still fresh says so with the same headers', async () => {
    const etag = (await fetch(`${origin}/hearth.svg`)).headers.get('etag') ?? ''
    const answer = await fetch(`${origin}/hearth.svg`, { headers: { 'if-none-match': etag } })
    expect([answer.status, Object.fromEntries(answer.headers)]).toEqual([
      304,
      expect.objectContaining({ ...ALWAYS, 'content-security-policy': NO_PAGE }),
    ])
  })
})
