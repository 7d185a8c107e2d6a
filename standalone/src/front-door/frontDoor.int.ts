import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  createServer,
  get,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { measureHttp } from '@hearth/platform/telemetry/measureHttp'
import { openMetrics } from '@hearth/platform/telemetry/metrics'
import { allowed } from '@hearth/platform/testing/allowed'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '@hearth/platform/process/freePort'
import { openFrontDoor, type FrontDoor } from './frontDoor.ts'

const getUrl = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const listen = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const directory = mkdtempSync(join(tmpdir(), 'hearth-console-'))
const script = `console.log(${JSON.stringify('x'.repeat(5_000))})`
const failures: string[] = []
const metrics = openMetrics()
const within = { timeout: 15_000, interval: 20 }
let answerQuery: RequestListener
let query: Server
let command: Server
let door: FrontDoor
let origin: string

const fetchRaw = async (
  path: string,
  options: Readonly<{ method?: string; headers?: IncomingHttpHeaders }> = {},
) => {
  const [response] = (await once(
    httpRequest(`${origin}${path}`, { agent: false, ...options }).end(),
    'response',
  )) as [IncomingMessage]
  return response
}

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'))
  writeFileSync(
    join(directory, 'index.html'),
    '<meta name="csp-nonce" content="__CSP_NONCE__"><div id="root"></div>',
  )
  writeFileSync(join(directory, 'assets', 'main-abc.js'), script)
  writeFileSync(join(directory, 'assets', 'main-abc.js.gz'), gzipSync(script))
  writeFileSync(join(directory, 'assets', 'main-abc.js.map'), '{}')
  writeFileSync(join(directory, 'hearth.svg'), '<svg/>')
  writeFileSync(join(directory, 'sw.js'), 'self.skipWaiting()')
  query = await listen((request, response) => answerQuery(request, response))
  command = await listen((request, response) => {
    void text(request).then((body) =>
      response.end(JSON.stringify({ by: 'command', method: request.method, body, headers: request.headers })),
    )
  })
  door = openFrontDoor({
    commandServiceUrl: getUrl(command),
    queryServiceUrl: getUrl(query),
    consoleDirectory: directory,
    secure: false,
    onFailure: (target) => failures.push(target),
    meter: measureHttp(metrics),
  })
  door.server.listen(0, '127.0.0.1')
  await once(door.server, 'listening')
  origin = getUrl(door.server)
})
beforeEach(() => {
  answerQuery = (request, response) => response.end(JSON.stringify({ by: 'query', url: request.url }))
})
afterAll(async () => {
  await door.close()
  for (const server of [query, command]) server.close()
  rmSync(directory, { recursive: true })
})

describe('front door: services', () => {
  it('sends reads to the query service, the rest to the command service, with complete bodies', async () => {
    expect(await (await fetch(`${origin}/api/bookings?a=%5B1%5D`)).json()).toEqual({
      by: 'query',
      url: '/api/bookings?a=%5B1%5D',
    })
    const body = 'é'.repeat(100_000)
    expect(await (await fetch(`${origin}/api/bookings`, { method: 'POST', body })).json()).toMatchObject({
      by: 'command',
      method: 'POST',
      body,
    })
    expect(await (await fetch(`${origin}/api/bookings/1`, { method: 'DELETE' })).json()).toMatchObject({
      by: 'command',
      method: 'DELETE',
    })
  })

  it('ignores what a client claims about its address', async () => {
    const response = await fetch(`${origin}/api/bookings`, {
      method: 'POST',
      headers: {
        'x-forwarded-for': '8.8.8.8',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.example',
        forwarded: 'for=8.8.8.8',
        'x-real-ip': '8.8.8.8',
      },
    })
    const { headers } = (await response.json()) as { headers: IncomingHttpHeaders }
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': new URL(origin).host,
      host: new URL(origin).host,
    })
    expect(headers).not.toHaveProperty('forwarded')
    expect(headers).not.toHaveProperty('x-real-ip')
  })

  it('forwards live updates as they arrive, and hangs up when the browser does', async () => {
    let sendSecond: () => void = () => undefined
    const hungUp = new Promise<void>((resolve) => {
      answerQuery = (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
        sendSecond = () => response.write('data: 2\n\n')
        response.once('close', resolve)
      }
    })
    const response = await fetchRaw('/api/live')
    expect(response.headers['content-type']).toBe('text/event-stream')
    expect(String((await once(response, 'data'))[0])).toBe('data: 1\n\n')
    sendSecond()
    expect(String((await once(response, 'data'))[0])).toBe('data: 2\n\n')
    response.destroy()
    await hungUp
  })

  it('never presents a truncated response as complete', async () => {
    answerQuery = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/csv' }).write('a,b\n', () => response.destroy())
    }
    await expect(fetch(`${origin}/api/bookings.csv`).then((response) => response.text())).rejects.toThrow()
  })

  it('reports an unknown outcome when a service dies during a command, and a failed read', async () => {
    const dying = await listen((request) => request.socket.destroy())
    const other = openFrontDoor({
      commandServiceUrl: getUrl(dying),
      queryServiceUrl: getUrl(dying),
      consoleDirectory: directory,
      secure: false,
      onFailure: () => undefined,
    })
    other.server.listen(0, '127.0.0.1')
    await once(other.server, 'listening')
    const readCode = async (method: string) =>
      (await fetch(`${getUrl(other.server)}/api/bookings`, { method })).json()
    expect(await readCode('POST')).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    expect(await readCode('GET')).toMatchObject({ status: 503, code: 'DEPENDENCY_UNAVAILABLE' })
    await other.close()
    dying.close()
  })

  it('answers 503 while a service is down and recovers when it is up again', async () => {
    const port = await freePort()
    const other = openFrontDoor({
      commandServiceUrl: `http://127.0.0.1:${port}`,
      queryServiceUrl: getUrl(query),
      consoleDirectory: directory,
      secure: false,
      onFailure: (target) => failures.push(target),
    })
    other.server.listen(0, '127.0.0.1')
    await once(other.server, 'listening')
    const post = () => fetch(`${getUrl(other.server)}/api/bookings`, { method: 'POST' })
    const away = await post()
    expect([away.status, away.headers.get('retry-after'), away.headers.get('content-type')]).toEqual([
      503,
      '1',
      'application/problem+json; charset=utf-8',
    ])
    expect(await away.json()).toEqual({
      type: 'urn:problem:dependency-unavailable',
      title: expect.any(String),
      status: 503,
      code: 'DEPENDENCY_UNAVAILABLE',
    })
    expect(failures).toContain(`http://127.0.0.1:${port}`)
    const back = createServer((_request, response) => response.end('back')).listen(port, '127.0.0.1')
    await vi.waitFor(async () => expect(await (await post()).text()).toBe('back'), within)
    await other.close()
    back.close()
  })

  it('keeps the connections that a burst of requests has opened, for the next one', async () => {
    const many = 150
    let opened = 0
    const count = () => (opened += 1)
    query.on('connection', count)
    onTestFinished(() => void query.off('connection', count))
    // All run at the same time, so that each needs a connection.
    const burst = async () => {
      const held: ServerResponse[] = []
      answerQuery = (_request, response) =>
        void (held.push(response) === many && held.forEach((one) => one.end('{}')))
      await Promise.all(Array.from({ length: many }, async () => text(await fetchRaw('/api/bookings'))))
      return opened
    }
    const afterFirst = await burst()
    expect(afterFirst).toBeGreaterThan(64)
    expect(await burst()).toBe(afterFirst)
  })

  it('ends the connection of a client of HTTP/1.0 after the answer', async () => {
    const response = await fetchRaw('/api/bookings', { headers: { connection: 'close' } })
    expect(await text(response)).toContain('query')
    await vi.waitFor(() => expect(response.socket.destroyed).toBe(true), within)
  })

  it('ends live updates when it closes', async () => {
    answerQuery = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    const other = openFrontDoor({
      commandServiceUrl: getUrl(command),
      queryServiceUrl: getUrl(query),
      consoleDirectory: directory,
      secure: false,
      onFailure: () => undefined,
    })
    other.server.listen(0, '127.0.0.1')
    await once(other.server, 'listening')
    const [response] = (await once(
      get(`${getUrl(other.server)}/api/live`, { agent: false }),
      'response',
    )) as [IncomingMessage]
    const started = performance.now()
    await once(response, 'data')
    await Promise.all([once(response, 'end'), other.close()])
    expect(performance.now() - started).toBeLessThan(allowed(2_000))
  })
})

describe('front door: console', () => {
  it('gives every page its own nonce, in the policy and in the document', async () => {
    const nonces = await Promise.all(
      ['/', '/bookings/123', '/calendar?month=5', '/index.html'].map(async (path) => {
        const response = await fetch(`${origin}${path}`)
        const policy = response.headers.get('content-security-policy') ?? ''
        const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(policy).toBe(
          [
            "default-src 'self'",
            "script-src 'self'",
            `style-src 'self' 'nonce-${nonce}'`,
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
            "form-action 'self'",
          ].join('; '),
        )
        expect(response.headers.get('x-content-type-options')).toBe('nosniff')
        expect(await response.text()).toBe(`<meta name="csp-nonce" content="${nonce}"><div id="root"></div>`)
        return nonce
      }),
    )
    expect(new Set(nonces).size).toBe(4)
  })

  it('writes the style of the street map into the page, and allows requests to its origin', async () => {
    const build = mkdtempSync(join(tmpdir(), 'hearth-console-'))
    onTestFinished(() => rmSync(build, { recursive: true }))
    writeFileSync(join(build, 'index.html'), '<meta name="map-style" content="__MAP_STYLE_URL__">')
    writeFileSync(join(build, 'worker.js'), script)
    const other = openFrontDoor({
      commandServiceUrl: getUrl(command),
      queryServiceUrl: getUrl(query),
      consoleDirectory: build,
      secure: false,
      onFailure: () => undefined,
      mapStyleUrl: new URL('https://maps.example/streets/style.json?key="k"'),
    })
    onTestFinished(() => other.close())
    other.server.listen(0, '127.0.0.1')
    await once(other.server, 'listening')
    const page = await fetch(getUrl(other.server))
    expect(page.headers.get('content-security-policy')).toContain(
      "; connect-src 'self' https://maps.example; ",
    )
    const worker = await fetch(`${getUrl(other.server)}/worker.js`)
    expect(worker.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; .*; connect-src https:\/\/maps\.example$/,
    )
    expect(await page.text()).toBe(
      '<meta name="map-style" content="https://maps.example/streets/style.json?key=%22k%22">',
    )
  })

  it('serves assets compressed and cacheable without limit', async () => {
    const compressed = await fetchRaw('/assets/main-abc.js', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    })
    expect(Number(compressed.headers['content-length'])).toBeLessThan(500)
    compressed.resume()
    const plain = await fetchRaw('/assets/main-abc.js', { headers: { 'accept-encoding': 'gzip;q=0' } })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(await text(plain)).toBe(script)
  })

  // A service worker that a browser keeps would show an old version.
  it.each([
    ['/hearth.svg', 'image/svg+xml'],
    ['/sw.js', 'text/javascript; charset=utf-8'],
  ])('revalidates %s, which has no hash in its name', async (path, type) => {
    const first = await fetch(`${origin}${path}`)
    expect([first.headers.get('content-type'), first.headers.get('cache-control')]).toEqual([
      type,
      'no-cache',
    ])
    const second = await fetch(`${origin}${path}`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    })
    expect(second.status).toBe(304)
  })

  it('lets the service worker fetch files of the console, and nothing else', async () => {
    const policies = await Promise.all(
      ['/sw.js', '/hearth.svg'].map(async (path) =>
        (await fetch(`${origin}${path}`)).headers.get('content-security-policy'),
      ),
    )
    expect(policies).toEqual([
      "default-src 'none'; connect-src 'self'",
      expect.not.stringContaining('connect-src'),
    ])
  })

  it.each([
    '/assets/gone-123.js',
    '/assets/main-abc.js.map',
    '/favicon.ico',
    '/assets/',
    '/../secrets.json',
    '/%2e%2e/secrets.json',
  ])('has no %s', async (path) => {
    const response = await fetchRaw(path)
    response.resume()
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
  })

  it('answers HEAD without a body and refuses other methods', async () => {
    const head = await fetch(`${origin}/`, { method: 'HEAD' })
    expect([head.status, await head.text(), Number(head.headers.get('content-length')) > 0]).toEqual([
      200,
      '',
      true,
    ])
    const post = await fetch(`${origin}/bookings`, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('is healthy without asking the services', async () => {
    expect(await (await fetch(`${origin}/healthz`)).text()).toBe('ok')
  })
})

it('counts requests by destination, and does not publish its own metrics', async () => {
  expect((await fetchRaw('/metrics')).statusCode).toBe(404)
  expect((await fetchRaw('/metrics?x=1', { method: 'POST' })).statusCode).toBe(404)
  const text = await metrics.metrics()
  for (const [route, status] of [
    ['query', 200],
    ['command', 200],
    ['console', 200],
    ['nothing', 404],
  ] as const) {
    expect(text).toMatch(
      new RegExp(
        `hearth_http_request_seconds_count\\{method="(GET|POST)",route="${route}",` +
          `status="${status}"\\} [1-9]`,
      ),
    )
  }
  expect(text).not.toContain('/api/')
})
