import { randomUUID } from 'node:crypto'
import {
  type AllStreamResolvedEvent,
  DeadlineExceededError,
  type EventData,
  EventStoreDBClient,
  type JSONEventType,
  jsonEvent,
  type ResolvedEvent,
  UnavailableError,
} from '@eventstore/db-client'
import { allowed } from '@hearth/platform/testing/allowed'
import { startTestPostgres } from '@hearth/platform/testing/postgres'
import { startEventStore } from './server.ts'

export type Happened = JSONEventType<'Happened', { n: number }, { by: string }>

export const happened = (n: number, id: string = randomUUID()) =>
  jsonEvent<Happened>({ id, type: 'Happened', data: { n }, metadata: { by: 'test' } })
export const several = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => happened(from + index))
export const newStream = (category = 'thing'): string => `${category}-${randomUUID()}`

export const collect = async <E extends ResolvedEvent | AllStreamResolvedEvent>(
  stream: AsyncIterable<E>,
): Promise<E[]> => {
  const events: E[] = []
  for await (const event of stream) events.push(event)
  return events
}
export const revisions = (events: readonly (ResolvedEvent | AllStreamResolvedEvent)[]) =>
  events.map((resolved) => Number(resolved.event?.revision))
export const numbers = (events: readonly (ResolvedEvent | AllStreamResolvedEvent)[]) =>
  events.map((resolved) => (resolved.event as { data: { n: number } } | undefined)?.data.n)

/**
 * Appends as a careful client does: an append in doubt is repeated, and its event's id makes it count once. A
 * server answers "timeout" after 2 s, which a busy machine can need for a large event.
 */
export const appendPatiently = async (
  client: EventStoreDBClient,
  stream: string,
  event: EventData,
): Promise<void> => {
  const deadline = Date.now() + allowed(30_000)
  for (;;) {
    try {
      await client.appendToStream(stream, event)
      return
    } catch (error) {
      const inDoubt = error instanceof DeadlineExceededError || error instanceof UnavailableError
      if (!inDoubt || Date.now() > deadline) throw error
    }
  }
}

/** The event store on a fresh Postgres, with a client. */
export const startTestStore = async () => {
  const postgres = await startTestPostgres()
  const server = await startEventStore({ port: 0, databaseUrl: postgres.databaseUrl })
  // One client for all appends: the client's bookkeeping of batch appends is shared by every client of a
  // process.
  const client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${server.port}?tls=false`)
  return {
    postgres,
    server,
    client,
    stop: async () => {
      await client.dispose()
      await server.stop()
      await postgres.stop()
    },
  }
}
export type TestStore = Awaited<ReturnType<typeof startTestStore>>
