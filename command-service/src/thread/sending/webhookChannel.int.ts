import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { secret } from '@hearth/platform/config/secret'
import { isSigned } from '@hearth/platform/http/webhookSignature'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OutgoingMessage } from './channel.ts'
import { createWebhookChannel, SIGNATURE_HEADER } from './webhookChannel.ts'

const SECRET = 'a-secret-of-the-channel'
const MESSAGE: OutgoingMessage = {
  messageId: '7f7d1c0e-9d8e-5d52-9c53-1f0b2c3d4e5f',
  threadId: 'b1b0e7d4-1f0a-5a53-9a0e-3a0f6f0d4a11',
  listingId: '4923f469-2234-5b6b-b0ff-2fea33808dd8',
  guestRef: 'guest-A1',
  author: 'host',
  body: 'There is one 👋',
  attachments: [],
  sentAt: '2026-07-13T10:00:00.000Z',
}
const { messageId } = MESSAGE
const unknown = (why: string) => ({ kind: 'unknown', why })

type Call = Readonly<{ headers: IncomingMessage['headers']; body: Buffer }>
const calls: Call[] = []
let reply: (response: ServerResponse, call: number) => void
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  calls.push({ headers: request.headers, body: Buffer.concat(chunks) })
  reply(response, calls.length)
})
const answer = (status: number, body: unknown) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
let url: string

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`
})
beforeEach(() => calls.splice(0))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const handOver = (deadlineMs = 5_000) =>
  createWebhookChannel({ url, secret: secret(SECRET), deadlineMs }).handOver(MESSAGE)

it('sends the message as JSON under its id, signed with the time and the body', async () => {
  reply = answer(202, { messageId })
  expect(await handOver()).toEqual({ kind: 'accepted' })
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = calls
  expect(JSON.parse(body.toString('utf8'))).toEqual(MESSAGE)
  expect(headers['idempotency-key']).toBe(messageId)
  const signature = String(headers[SIGNATURE_HEADER])
  expect(isSigned(SECRET, signature, body, Date.now() / 1_000)).toBe(true)
  expect(isSigned(SECRET, signature, Buffer.from('{}'), Date.now() / 1_000)).toBe(false)
})

it.each([
  ['accepts it again', answer(200, { messageId, again: true }), { kind: 'accepted' }],
  [
    'can’t reach the guest',
    answer(422, { messageId, reason: 'unreachable' }),
    { kind: 'failed', reason: 'unreachable' },
  ],
  ['accepts another message', answer(200, { messageId: 'another' }), unknown('status 200')],
  [
    'refuses another message',
    answer(422, { messageId: 'another', reason: 'blocked' }),
    unknown('status 422'),
  ],
  [
    'refuses it without a reason that we know',
    answer(422, { messageId, reason: 'full' }),
    unknown('status 422'),
  ],
  ['fails', answer(500, { messageId }), unknown('status 500')],
  ['is not there', answer(404, {}), unknown('status 404')],
  ['is a page', answer(200, '<html>Welcome</html>'), unknown('SyntaxError')],
  ['is empty', answer(200, ''), unknown('SyntaxError')],
] as const)('knows what an answer means when the channel %s', async (_, given, meaning) => {
  reply = given
  expect(await handOver()).toEqual(meaning)
})

it('concludes nothing from a redirect, and does not follow it', async () => {
  reply = (response) => response.writeHead(307, { location: `${url}/elsewhere` }).end()
  expect(await handOver()).toMatchObject({ kind: 'unknown' })
  expect(calls).toHaveLength(1)
})

it('concludes nothing from a connection that is cut, before or within the answer', async () => {
  reply = (response) => response.destroy()
  expect(await handOver()).toMatchObject({ kind: 'unknown' })
  reply = (response) => {
    response.writeHead(202, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"messageId":')
    setImmediate(() => response.destroy())
  }
  expect(await handOver()).toMatchObject({ kind: 'unknown' })
})

it('gives up an answer that is too late, and repeats the same message under the same key', async () => {
  reply = (response, call) => {
    if (call > 1) answer(202, { messageId })(response)
  }
  expect(await handOver(200)).toEqual(unknown('TimeoutError'))
  expect(await handOver()).toEqual({ kind: 'accepted' })
  expect(calls.map(({ headers, body }) => [headers['idempotency-key'], body.toString('utf8')])).toEqual([
    [messageId, JSON.stringify(MESSAGE)],
    [messageId, JSON.stringify(MESSAGE)],
  ])
})

it('concludes nothing when no channel answers at all', async () => {
  const nowhere = createWebhookChannel({ url: 'http://127.0.0.1:9', secret: secret(SECRET) })
  expect(await nowhere.handOver(MESSAGE)).toMatchObject({ kind: 'unknown' })
})
