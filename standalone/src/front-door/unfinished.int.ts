import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { BODY_WITHIN_MS } from '@hearth/platform/http/bodySpeed'
import { allowed } from '@hearth/platform/testing/allowed'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openFrontDoor, type FrontDoor } from './frontDoor.ts'
import { MAX_HELD_BYTES } from './holdBody.ts'
import { MAX_CONNECTIONS_PER_NETWORK, MAX_HELD_PER_NETWORK } from './receiving.ts'

const directory = mkdtempSync(join(tmpdir(), 'hearth-console-'))
const portOf = (server: Server) => (server.address() as AddressInfo).port
const sockets: Socket[] = []
let service: Server
let answer: RequestListener
/** Requests that reached the service. */
let received: IncomingMessage[]
let door: FrontDoor

const open = async (hops: number): Promise<void> => {
  const url = `http://127.0.0.1:${portOf(service)}`
  door = openFrontDoor({
    commandServiceUrl: url,
    queryServiceUrl: url,
    consoleDirectory: directory,
    secure: false,
    hops,
    onFailure: () => undefined,
  })
  await once(door.server.listen(0, '127.0.0.1'), 'listening')
}

beforeAll(async () => {
  writeFileSync(join(directory, 'index.html'), '')
  service = createServer((request, response) => {
    received.push(request)
    answer(request, response)
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
})
beforeEach(() => {
  received = []
  answer = (request, response) => void text(request).then((body) => response.end(body))
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await door.close()
})
afterAll(() => {
  service.close()
  rmSync(directory, { recursive: true })
})

const openClient = (): Readonly<{ socket: Socket; heard: () => string; closed: Promise<unknown> }> => {
  const socket = connect(portOf(door.server), '127.0.0.1')
  sockets.push(socket)
  let heard = ''
  socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
  socket.on('error', () => undefined)
  return { socket, heard: () => heard, closed: once(socket, 'close') }
}
const HEAD = { method: 'POST', path: '/api/login', address: '10.0.0.1', length: 'content-length: 10' }
/** Sends the head of a request and a part of its body; resolves when the front door has seen the head. */
const sendPart = async (part: string, given: Partial<typeof HEAD> = {}) => {
  const { method, path, address, length } = { ...HEAD, ...given }
  const client = openClient()
  client.socket.write(
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${address}\r\n` +
      `expect: 100-continue\r\n${length}\r\n\r\n${part}`,
    'latin1',
  )
  await waitUntil(() => client.heard().includes('HTTP/1.1 '))
  return client
}
const sendWhole = (body = 'whole', address = '10.0.9.9') =>
  fetch(`http://127.0.0.1:${portOf(door.server)}/api/login`, {
    method: 'POST',
    body,
    headers: { 'x-forwarded-for': address },
  })

describe('unfinished bodies', () => {
  it('never reach a service, while others do', async () => {
    await open(1)
    for (let count = 0; count < 3 * MAX_HELD_PER_NETWORK; count++)
      await sendPart('123', { address: `10.0.${count}.1` })
    expect(received).toHaveLength(0)
    expect(await (await sendWhole()).text()).toBe('whole')
    expect(received).toHaveLength(1)
  })

  it('are refused with 408 when they stop, and a request whose sender leaves is forgotten', async () => {
    await open(1)
    const { heard, closed } = await sendPart('123')
    const leaving = await sendPart('123')
    leaving.socket.destroy()
    await closed
    expect(heard()).toMatch(/^HTTP\/1\.1 408 /m)
    expect(heard()).toContain('"code":"REQUEST_TIMEOUT"')
    expect(received).toHaveLength(0)
  })

  it('of one network are limited', async () => {
    await open(1)
    for (let count = 0; count < MAX_HELD_PER_NETWORK; count++)
      await sendPart('123', { address: `2001:db8::${count.toString(16)}` })
    const { heard, closed } = await sendPart('123', { address: '2001:db8::ffff' })
    await closed
    expect(heard()).toMatch(/^HTTP\/1\.1 429 /m)
    expect(await (await sendWhole('x', '2001:db8:0:1::1')).text()).toBe('x')
  })
})

describe('a body', () => {
  it.each([
    ['a length', 'content-length: 9', ['abc', 'def', 'ghi']],
    ['chunks', 'transfer-encoding: chunked', ['3\r\nabc\r\n', '6\r\ndef', 'ghi\r\n0\r\n\r\n']],
  ] as const)('that arrives in parts, with %s, is passed on as a whole', async (_what, length, parts) => {
    await open(0)
    const [first, ...rest] = parts
    const { socket, heard } = await sendPart(first, { length })
    for (const part of rest) {
      expect(received).toHaveLength(0)
      socket.write(part)
    }
    await waitUntil(() => heard().includes('abcdefghi'))
    expect(received).toHaveLength(1)
  })

  it.each([MAX_HELD_BYTES - 1, MAX_HELD_BYTES, MAX_HELD_BYTES + 1, 5 * MAX_HELD_BYTES])(
    'of %d bytes arrives unchanged',
    async (size) => {
      await open(0)
      const body = Array.from({ length: size }, (_, index) => index % 10).join('')
      expect((await (await sendWhole(body)).text()) === body).toBe(true)
    },
  )

  it.each([
    ['GET', 'content-length: 10'],
    ['GET', 'transfer-encoding: chunked'],
    ['HEAD', 'content-length: 10'],
  ])('of a %s with %s is refused', async (method, length) => {
    await open(0)
    const { heard, closed } = await sendPart('', { method, length, path: '/api/bookings' })
    await closed
    expect(heard()).toMatch(/^HTTP\/1\.1 400 /m)
    expect(heard()).toContain('application/problem+json')
    expect(received).toHaveLength(0)
  })
})

it('an answer that comes before the end of the body frees the connection to the service', async () => {
  await open(0)
  answer = (_request, response) => response.writeHead(401, { connection: 'keep-alive' }).end('please sign in')
  const { socket, heard, closed } = await sendPart('x'.repeat(MAX_HELD_BYTES + 1), {
    path: '/api/uploads',
    length: 'content-length: 10000000',
  })
  await waitUntil(() => received[0]?.socket.destroyed === true)
  await waitUntil(() => heard().includes('please sign in'))
  expect(heard()).toMatch(/^HTTP\/1\.1 401 /m)
  // What the client still sends is read for a moment, so that it gets the answer.
  socket.write('more')
  const begun = performance.now()
  await closed
  expect(performance.now() - begun).toBeLessThan(allowed(BODY_WITHIN_MS))
})

it('one address has a limited number of connections', async () => {
  await open(0)
  const clients = Array.from({ length: MAX_CONNECTIONS_PER_NETWORK }, openClient)
  await Promise.all(clients.map(({ socket }) => once(socket, 'connect')))
  const { heard, closed } = openClient()
  await closed
  expect(heard()).toMatch(/^HTTP\/1\.1 429 /)
  clients[0]?.socket.destroy()
  await waitUntil(
    async () =>
      (await fetch(`http://127.0.0.1:${portOf(door.server)}/healthz`).catch(() => undefined))?.status === 200,
  )
})
