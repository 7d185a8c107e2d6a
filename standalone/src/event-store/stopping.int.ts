import { randomUUID } from 'node:crypto'
import { CancelledError, EventStoreDBClient, jsonEvent, UnavailableError } from '@eventstore/db-client'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { credentials, status } from '@grpc/grpc-js'
import { createRequest } from '@hearth/platform/event-store/batchMessages'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEventStore } from './server.ts'
import { collect, newStream } from './testStore.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startTestPostgres()
})
afterAll(() => postgres?.stop())

const serve = (port = 0) => startEventStore({ port, databaseUrl: postgres.databaseUrl })
const connect = (port: number) => EventStoreDBClient.connectionString(`esdb://127.0.0.1:${port}?tls=false`)
const createEvent = (n: number) => jsonEvent({ id: randomUUID(), type: 'Counted', data: { n } })
const append = (client: EventStoreDBClient, stream: string, event: ReturnType<typeof createEvent>) =>
  client.appendToStream(`${stream}-${event.data.n}`, event, { expectedRevision: 'no_stream' })

describe('a server that stops', () => {
  it('ends a batch append as cancelled, like a read', async () => {
    const server = await serve()
    const raw = new StreamsClient(`127.0.0.1:${server.port}`, credentials.createInsecure())
    const call = raw.batchAppend()
    const ended = new Promise<number | undefined>((resolve) => {
      call.on('error', (error: Error & { code?: number }) => resolve(error.code))
    })
    const answered = new Promise((resolve) => call.once('data', resolve))
    call.write(createRequest(randomUUID(), newStream(), [], 'any'))
    await answered
    await server.stop()
    expect(await ended).toBe(status.CANCELLED)
    raw.close()
  })

  it('keeps what it acknowledged, and what it did not can be repeated', async () => {
    const first = await serve()
    const client = connect(first.port)
    const stream = newStream()
    const sent: ReturnType<typeof createEvent>[] = []
    const acknowledged: string[] = []
    const failed: Error[] = []
    // Each writer always has an append under way, so the stop meets some.
    const appendUntilRefused = async (): Promise<void> => {
      while (failed.length === 0) {
        const event = createEvent(sent.length)
        sent.push(event)
        await append(client, stream, event).then(
          () => acknowledged.push(event.id),
          (error: Error) => failed.push(error),
        )
      }
    }
    const writers = Array.from({ length: 32 }, appendUntilRefused)
    await waitUntil(() => sent.length > 100)
    await first.stop()
    await Promise.all(writers)
    for (const error of failed)
      expect(
        error instanceof CancelledError ||
          error instanceof UnavailableError ||
          ('code' in error && error.code === status.UNAVAILABLE),
      ).toBe(true)
    expect(failed).toContainEqual(expect.any(CancelledError))

    const second = await serve(first.port)
    const readIds = async () =>
      (await collect(client.readAll())).flatMap(({ event }) =>
        event?.streamId.startsWith(stream) ? [event.id] : [],
      )
    expect(await readIds()).toEqual(expect.arrayContaining(acknowledged))
    for (const event of sent) await append(client, stream, event)
    expect((await readIds()).toSorted()).toEqual(sent.map(({ id }) => id).toSorted())
    await client.dispose()
    await second.stop()
  })
})
