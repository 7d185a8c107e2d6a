import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SIGNATURE_HEADER } from '@hearth/command-service/thread/sending/webhookChannel'
import { newId } from '@hearth/contracts/kernel/ids'
import { signWebhook } from '@hearth/platform/http/webhookSignature'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import express from 'express'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSandboxChannel, type Pace } from './sandboxChannel.ts'

const SECRET = 'a-secret-of-the-channel'
const NEVER: Pace = { deliverMs: 3_600_000, readMs: 0 }
const directory = createWorkDirectory()
const file = join(directory.path, 'channel.jsonl')
let client: Server
let takes = true
const receipts: Readonly<{ id: string; messageId: string; status: string }>[] = []

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const listen = async (app: express.Express): Promise<Server> => {
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

beforeAll(async () => {
  client = await listen(
    express()
      .use(express.json())
      .post('/', (request, response) => {
        if (takes) receipts.push(request.body)
        response.status(takes ? 204 : 503).end()
      }),
  )
})
afterAll(() => {
  client?.close()
  directory.remove()
})

/** The channel from one start to its end. */
const startChannel = async (pace: Pace) => {
  const channel = openSandboxChannel({ file, secret: SECRET, receiptsUrl: urlOf(client), pace })
  const server = await listen(express().use('/channel', channel.api))
  return {
    send: async (messageId: string, body: string): Promise<number> => {
      const message = { messageId, threadId: 't1', listingId: 'l1', guestRef: 'g1', author: 'host', body }
      const text = JSON.stringify({ ...message, attachments: [], sentAt: new Date().toISOString() })
      const response = await fetch(`${urlOf(server)}/channel`, {
        method: 'POST',
        body: text,
        headers: {
          'idempotency-key': messageId,
          [SIGNATURE_HEADER]: signWebhook(SECRET, text, Math.floor(Date.now() / 1_000)),
        },
      })
      return response.status
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
      channel.close()
    },
  }
}
/** A receipt whose answer the channel did not see before it stopped comes again, under the same id. */
const statusesOf = (id: string) => {
  const byId = new Map(receipts.map((receipt) => [receipt.id, receipt]))
  return [...byId.values()].filter(({ messageId }) => messageId === id).map(({ status }) => status)
}

it('sends after a restart the receipts that were due', async () => {
  const messageId = newId()
  takes = false
  const first = await startChannel({ deliverMs: 20, readMs: 20 })
  expect(await first.send(messageId, 'Hello Ana')).toBe(202)
  first.stop()
  takes = true
  const second = await startChannel(NEVER)
  await waitUntil(() => statusesOf(messageId).length === 2, 10_000, 'both receipts')
  second.stop()
  const third = await startChannel(NEVER)
  expect(statusesOf(messageId).toSorted()).toEqual(['delivered', 'read'])
  third.stop()
})

it('knows after a restart which messages it took, and that one did not reach its guest', async () => {
  const [taken, unreachable] = [newId(), newId()]
  const first = await startChannel({ deliverMs: 0, readMs: 0 })
  await first.send(taken, 'Hello Ana')
  await first.send(unreachable, 'You were unreachable')
  await waitUntil(
    () => statusesOf(taken).length === 2 && statusesOf(unreachable).length === 1,
    10_000,
    'the receipts',
  )
  first.stop()
  const second = await startChannel({ deliverMs: 0, readMs: 0 })
  await second.send(taken, 'Hello Ana')
  await second.send(unreachable, 'You were unreachable')
  await waitUntil(() => statusesOf(unreachable).length === 3, 10_000, 'the second try')
  second.stop()
  expect(statusesOf(unreachable).toSorted()).toEqual(['delivered', 'failed', 'read'])
  expect(statusesOf(taken)).toHaveLength(2)
})
