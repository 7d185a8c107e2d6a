import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { deadline } from '@hearth/platform/retry/deadline'
import { allowed } from '@hearth/platform/testing/allowed'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFrontDoor } from './frontDoor.ts'

const LARGE = JSON.stringify(Array.from({ length: 400 }, (_, index) => ({ id: index, name: 'Cedar House' })))
const SCRIPT = `console.log(${LARGE})`
const directory = mkdtempSync(join(tmpdir(), 'hearth-console-'))

const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/api/rows': (response) =>
    response.writeHead(200, { 'content-type': 'application/json', etag: '"7"' }).end(LARGE),
  '/api/small': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}')
  },
  '/api/photo': (response) => response.writeHead(200, { 'content-type': 'image/webp' }).end(LARGE),
  '/api/live': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
  },
  '/api/torn': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write(LARGE)
    setImmediate(() => response.destroy())
  },
}
const service = createServer((request, response) => answers[request.url ?? '']?.(response))
let door: ReturnType<typeof openFrontDoor>
let port = 0

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'), `<meta content="__CSP_NONCE__">${' '.repeat(2_000)}`)
  const script = join(directory, 'assets', 'main-abc.js')
  writeFileSync(script, SCRIPT)
  writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT))
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT))
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  door = openFrontDoor({
    commandServiceUrl: url,
    queryServiceUrl: url,
    consoleDirectory: directory,
    secure: false,
    onFailure: () => undefined,
  })
  await once(door.server.listen(0, '127.0.0.1'), 'listening')
  port = (door.server.address() as AddressInfo).port
})
afterAll(async () => {
  await door.close()
  service.close()
  rmSync(directory, { recursive: true })
})

/** The head of an answer, with its bytes as they are on the wire. */
const ask = async (path: string, headers: Record<string, string>) => {
  const [response] = (await once(get({ port, path, headers }), 'response')) as [IncomingMessage]
  return response
}
const readBytes = async (response: IncomingMessage): Promise<Buffer> =>
  Buffer.concat(await response.toArray())
const decode = (encoding: string | undefined, bytes: Buffer): string =>
  String(encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes)

const OWN = { cookie: 'sid=1', 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip, deflate, br' }

describe('compression', () => {
  it.each([
    ['an answer of the API', '/api/rows', OWN, 'br'],
    ['without brotli', '/api/rows', { ...OWN, 'accept-encoding': 'gzip' }, 'gzip'],
    ['for a client that takes neither', '/api/rows', { ...OWN, 'accept-encoding': 'identity' }, undefined],
    ['for a program without a session', '/api/rows', { 'accept-encoding': 'gzip' }, 'gzip'],
    ['that another site asked for', '/api/rows', { ...OWN, 'sec-fetch-site': 'cross-site' }, undefined],
    ['that a link of another site opened', '/api/rows', { ...OWN, 'sec-fetch-site': 'none' }, undefined],
    [
      'for a browser that does not say who asks',
      '/api/rows',
      { cookie: 'a=1', 'accept-encoding': 'br' },
      undefined,
    ],
    ['a short answer', '/api/small', OWN, undefined],
    ['a picture', '/api/photo', OWN, undefined],
    ['a page', '/bookings', { ...OWN, 'sec-fetch-site': 'cross-site' }, 'br'],
    ['a script', '/assets/main-abc.js', OWN, 'br'],
    ['a script without brotli', '/assets/main-abc.js', { 'accept-encoding': 'gzip, br;q=0' }, 'gzip'],
    ['a script for a client that takes neither', '/assets/main-abc.js', {}, undefined],
  ] as const)('%s: %s %j has the encoding %s', async (_what, path, headers, encoding) => {
    const whole = decode(undefined, await readBytes(await ask(path, {})))
    const response = await ask(path, headers)
    expect(response.headers['content-encoding']).toBe(encoding)
    const bytes = await readBytes(response)
    if (path !== '/bookings') expect(decode(encoding, bytes)).toBe(whole)
    if (encoding !== undefined) {
      expect(bytes.length).toBeLessThan(whole.length / 2)
      expect(response.headers.vary).toMatch(/accept-encoding/i)
    }
  })

  it('keeps the revision that an ETag names', async () => {
    const response = await ask('/api/rows', OWN)
    await readBytes(response)
    expect(response.headers.etag).toBe('"7"')
  })

  it('passes live updates on while they come', async () => {
    const response = await ask('/api/live', OWN)
    const [first] = (await once(response, 'data', { signal: deadline(allowed(2_000)) })) as [Buffer]
    expect([response.headers['content-encoding'], String(first)]).toEqual([undefined, 'data: 1\n\n'])
    response.destroy()
  })

  it('does not end an answer that broke off as if it were whole', async () => {
    const received = async () => readBytes(await ask('/api/torn', OWN))
    await expect(received()).rejects.toThrow()
  })

  it.each(['/assets/main-abc.js.br', '/assets/main-abc.js.gz'])(
    '%s has no address of its own',
    async (path) => {
      const response = await ask(path, {})
      response.resume()
      expect(response.statusCode).toBe(404)
    },
  )
})
