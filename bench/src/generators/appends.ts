import { randomUUID } from 'node:crypto'
import { EventStoreDBClient, jsonEvent, type JSONType } from '@eventstore/db-client'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import { warnings } from '../warnings.ts'
import { repeatFor, serveRounds } from './generator.ts'

/** `event` is written repeatedly, to the streams in turn. */
export type AppendsInput = Readonly<{
  url: string
  writers: number
  streams: number
  event: Readonly<{
    type: string
    data: Record<string, JSONType>
    metadata: Readonly<Record<string, string>>
  }>
}>

/** `client` is the client's own `appendToStream`, `adapter` the append of our event store port. */
export type AppendsRound = Readonly<{ by: 'client' | 'adapter'; seconds: number }>

serveRounds(({ url, writers, streams, event }: AppendsInput) => {
  const client = EventStoreDBClient.connectionString(
    `${url}&throwOnAppendFailure=true&keepAliveInterval=10000&keepAliveTimeout=5000`,
  )
  const store = connectEventStore({ url, name: 'bench', log: warnings })
  const append = {
    client: (stream: string) => client.appendToStream(stream, jsonEvent(event)),
    adapter: (stream: string) => store.append(stream, [{ ...event, id: randomUUID() }], 'any'),
  }
  let index = 0
  return ({ by, seconds }: AppendsRound) =>
    repeatFor(seconds, writers, async () => {
      index += 1
      await append[by](`bench-${index % streams}`)
      return true
    })
})
