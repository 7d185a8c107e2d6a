import { allowed } from '@hearth/platform/testing/allowed'
import {
  CancelledError,
  DeadlineExceededError,
  EventStoreDBClient,
  jsonEvent,
  persistentSubscriptionToAllSettingsFromDefaults,
  persistentSubscriptionToStreamSettingsFromDefaults,
  type ResolvedEvent,
  streamNameFilter,
  eventTypeFilter,
  TimeoutError,
  UnsupportedError,
} from '@eventstore/db-client'
import pg from 'pg'
import { startTestPostgres } from '@hearth/platform/testing/postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEventStore } from './server.ts'
import { until } from './testServer.ts'
import {
  collect,
  happened,
  newStream,
  numbers,
  several,
  startTestStore,
  type TestStore,
} from './testStore.ts'

let store: TestStore
let client: EventStoreDBClient
beforeAll(async () => {
  store = await startTestStore()
  client = store.client
})
afterAll(() => store?.stop())

describe('subscribing', () => {
  it('catches up with a stream, reports it, and continues live', async () => {
    const stream = newStream()
    await client.appendToStream(stream, several(1_200))
    const seen: number[] = []
    let caughtUpAt = -1
    const subscription = client.subscribeToStream(stream, { fromRevision: 99n })
    subscription.on('data', (resolved: ResolvedEvent) => void seen.push(Number(resolved.event?.revision)))
    subscription.on('caughtUp', () => (caughtUpAt = Date.now()))
    await until('the backlog is there', () => seen.length === 1_100 && caughtUpAt > 0)
    await Promise.all(Array.from({ length: 100 }, (_, n) => client.appendToStream(stream, happened(n))))
    await until('the live events are there', () => seen.length === 1_200)
    expect(seen).toEqual(Array.from({ length: 1_200 }, (_, index) => index + 100))
    await subscription.unsubscribe()
  })

  it('subscribes to a stream that does not exist yet', async () => {
    const stream = newStream()
    const seen: ResolvedEvent[] = []
    let caughtUp = false
    const subscription = client.subscribeToStream(stream).on('caughtUp', () => (caughtUp = true))
    subscription.on('data', (event: ResolvedEvent) => void seen.push(event))
    await until('caught up', () => caughtUp)
    await client.appendToStream(stream, happened(1))
    await until('the event is there', () => seen.length === 1)
    await subscription.unsubscribe()
  })

  it('delivers $all from a position on, each event once, in order, while writers write', async () => {
    const { position } = await client.appendToStream(newStream(), happened(0))
    if (!position) throw new Error('no position')
    const seen: bigint[] = []
    const subscription = client.subscribeToAll({ fromPosition: position })
    subscription.on(
      'data',
      (resolved: ResolvedEvent) => void seen.push(resolved.event?.position?.commit ?? 0n),
    )
    const streams = Array.from({ length: 8 }, () => newStream())
    const written: bigint[] = []
    await Promise.all(
      streams.map(async (stream) => {
        for (let n = 0; n < 50; n += 1)
          written.push((await client.appendToStream(stream, happened(n))).position?.commit ?? 0n)
      }),
    )
    await until('all are there', () => seen.length >= 400)
    expect(seen).toEqual(written.toSorted((a, b) => (a < b ? -1 : 1)))
    await subscription.unsubscribe()
  })

  it('filters, and reports by checkpoints how far it has read', async () => {
    const { position } = await client.appendToStream(newStream(), happened(0))
    if (!position) throw new Error('no position')
    const wanted = newStream('wanted')
    for (let n = 0; n < 10; n += 1) {
      await client.appendToStream(newStream('other'), several(9))
      await client.appendToStream(wanted, happened(n))
    }
    const trace: string[] = []
    const checkpoints: bigint[] = []
    const filter = streamNameFilter({
      prefixes: ['wanted-'],
      maxSearchWindow: 5,
      checkpointInterval: 2,
      checkpointReached: async (_subscription, reached) => {
        checkpoints.push(reached.commit)
        trace.push('checkpoint')
      },
    })
    const subscription = client
      .subscribeToAll({ fromPosition: position, filter })
      .on('caughtUp', () => void trace.push('caught up'))
    const seen: ResolvedEvent[] = []
    subscription.on('data', (event: ResolvedEvent) => void seen.push(event))
    await until('caught up', () => trace.includes('caught up'))
    expect(numbers(seen)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(checkpoints).toHaveLength(10)
    expect(checkpoints).toEqual([...new Set(checkpoints)].toSorted((a, b) => (a < b ? -1 : 1)))
    expect(trace.at(-1)).toBe('caught up')
    await client.appendToStream(newStream('other'), several(10))
    await until('a live checkpoint', () => checkpoints.length === 11)
    await subscription.unsubscribe()

    const byType = client.subscribeToAll({
      fromPosition: position,
      filter: eventTypeFilter({ regex: '^\\$metadata$' }),
    })
    const types: string[] = []
    byType.on('data', (event: ResolvedEvent) => void types.push(event.event?.type ?? ''))
    await client.setStreamMetadata(wanted, { maxCount: 1 })
    await until('the metadata event', () => types.length === 1)
    await byType.unsubscribe()
  })

  it('waits for a slow reader without losing or reordering anything', async () => {
    const { position } = await client.appendToStream(newStream(), happened(0))
    if (!position) throw new Error('no position')
    const subscription = client.subscribeToAll({ fromPosition: position })
    await new Promise((resolve) => subscription.once('confirmation', resolve))
    const stream = newStream()
    const filling = 'x'.repeat(2_000)
    for (let batch = 0; batch < 30; batch += 1) {
      const events = Array.from({ length: 200 }, (_, index) =>
        jsonEvent({ type: 'Filled', data: { n: batch * 200 + index, filling } }),
      )
      await client.appendToStream(stream, events)
    }
    const seen: number[] = []
    for await (const resolved of subscription) {
      seen.push(Number(resolved.event?.revision))
      if (seen.length === 6_000) break
    }
    expect(seen).toEqual(Array.from({ length: 6_000 }, (_, index) => index))
    await subscription.unsubscribe()
  })
})

describe('limits', () => {
  it('answers in 2 s when Postgres delays a write, and recognises the repeat', async () => {
    const blocker = new pg.Client(store.postgres.databaseUrl)
    await blocker.connect()
    await blocker.query('BEGIN; LOCK TABLE events.event IN SHARE MODE')
    const stream = newStream()
    const event = happened(1)
    const started = Date.now()
    const credentials = { username: 'a', password: 'b' }
    const [plain, batch] = await Promise.allSettled([
      client.appendToStream(stream, event, { expectedRevision: 'no_stream', credentials }),
      client.appendToStream(newStream(), happened(2)),
    ])
    expect(Date.now() - started).toBeLessThan(allowed(4_000))
    expect(plain).toMatchObject({ status: 'rejected', reason: { constructor: TimeoutError } })
    expect(batch).toMatchObject({ status: 'rejected', reason: { constructor: DeadlineExceededError } })
    await blocker.query('COMMIT')
    await blocker.end()
    const repeated = await client.appendToStream(stream, event, { expectedRevision: 'no_stream' })
    expect(repeated.nextExpectedRevision).toBe(0n)
    expect(await collect(client.readStream(stream))).toHaveLength(1)
  })

  it('takes 256 reads on a connection, and counts those that have ended no longer', async () => {
    const reader = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${store.server.port}?tls=false`)
    const subscriptions = Array.from({ length: 256 }, () => reader.subscribeToStream(newStream()))
    await Promise.all(
      subscriptions.map(
        (subscription) => new Promise((resolve) => subscription.once('caughtUp', resolve).resume()),
      ),
    )
    await expect(collect(reader.readAll({ maxCount: 1 }))).rejects.toThrow('at most 256 reads')
    await Promise.all(subscriptions.map((subscription) => subscription.unsubscribe()))
    await until('there is room again', () =>
      collect(reader.readAll({ maxCount: 1 })).then(
        () => true,
        () => false,
      ),
    )
    await reader.dispose()
  })
})

describe('other calls of the protocol', () => {
  it('is found by discovery', async () => {
    const discovering = EventStoreDBClient.connectionString(
      `esdb+discover://127.0.0.1:${store.server.port}?tls=false`,
    )
    const found = await collect(discovering.readAll({ maxCount: 1 }))
    expect(found).toHaveLength(1)
    await discovering.dispose()
  })

  it('reports unsupported calls', async () => {
    const subscription = client.subscribeToPersistentSubscriptionToStream(newStream(), 'group')
    await expect(collect(subscription as AsyncIterable<ResolvedEvent>)).rejects.toThrow(
      'no persistent subscriptions',
    )
  })

  it('says that persistent subscriptions are not supported', async () => {
    const settings = persistentSubscriptionToStreamSettingsFromDefaults()
    const stream = newStream()
    for (const refused of [
      client.createPersistentSubscriptionToStream(stream, 'group', settings),
      client.listAllPersistentSubscriptions(),
      client.listPersistentSubscriptionsToStream(stream),
      client.getPersistentSubscriptionToStreamInfo(stream, 'group'),
      client.replayParkedMessagesToStream(stream, 'group'),
      client.restartPersistentSubscriptionSubsystem(),
    ])
      await expect(refused).rejects.toThrow('no persistent subscriptions')
    for (const refused of [
      client.createPersistentSubscriptionToAll('group', persistentSubscriptionToAllSettingsFromDefaults()),
      client.listPersistentSubscriptionsToAll(),
      client.getPersistentSubscriptionToAllInfo('group'),
    ])
      await expect(refused).rejects.toThrow(UnsupportedError)
  })

  it('ends open calls with a status when it stops', async () => {
    const database = await startTestPostgres()
    const other = await startEventStore({ port: 0, databaseUrl: database.databaseUrl })
    const reader = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${other.port}?tls=false`)
    const ended = collect(reader.subscribeToAll()).catch((error: unknown) => error)
    await collect(reader.readAll())
    const started = Date.now()
    await other.stop()
    expect(await ended).toBeInstanceOf(CancelledError)
    expect(Date.now() - started).toBeLessThan(allowed(2_000))
    await reader.dispose()
    await database.stop()
  })
})
