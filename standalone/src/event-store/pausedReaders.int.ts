import { readFileSync } from 'node:fs'
import { EventStoreDBClient, jsonEvent, type ResolvedEvent } from '@eventstore/db-client'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killEventStores, type ServerProcess, spawnEventStore, until } from './testServer.ts'
import { newStream } from './testStore.ts'

/** A thousand for the full figure, with fewer readers: PAUSED_EVENTS and PAUSED_READERS. */
const EVENTS = Number(process.env['PAUSED_EVENTS'] ?? 36)
/** Half of them read $all, the others the stream. */
const READERS = Number(process.env['PAUSED_READERS'] ?? 16)
const EVENT_BYTES = 900_000
const MAX_RSS_BYTES = 300 * 1024 * 1024

let postgres: TestPostgres
let server: ServerProcess
let address: string
beforeAll(async () => {
  postgres = await startTestPostgres()
  server = await spawnEventStore(['--port', '0', '--database-url', postgres.databaseUrl])
  address = `esdb://127.0.0.1:${server.port}?tls=false`
})
afterAll(async () => {
  killEventStores()
  await server?.exited
  await postgres?.stop()
})

const readRss = (): number => {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Resident memory of the server, the largest that was seen. */
const watchRss = () => {
  let highest = 0
  const timer = setInterval(() => (highest = Math.max(highest, readRss())), 20)
  return { highest: () => highest, stop: () => clearInterval(timer) }
}

/** A subscription on a connection of its own that has caught up and then stopped to read. */
const openPaused = async (
  subscribe: (
    client: EventStoreDBClient,
  ) => ReturnType<EventStoreDBClient['subscribeToAll' | 'subscribeToStream']>,
) => {
  const client = EventStoreDBClient.connectionString(address)
  const subscription = subscribe(client)
  await new Promise((resolve) => subscription.once('caughtUp', resolve).resume())
  subscription.pause()
  return { client, subscription }
}

it('stays within its memory while readers of large events pause, and delivers all of them afterwards', async () => {
  const writer = EventStoreDBClient.connectionString(address)
  const stream = newStream()
  const rss = watchRss()
  const readers = await Promise.all(
    Array.from({ length: READERS }, (_, index) =>
      openPaused((client) =>
        index % 2 === 0 ? client.subscribeToAll({ fromPosition: 'end' }) : client.subscribeToStream(stream),
      ),
    ),
  )
  const text = 'x'.repeat(EVENT_BYTES)
  for (let n = 0; n < EVENTS; n += 1)
    await writer.appendToStream(stream, jsonEvent({ type: 'Large', data: { n, text } }))
  const expected = Array.from({ length: EVENTS }, (_, n) => BigInt(n))
  for (const { client, subscription } of readers) {
    const seen: (bigint | undefined)[] = []
    subscription.on('data', ({ event }: ResolvedEvent) => void seen.push(event?.revision))
    subscription.resume()
    await until('all events', () => seen.length >= EVENTS, 60_000)
    expect(seen).toEqual(expected)
    await client.dispose()
  }
  rss.stop()
  expect(rss.highest()).toBeLessThan(MAX_RSS_BYTES)
  await writer.dispose()
})
