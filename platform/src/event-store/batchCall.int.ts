import { EventStoreDBClient, UnavailableError } from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import service from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js'
import { Server, type ServerDuplexStream } from '@grpc/grpc-js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { busyTurns } from '../testing/busyTurns.ts'
import { listenLocally } from '../testing/grpcServer.ts'
import { createBatchAppend, type SendAppend } from './batchCall.ts'
import { encodeAppend } from './codec.ts'

// What no real server does on demand: to answer twice, in another order, or not at all.
type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>
let receive: (request: BatchAppendReq, call: Call) => void
let calls = 0
let server: Server
let address: string
let client: EventStoreDBClient
let send: SendAppend
let abandon: () => void

beforeEach(async () => {
  calls = 0
  server = new Server()
  const unused = () => {
    throw new Error('Only batchAppend is expected here')
  }
  server.addService(service.StreamsService, {
    read: unused,
    append: unused,
    delete: unused,
    tombstone: unused,
    batchAppend: (call: Call) => {
      calls += 1
      call.on('error', () => undefined)
      call.on('data', (request: BatchAppendReq) => receive(request, call))
    },
  })
  const port = await listenLocally(server)
  address = `esdb://127.0.0.1:${port}?tls=false`
  client = EventStoreDBClient.connectionString(address)
  ;({ send, abandon } = createBatchAppend(client))
})
afterEach(async () => {
  await client.dispose()
  server.forceShutdown()
})

const events = encodeAppend('s-1', [
  {
    id: '0198c5a0-0000-7000-8000-000000000001',
    type: 'Tested',
    data: { a: 'é' },
    metadata: { tenantId: 't' },
  },
])
const sendTo = (stream: string) => send(stream, events, 'absent')
const streamOf = (request: BatchAppendReq) =>
  Buffer.from(request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()

const answerTo = (request: BatchAppendReq, revision: number): BatchAppendResp => {
  const response = new streams.BatchAppendResp()
  const success = new streams.BatchAppendResp.Success()
  const position = new shared.AllStreamPosition()
  position.setCommitPosition(String(100 + revision))
  position.setPreparePosition(String(100 + revision))
  success.setCurrentRevision(String(revision))
  success.setPosition(position)
  response.setCorrelationId(request.getCorrelationId())
  response.setStreamIdentifier(request.getOptions()?.getStreamIdentifier())
  response.setSuccess(success)
  return response
}

test('shares one call between consecutive appends', async () => {
  receive = (request, call) => call.write(answerTo(request, 0))
  for (const stream of ['s-1', 's-2', 's-3']) expect(await sendTo(stream)).toMatchObject({ kind: 'appended' })
  expect(calls).toBe(1)
})

// One call passes on two messages at most in a turn.
test('sends a hundred concurrent appends within a few turns of the event loop', async () => {
  receive = (request, call) => call.write(answerTo(request, 0))
  await sendTo('s-0')
  const turns = await busyTurns(Promise.all(Array.from({ length: 100 }, (_, index) => sendTo(`s-${index}`))))
  expect(turns).toBeLessThan(30)
})

test('gives each append its own answer in whatever order the answers arrive', async () => {
  const waiting: BatchAppendReq[] = []
  const answering: Call[] = []
  receive = (request, call) => {
    waiting.push(request)
    answering.push(call)
    if (waiting.length === 3)
      for (const [index, known] of [...waiting.entries()].toReversed())
        answering[index]?.write(answerTo(known, Number(streamOf(known).slice(2))))
  }
  const results = await Promise.all(['s-1', 's-2', 's-3'].map(sendTo))
  expect(results).toEqual(
    [1n, 2n, 3n].map((revision) => ({
      kind: 'appended',
      revision,
      position: { commit: 100n + revision, prepare: 100n + revision },
    })),
  )
})

// In the client itself a second answer throws inside a handler, which ends the process.
test('ignores an answer that no append waits for', async () => {
  receive = (request, call) => {
    for (const response of [answerTo(request, 0), answerTo(request, 1)]) call.write(response)
  }
  expect(await sendTo('s-1')).toMatchObject({ revision: 0n })
  expect(await sendTo('s-2')).toMatchObject({ revision: 0n })
})

test('rejects pending appends when the server ends the call, and opens another call', async () => {
  receive = (request, call) => (streamOf(request) === 's-1' ? call.end() : call.write(answerTo(request, 0)))
  await expect(sendTo('s-1')).rejects.toBeInstanceOf(UnavailableError)
  expect(await sendTo('s-2')).toMatchObject({ kind: 'appended' })
  expect(calls).toBe(2)
})

test('rejects the appends of an abandoned call, and opens another call', async () => {
  let arrived = () => {}
  const isWaiting = new Promise<void>((resolve) => (arrived = resolve))
  receive = (request, call) => (streamOf(request) === 's-1' ? arrived() : call.write(answerTo(request, 0)))
  const waiting = expect(sendTo('s-1')).rejects.toThrow(/CANCELLED/)
  await isWaiting
  abandon()
  await waiting
  expect(await sendTo('s-2')).toMatchObject({ kind: 'appended' })
  expect(calls).toBe(2)
})

test('fails only the appends of the client that is closed', async () => {
  const requests: Readonly<{ request: BatchAppendReq; call: Call }>[] = []
  const bothArrived = new Promise<void>((resolve) => {
    receive = (request, call) => {
      if (requests.push({ request, call }) === 2) resolve()
    }
  })
  const other = EventStoreDBClient.connectionString(address)
  const lost = expect(createBatchAppend(other).send('s-1', events, 'any')).rejects.toBeInstanceOf(Error)
  const kept = sendTo('s-2')
  await bothArrived
  await other.dispose()
  await lost
  for (const { request, call } of requests) if (streamOf(request) === 's-2') call.write(answerTo(request, 7))
  expect(await kept).toMatchObject({ revision: 7n })
})
