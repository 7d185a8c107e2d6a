import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import {
  accepted,
  CHILD_SETTINGS,
  command,
  PEOPLE,
  readTypes,
  startTestSystem,
  type TestSystem,
} from '@hearth/command-service/testing/fixture'
import { startPlace, type Place } from '@hearth/command-service/testing/place'
import { SIGNATURE_HEADER } from '@hearth/command-service/thread/sending/webhookChannel'
import { threadFold } from '@hearth/command-service/thread/thread.state'
import { addMinutes } from '@hearth/contracts/kernel/dates'
import { newId, type Id } from '@hearth/contracts/kernel/ids'
import { signWebhook } from '@hearth/platform/http/webhookSignature'
import { freePort } from '@hearth/platform/process/freePort'
import { startChild, type ReadyChild } from '@hearth/platform/testing/child'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import express from 'express'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSandboxChannel, type SandboxChannel } from './sandboxChannel.ts'

/** Messages; `MESSAGES=500` for more. */
const COUNT = Number(process.env['MESSAGES'] ?? 24)
const PER_THREAD = 3
/** The worker dies at work after each but the last. */
const BATCHES = 4
const SECRET = 'a-secret-of-the-channel'
const HOSTILE = {
  errorBefore: 0.1,
  errorAfter: 0.1,
  cutAfter: 0.1,
  wrongAfter: 0.1,
  late: 0.2,
  lateMs: 300,
  duplicateReceipt: 0.3,
  receiptDelayMs: 1_500,
}

let system: TestSystem
let channel: SandboxChannel
let server: Server
let worker: ReadyChild
let startWorker: () => Promise<ReadyChild>
let place: Place
let receiptsUrl: string
const directory = createWorkDirectory()

beforeAll(async () => {
  const port = await freePort()
  receiptsUrl = `http://127.0.0.1:${port}/api/webhooks/messages`
  channel = openSandboxChannel({
    file: join(directory.path, 'channel.jsonl'),
    secret: SECRET,
    receiptsUrl,
    seed: 'messages',
    hostility: HOSTILE,
    pace: { deliverMs: 50, readMs: 100 },
  })
  server = createServer(express().use('/channel', channel.api)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Hosts write so long ago that their messages can't be retracted any more.
  system = await startTestSystem({ now: () => addMinutes(new Date().toISOString(), -3) })
  startWorker = () =>
    startChild('command-service/src/main.ts', [], {
      ...CHILD_SETTINGS,
      PORT: String(port),
      LOG_LEVEL: 'error',
      DATABASE_URL: system.stack.databaseUrl,
      EVENTSTORE_URL: system.stack.eventStoreUrl,
      SWEEP_INTERVAL_MS: '300',
      RATE_LIMIT_FACTOR: '1000',
      CHANNEL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/channel`,
      CHANNEL_SECRET: SECRET,
    })
  const { pool } = system.service
  await waitUntil(
    async () =>
      (await pool.query<{ found: boolean }>(`select to_regclass('read.booking') is not null as found`))
        .rows[0]?.found === true,
    30_000,
    'the read models',
  )
  place = await startPlace(system.service)
})
afterAll(async () => {
  await worker?.stop()
  channel?.close()
  server?.closeAllConnections()
  server?.close()
  await system?.stop()
  directory.remove()
})

/** A guest who wrote some minutes ago. */
const openThread = async (): Promise<Id> => {
  const sentAt = addMinutes(new Date().toISOString(), -5)
  const guest = { guestRef: newId(), displayName: 'Ana P.' }
  const data = {
    listingId: place.listingId,
    guest,
    bookingId: null,
    messageId: newId(),
    body: 'Hello',
    sentAt,
  }
  const envelope = command('ReceiveGuestMessage', PEOPLE.gateway, data, {
    hostAccountId: place.accountId,
    occurredAt: sentAt,
  })
  return accepted(await system.service.handle(envelope)).id
}

/** Answers the id of the message. */
const write = async (id: Id, body: string): Promise<Id> => {
  accepted(
    await system.service.handle(command('SendMessage', PEOPLE.owner(place.accountId), { body }, { id })),
  )
  const { state } = await system.service.handler.view(threadFold, id, 0)
  const last = state.status === 'none' ? undefined : state.messages.at(-1)
  if (last === undefined) throw new Error('The message was not written')
  return last.messageId
}

const readStatuses = async (threads: readonly Id[]): Promise<readonly string[]> => {
  const statuses: string[] = []
  for (const id of threads) {
    const { state } = await system.service.handler.view(threadFold, id, 0)
    if (state.status !== 'none') statuses.push(...Object.values(state.deliveries).map(({ status }) => status))
  }
  return statuses
}

/** A call of the webhook, signed unless `key` is another one; answers the status. */
const post = async (body: unknown, { key = SECRET, ageS = 0 } = {}): Promise<number> => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const response = await fetch(receiptsUrl, {
    method: 'POST',
    body: text,
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signWebhook(key, text, Math.floor(Date.now() / 1_000) - ageS),
    },
  })
  await response.arrayBuffer()
  return response.status
}

it(`delivers ${COUNT} messages once each, however the channel answers and workers die`, async () => {
  const threads: Id[] = []
  const texts: string[] = []
  for (let batch = 0; batch < BATCHES; batch += 1) {
    // Written before the worker records anything in these threads: events of a thread never go back in time.
    while (texts.length < ((batch + 1) * COUNT) / BATCHES) {
      if (texts.length % PER_THREAD === 0) threads.push(await openThread())
      texts.push(`Text ${texts.length}`)
      await write(threads.at(-1) ?? '', texts.at(-1) ?? '')
    }
    const taken = channel.taken().length
    worker = await startWorker()
    if (batch === BATCHES - 1) break
    await waitUntil(() => channel.taken().length > taken, 30_000, 'a message that the channel took')
    await worker.kill()
  }
  await waitUntil(
    async () => (await readStatuses(threads)).every((status) => status === 'read'),
    60_000 + COUNT * 1_000,
    'the last receipt',
  )
  const bodies = channel.taken().map(({ message }) => message.body)
  expect(bodies.toSorted()).toEqual(texts.toSorted())
  // Those of a thread arrive in the order in which they were written.
  for (const id of threads) {
    const ofThread = channel.taken().filter(({ message }) => message.threadId === id)
    expect(ofThread.map(({ message }) => message.body)).toEqual(
      texts.filter((text) => ofThread.some(({ message }) => message.body === text)),
    )
  }
  await waitUntil(
    async () =>
      (
        await system.service.pool.query(
          `select from read.message where thread_id = any($1) and delivery = 'read'`,
          [threads],
        )
      ).rowCount === COUNT,
    30_000,
    'the read model',
  )
})

it('keeps no text of a message outside the log but sealed', async () => {
  channel.setHostility({ errorBefore: 1 })
  const threadId = await openThread()
  await write(threadId, 'A text to be found nowhere')
  await waitUntil(
    async () => (await readTypes(system.service, `thread-${threadId}`)).includes('MessageDeliveryStarted'),
    30_000,
    'the first try',
  )
  const { rows } = await system.service.pool.query<{ found: number }>(`
    select
      (select count(*)::int from app.outbox o where o::text like '%found nowhere%')
      + (select count(*)::int from read.message m where m::text like '%found nowhere%') as found`)
  expect(rows).toEqual([{ found: 0 }])
  channel.setHostility({})
  await waitUntil(async () => (await readStatuses([threadId]))[0] === 'read', 30_000, 'the delivery')
})

it('sends a message again that did not reach the guest, when its host says so', async () => {
  channel.setHostility({})
  const threadId = await openThread()
  const messageId = await write(threadId, 'You were unreachable')
  await waitUntil(async () => (await readStatuses([threadId]))[0] === 'failed', 30_000, 'the failure')
  accepted(
    await system.service.handle(
      command('RetryDelivery', PEOPLE.owner(place.accountId), { messageId }, { id: threadId }),
    ),
  )
  await waitUntil(async () => (await readStatuses([threadId]))[0] === 'read', 30_000, 'the delivery')
  expect(channel.taken().filter(({ message }) => message.messageId === messageId)).toMatchObject([
    { failed: false },
  ])
})

it('believes only signed receipts, counts each once, and says the same of messages it does not know', async () => {
  channel.setHostility({ errorBefore: 1 })
  const threadId = await openThread()
  const messageId = await write(threadId, 'Hello Ana')
  const types = () => readTypes(system.service, `thread-${threadId}`)
  await waitUntil(async () => (await types()).includes('MessageDeliveryStarted'), 30_000, 'the first try')
  const before = await types()
  const at = new Date().toISOString()
  const receipt = { id: 'r1', threadId, messageId, status: 'delivered', at }

  expect(await post(receipt, { key: 'another-secret-than-agreed' })).toBe(401)
  expect(await post(receipt, { ageS: 301 })).toBe(401)
  expect((await fetch(receiptsUrl, { method: 'POST', body: JSON.stringify(receipt) })).status).toBe(401)
  for (const wrong of [
    {},
    { ...receipt, status: 'lost' },
    { ...receipt, threadId: 'x' },
    { ...receipt, more: 1 },
  ])
    expect(await post(wrong)).toBe(422)
  expect(await post('{')).toBe(400)
  expect(await post({ ...receipt, threadId: newId() })).toBe(204)
  expect(await post({ ...receipt, messageId: newId() })).toBe(204)
  expect(await types()).toEqual(before)

  // Read arrives before delivered; both come twice, and a failure late.
  const read = { ...receipt, id: 'r2', status: 'read' }
  expect([await post(read), await post(read), await post(receipt), await post(receipt)]).toEqual([
    204, 204, 204, 204,
  ])
  expect(await post({ ...receipt, id: 'r3', status: 'failed', reason: 'unreachable' })).toBe(204)
  expect(await types()).toEqual([...before, 'MessageReadByGuest'])
  // Under an id that is known, another receipt is a mistake of the channel.
  expect(await post({ ...read, status: 'failed' })).toBe(422)
})
