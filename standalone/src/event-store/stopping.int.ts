import { randomUUID } from 'node:crypto'
import { CancelledError, EventStoreDBClient, jsonEvent, UnavailableError } from '@eventstore/db-client'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { credentials, status } from '@grpc/grpc-js'
import { createRequest } from '@hearth/platform/event-store/batchMessages'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
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
    const events = Array.from({ length: 300 }, (_, n) =>
      jsonEvent({ id: randomUUID(), type: 'Counted', data: { n } }),
    )
    let acknowledged = 0
    const appends = events.map((event) =>
      client
        .appendToStream(`${stream}-${event.data.n}`, event, { expectedRevision: 'no_stream' })
        .then(() => (acknowledged += 1)),
    )
    await appends[20]
    const stopped = first.stop()
    const outcomes = await Promise.allSettled(appends)
    await stopped
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    for (const error of failed)
      expect(
        error instanceof CancelledError ||
          error instanceof UnavailableError ||
          error.code === status.UNAVAILABLE,
      ).toBe(true)
    expect(failed).toContainEqual(expect.any(CancelledError))

    const second = await serve(first.port)
    for (const event of events)
      await client.appendToStream(`${stream}-${event.data.n}`, event, { expectedRevision: 'no_stream' })
    const found = await collect(client.readAll())
    const ids = found.flatMap(({ event }) => (event?.streamId.startsWith(stream) ? [event.id] : []))
    expect(ids.toSorted()).toEqual(events.map(({ id }) => id).toSorted())
    expect(acknowledged).toBe(events.length - failed.length)
    await client.dispose()
    await second.stop()
  })
})
