import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent, StreamNotFoundError } from '@eventstore/db-client'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams, { type AppendReq } from '@eventstore/db-client/generated/streams_pb.js'
import { credentials, Metadata, type ClientWritableStream } from '@grpc/grpc-js'
import { startTcpProxy, type TcpProxy } from '@hearth/platform/testing/tcpProxy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import { startEventStore, type RunningEventStore } from './server.ts'
import { streamIdentifier } from './wire.ts'

const DEADLINE_MS = 400

let postgres: TestPostgres
let server: RunningEventStore
let proxy: TcpProxy
let client: EventStoreDBClient

beforeAll(async () => {
  postgres = await startTestPostgres()
  server = await startEventStore({ port: 0, databaseUrl: postgres.databaseUrl })
  proxy = await startTcpProxy(server.port)
  client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${server.port}?tls=false`)
})
afterAll(async () => {
  await client?.dispose()
  await proxy?.close()
  await server?.stop()
  await postgres?.stop()
})

const options = (stream: string): AppendReq => {
  const chosen = new streams.AppendReq.Options()
  chosen.setStreamIdentifier(streamIdentifier(stream))
  chosen.setNoStream(new shared.Empty())
  const message = new streams.AppendReq()
  message.setOptions(chosen)
  return message
}
const event = (): AppendReq => {
  const id = new shared.UUID()
  id.setString(randomUUID())
  const proposed = new streams.AppendReq.ProposedMessage()
  proposed.setId(id)
  proposed.setData(Buffer.from('{}'))
  proposed.getMetadataMap().set('type', 'Happened')
  proposed.getMetadataMap().set('content-type', 'application/json')
  const message = new streams.AppendReq()
  message.setProposedMessage(proposed)
  return message
}

const eventsIn = async (stream: string): Promise<number> => {
  let count = 0
  try {
    for await (const _ of client.readStream(stream)) count += 1
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error
  }
  return count
}

type Call = ClientWritableStream<AppendReq>
/** Sends the first events of an append but never the end, and cuts it off. */
const begin = async (stream: string, events: number, cut: (call: Call) => void) => {
  const streamsClient = new StreamsClient(`127.0.0.1:${proxy.port}`, credentials.createInsecure())
  const ended = new Promise<number | undefined>((resolve) => {
    const call: Call = streamsClient.append(new Metadata(), { deadline: Date.now() + DEADLINE_MS }, (error) =>
      resolve(error?.code),
    )
    call.on('error', () => undefined)
    call.write(options(stream))
    for (let sent = 0; sent < events; sent += 1) call.write(event())
    setTimeout(() => cut(call), DEADLINE_MS / 2)
  })
  const status = await ended
  streamsClient.close()
  return status
}

const CUTS: readonly (readonly [string, (call: Call) => void])[] = [
  ['the caller cancels', (call) => call.cancel()],
  ['its deadline is over', () => undefined],
  ['the connection is reset', () => proxy.reset()],
]

test.each(CUTS.flatMap(([name, cut]) => [1, 5].map((events) => [name, events, cut] as const)))(
  'an append that is cut off writes nothing: %s after %d events',
  async (_name, events, cut) => {
    const stream = `cut-${randomUUID()}`
    expect(await begin(stream, events, cut)).toBeGreaterThan(0)
    // The half that arrived would be written by now if the server took it for the whole.
    await client.appendToStream(`after-${randomUUID()}`, jsonEvent({ type: 'Happened', data: {} }))
    expect(await eventsIn(stream)).toBe(0)
  },
)
