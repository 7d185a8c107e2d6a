import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isPublicAddress, openFeedFetcher, MAX_BYTES, type Fetched } from './fetchFeed.ts'

/** Asks a server of the test's own, which answers so. */
const asking = async (
  answer: RequestListener,
  more: Parameters<typeof openFeedFetcher>[0] = {},
  path = '/feed.ics',
): Promise<Fetched> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fetcher = openFeedFetcher({ testOrigin: origin, ...more })
  try {
    return await fetcher.fetchFeed(`${origin}${path}`)
  } finally {
    await fetcher.close()
    server.closeAllConnections()
    server.close()
  }
}
const redirect = (location: string) =>
  asking((_request, response) => response.writeHead(302, { location }).end())

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    'ff02::1',
    'nonsense',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
  test.each(['93.184.216.34', '2606:2800:220:1::1'])('%s is', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )

  const refused = { kind: 'failed', problem: 'address_refused' }
  test.each([
    'http://example.com/a.ics',
    'https://127.0.0.1/a.ics',
    'https://[::1]/a.ics',
    'https://2130706433/a.ics',
    'https://0x7f.1/a.ics',
    'https://localhost/a.ics',
    'https://db.internal/a.ics',
    'https://user:secret@example.com/a.ics',
    'https://example.com:8443/a.ics',
    'ftp://example.com/a.ics',
    'file:///etc/passwd',
  ])('%s is not asked', async (url) => {
    const fetcher = openFeedFetcher()
    expect(await fetcher.fetchFeed(url)).toEqual(refused)
    await fetcher.close()
  })
  test('resolves a name again for each connection and checks the address', async () => {
    let asked = 0
    const fetcher = openFeedFetcher({
      resolve: (_name, answer) => {
        asked += 1
        answer(null, [
          { address: '93.184.216.34', family: 4 },
          { address: '127.0.0.1', family: 4 },
        ])
      },
    })
    expect(await fetcher.fetchFeed('https://calendar.example/a.ics')).toEqual(refused)
    expect(await fetcher.fetchFeed('https://calendar.example/a.ics')).toEqual(refused)
    expect(asked).toBe(2)
    await fetcher.close()
  })
  test.each([
    'http://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'http://127.0.0.1:1/',
    'http://[::ffff:127.0.0.1]:1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:1/',
  ])('a redirect to %s is not followed', async (location) =>
    expect(await redirect(location)).toEqual(refused),
  )
})

describe('answers', () => {
  test('a body with its marks', async () =>
    expect(
      await asking((_request, response) =>
        response
          .writeHead(200, { etag: '"a"', 'last-modified': 'Fri, 12 Jun 2026 00:00:00 GMT' })
          .end('BEGIN'),
      ),
    ).toEqual({ kind: 'body', body: 'BEGIN', etag: '"a"', lastModified: 'Fri, 12 Jun 2026 00:00:00 GMT' }))
  test.each([
    [404, 'not_found'],
    [410, 'not_found'],
    [429, 'rate_limited'],
    [500, 'http_error'],
    [204, 'http_error'],
  ] as const)('%i is %s', async (status, problem) =>
    expect(await asking((_request, response) => response.writeHead(status).end())).toEqual({
      kind: 'failed',
      problem,
    }),
  )
  test('endless redirects', async () =>
    expect(
      await asking((_request, response) => response.writeHead(302, { location: '/again' }).end()),
    ).toEqual({ kind: 'failed', problem: 'too_many_redirects' }))
  test('no server', async () => {
    const fetcher = openFeedFetcher({ testOrigin: 'http://127.0.0.1:1' })
    expect(await fetcher.fetchFeed('http://127.0.0.1:1/')).toEqual({ kind: 'failed', problem: 'unreachable' })
    await fetcher.close()
  })
  test('a timeout, before or during the body', async () => {
    expect(await asking(() => undefined, { timeoutMs: 100 })).toEqual({ kind: 'failed', problem: 'timeout' })
    expect(
      await asking((_request, response) => void response.writeHead(200).write('BEGIN'), { timeoutMs: 100 }),
    ).toEqual({ kind: 'failed', problem: 'timeout' })
  })
  test('a body that is too large, even if compressed', async () => {
    const large = { kind: 'refused', problem: 'too_large' }
    expect(
      await asking((_request, response) => response.writeHead(200).end(Buffer.alloc(MAX_BYTES + 1, 97))),
    ).toEqual(large)
    expect(
      await asking((_request, response) =>
        response
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(50 * MAX_BYTES, 97))),
      ),
    ).toEqual(large)
  })
})
