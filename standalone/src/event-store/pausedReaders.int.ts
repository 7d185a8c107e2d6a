import { readFileSync } from 'node:fs'
import { EventStoreDBClient, jsonEvent, type ResolvedEvent } from '@eventstore/db-client'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killEventStores, type ServerProcess, spawnEventStore, until } from './testServer.ts'
import { appendPatiently, newStream } from './testStore.ts'

/** A thousand for the full figure, with fewer readers: PAUSED_EVENTS and PAUSED_READERS. */
const EVENTS = Number(process.env['PAUSED_EVENTS'] ?? 36)
/** Half of them read $all, the others the stream. */
const READERS = Number(process.env['PAUSED_READERS'] ?? 8)
const EVENT_BYTES = 900_000
const MAX_RSS_BYTES = 300 * 1024 * 1024
const TIMEOUT_MS = 60_000 + EVENTS * READERS * 100

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

/** The largest resident memory of the server that is seen during the work, in bytes. */
const measureRss = async (work: () => Promise<void>): Promise<number> => {
  let highest = 0
  const timer = setInterval(() => (highest = Math.max(highest, readRss())), 20)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return highest
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

const appendLarge = async (stream: string): Promise<void> => {
  const writer = EventStoreDBClient.connectionString(address)
  const text = 'x'.repeat(EVENT_BYTES)
  for (let n = 0; n < EVENTS; n += 1)
    await appendPatiently(writer, stream, jsonEvent({ type: 'Large', data: { n, text } }))
  await writer.dispose()
}

const expected = Array.from({ length: EVENTS }, (_, n) => BigInt(n))

const pauseAndResume = async (): Promise<void> => {
  const stream = newStream()
  const readers = await Promise.all(
    Array.from({ length: READERS }, (_, index) =>
      openPaused((client) =>
        index % 2 === 0 ? client.subscribeToAll({ fromPosition: 'end' }) : client.subscribeToStream(stream),
      ),
    ),
  )
  await appendLarge(stream)
  for (const { client, subscription } of readers) {
    const seen: (bigint | undefined)[] = []
    subscription.on('data', ({ event }: ResolvedEvent) => void seen.push(event?.revision))
    subscription.resume()
    await until('all events', () => seen.length >= EVENTS, TIMEOUT_MS)
    expect(seen).toEqual(expected)
    await client.dispose()
  }
}

it(
  'stays within its memory while readers of large events pause, and delivers all of them afterwards',
  async () => {
    expect(await measureRss(pauseAndResume)).toBeLessThan(MAX_RSS_BYTES)
  },
  TIMEOUT_MS,
)
