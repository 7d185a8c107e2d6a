import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitUntil } from '../testing/waitUntil.ts'
import { followConnections } from './drain.ts'

/** More than the kernel keeps for a reader that has stopped. */
const LARGE_BYTES = 32_000_000
/** Far below the time that Node would keep the connections. */
const SOON_MS = 20_000

const server = () => {
  const held: ServerResponse[] = []
  const http = createServer({ keepAliveTimeout: 60_000 }, ({ url }, response) => {
    if (url === '/large') response.end(Buffer.alloc(LARGE_BYTES, 97))
    else if (url === '/started') response.write('begin ')
    if (url === '/held' || url === '/started') held.push(response)
    if (url === '/quick') response.end('done')
  })
  return { http, held, drain: followConnections(http) }
}
let running: ReturnType<typeof server>
let agent: Agent
let port: number

beforeEach(async () => {
  running = server()
  agent = new Agent({ keepAlive: true })
  running.http.listen(0, '127.0.0.1')
  await once(running.http, 'listening')
  port = (running.http.address() as AddressInfo).port
})
afterEach(() => {
  agent.destroy()
  running.http.closeAllConnections()
})

const ask = async (path: string): Promise<IncomingMessage> => {
  const [response] = (await once(get({ port, path, agent }), 'response')) as [IncomingMessage]
  return response
}
const readAll = async (response: IncomingMessage) => {
  let length = 0
  for await (const chunk of response) length += (chunk as Buffer).length
  return length
}
/** How long the server needs to close, in milliseconds. */
const measureClose = async (drain: Promise<void>) => {
  const began = performance.now()
  await drain
  return performance.now() - began
}

test('a connection without a request is closed immediately', async () => {
  expect(await readAll(await ask('/quick'))).toBe(4)
  const idle = connect(port, '127.0.0.1')
  await once(idle, 'connect')
  const halfSent = connect(port, '127.0.0.1', () => halfSent.write('GET /quick HTTP/1.1\r\n'))
  await waitUntil(() => halfSent.bytesWritten > 0)
  expect(await measureClose(running.drain())).toBeLessThan(SOON_MS)
  idle.destroy()
  halfSent.destroy()
})

test.each(['/held', '/started'])(
  'a running request is answered, then its connection closed: %s',
  async (path) => {
    const asked = path === '/started' ? await ask(path) : ask(path)
    await waitUntil(() => running.held.length === 1)
    const closing = measureClose(running.drain())
    running.held[0]?.end('answered')
    expect(await readAll(await asked)).toBe(path === '/started' ? 14 : 8)
    expect(await closing).toBeLessThan(SOON_MS)
  },
)

test('an answer that a slow reader has not taken yet is not cut', async () => {
  const response = await ask('/large')
  const closing = measureClose(running.drain())
  expect(await readAll(response)).toBe(LARGE_BYTES)
  expect(await closing).toBeLessThan(SOON_MS)
})

test('a request that arrives on a kept connection meanwhile is answered with its end', async () => {
  const client = connect(port, '127.0.0.1')
  let received = ''
  client.on('data', (chunk) => (received += String(chunk)))
  const ended = once(client, 'close')
  client.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\nGET /quick HTTP/1.1\r\nHost: x\r\n\r\n')
  await waitUntil(() => running.held.length === 1)
  const closing = measureClose(running.drain())
  running.held[0]?.end('answered')
  await ended
  expect(received).toContain('answered')
  expect(await closing).toBeLessThan(SOON_MS)
})

test('no connection is taken any more', async () => {
  await running.drain()
  await expect(ask('/quick')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
