import { randomUUID } from 'node:crypto'
import { allowed } from '@hearth/platform/testing/allowed'
import {
  type AllStreamResolvedEvent,
  binaryEvent,
  CancelledError,
  DeadlineExceededError,
  EventStoreDBClient,
  type JSONEventType,
  jsonEvent,
  MaxAppendSizeExceededError,
  type ResolvedEvent,
  StreamDeletedError,
  StreamNotFoundError,
  streamNameFilter,
  eventTypeFilter,
  TimeoutError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestPostgres, type TestPostgres } from '@hearth/platform/testing/postgres'
import { startEventStore, type RunningEventStore } from './server.ts'
import { until } from './testServer.ts'

type Happened = JSONEventType<'Happened', { n: number }, { by: string }>

const happened = (n: number, id: string = randomUUID()) =>
  jsonEvent<Happened>({ id, type: 'Happened', data: { n }, metadata: { by: 'test' } })
const several = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => happened(from + index))
const newStream = (category = 'thing'): string => `${category}-${randomUUID()}`

const collect = async <E extends ResolvedEvent | AllStreamResolvedEvent>(
  stream: AsyncIterable<E>,
): Promise<E[]> => {
  const events: E[] = []
  for await (const event of stream) events.push(event)
  return events
}
const revisions = (events: readonly (ResolvedEvent | AllStreamResolvedEvent)[]) =>
  events.map((resolved) => Number(resolved.event?.revision))
const numbers = (events: readonly (ResolvedEvent | AllStreamResolvedEvent)[]) =>
  events.map((resolved) => (resolved.event as { data: { n: number } } | undefined)?.data.n)

let postgres: TestPostgres
let server: RunningEventStore
let client: EventStoreDBClient

beforeAll(async () => {
  postgres = await startTestPostgres()
  server = await startEventStore({ port: 0, databaseUrl: postgres.databaseUrl })
  // One client for all appends: the client's bookkeeping of batch appends is shared by every client of a
  // process.
  client = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${server.port}?tls=false`)
})

afterAll(async () => {
  await client?.dispose()
  await server?.stop()
  await postgres?.stop()
})

// The two RPCs behind appendToStream: per-call credentials choose the plain one, even where they are not
// sent.
const callStyles = [
  ['BatchAppend', {}],
  ['Append', { credentials: { username: 'admin', password: 'changeit' } }],
] as const

describe.each(callStyles)('appending with %s', (_name, style) => {
  it('answers with revision and position, in order', async () => {
    const stream = newStream()
    const first = await client.appendToStream(stream, several(3), { expectedRevision: 'no_stream', ...style })
    const second = await client.appendToStream(stream, several(2, 3), { expectedRevision: 2n, ...style })
    expect([first.nextExpectedRevision, second.nextExpectedRevision]).toEqual([2n, 4n])
    expect(second.position?.commit).toBeGreaterThan(first.position?.commit ?? 0n)
    expect(numbers(await collect(client.readStream(stream)))).toEqual([0, 1, 2, 3, 4])
  })

  it('refuses a wrong expected revision and names the actual one', async () => {
    const stream = newStream()
    await client.appendToStream(stream, several(3), { expectedRevision: 'any', ...style })
    for (const expectedRevision of ['no_stream', 1n, 7n] as const) {
      const refusal = client.appendToStream(stream, happened(9), { expectedRevision, ...style })
      await expect(refusal).rejects.toMatchObject({
        constructor: WrongExpectedVersionError,
        actualVersion: 2n,
        expectedVersion: expectedRevision,
      })
    }
    await expect(
      client.appendToStream(newStream(), happened(9), { expectedRevision: 'stream_exists', ...style }),
    ).rejects.toMatchObject({ actualVersion: 'no_stream' })
    expect(await collect(client.readStream(stream))).toHaveLength(3)
  })

  it('lets exactly one of 50 conflicting appends win', async () => {
    const stream = newStream()
    await client.appendToStream(stream, happened(0), style)
    const attempts = Array.from({ length: 50 }, (_, n) =>
      client.appendToStream(stream, [happened(n), happened(n)], { expectedRevision: 0n, ...style }),
    )
    const results = await Promise.allSettled(attempts)
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ actualVersion: 2n })
    expect(await collect(client.readStream(stream))).toHaveLength(3)
  })

  it('recognises a repeated append', async () => {
    const stream = newStream()
    const events = several(3)
    const first = await client.appendToStream(stream, events, { expectedRevision: 'no_stream', ...style })
    await client.appendToStream(stream, happened(9), { expectedRevision: 2n, ...style })
    for (const expectedRevision of ['no_stream', 'any'] as const) {
      const again = await client.appendToStream(stream, events, { expectedRevision, ...style })
      expect(again).toEqual(first)
    }
    const mixed = client.appendToStream(stream, [...events.slice(0, 2), happened(4)], {
      expectedRevision: 'no_stream',
      ...style,
    })
    await expect(mixed).rejects.toThrow(WrongExpectedVersionError)
    expect(await collect(client.readStream(stream))).toHaveLength(4)
  })

  it('accepts 1 MiB and not a byte more, counting data, metadata and twice the type', async () => {
    const fit = 1_048_576 - 2 * 'Blob'.length - 2
    const blob = (bytes: number) =>
      binaryEvent({ type: 'Blob', data: new Uint8Array(bytes).fill(7), metadata: new Uint8Array(2) })
    const stream = newStream()
    await client.appendToStream(stream, blob(fit), style)
    await expect(client.appendToStream(stream, blob(fit + 1), style)).rejects.toThrow(
      MaxAppendSizeExceededError,
    )
    const [stored] = await collect(client.readStream(stream))
    expect(Buffer.from(stored?.event?.data as Uint8Array).equals(Buffer.alloc(fit, 7))).toBe(true)
  })

  it('refuses invalid names', async () => {
    for (const stream of ['', '$all', '$$$$meta', 'with\0nul']) {
      await expect(client.appendToStream(stream, happened(1), style)).rejects.toThrow(UnknownError)
    }
  })
})

describe('reading', () => {
  it('reads a stream in both directions, from anywhere', async () => {
    const stream = newStream()
    await client.appendToStream(stream, several(700))
    expect(revisions(await collect(client.readStream(stream)))).toEqual(
      Array.from({ length: 700 }, (_, index) => index),
    )
    expect(
      revisions(
        await collect(
          client.readStream(stream, { direction: 'backwards', fromRevision: 'end', maxCount: 3 }),
        ),
      ),
    ).toEqual([699, 698, 697])
    expect(revisions(await collect(client.readStream(stream, { fromRevision: 697n })))).toEqual([
      697, 698, 699,
    ])
    expect(revisions(await collect(client.readStream(stream, { fromRevision: 900n })))).toEqual([])
    expect(
      revisions(
        await collect(client.readStream(stream, { direction: 'backwards', fromRevision: 900n, maxCount: 2 })),
      ),
    ).toEqual([699, 698])
    expect(
      revisions(await collect(client.readStream(stream, { direction: 'backwards', fromRevision: 1n }))),
    ).toEqual([1, 0])
    expect(
      revisions(await collect(client.readStream(stream, { direction: 'backwards', fromRevision: 'start' }))),
    ).toEqual([0])
    await expect(collect(client.readStream(newStream()))).rejects.toThrow(StreamNotFoundError)
  })

  it('reads $all inclusively forwards, exclusively backwards, and keeps every event as it was', async () => {
    const stream = newStream('Straße')
    const event = happened(1)
    const before = await client.appendToStream(stream, event)
    await client.appendToStream(stream, several(4, 2))
    const position = before.position
    if (!position) throw new Error('no position')
    const forwards = await collect(client.readAll({ fromPosition: position }))
    expect(numbers(forwards)).toEqual([1, 2, 3, 4, 5])
    expect(forwards[0]?.event).toMatchObject({
      streamId: stream,
      id: event.id,
      revision: 0n,
      type: 'Happened',
      isJson: true,
      data: { n: 1 },
      metadata: { by: 'test' },
      position,
    })
    expect(Math.abs(Date.now() - Number(forwards[0]?.event?.created))).toBeLessThan(10_000)
    const backwards = await collect(
      client.readAll({ direction: 'backwards', fromPosition: position, maxCount: 1 }),
    )
    expect(backwards[0]?.event?.id).not.toBe(event.id)
    const whole = await collect(client.readAll())
    const reversed = await collect(client.readAll({ direction: 'backwards', fromPosition: 'end' }))
    expect(reversed.map((resolved) => resolved.event?.id).reverse()).toEqual(
      whole.map((resolved) => resolved.event?.id),
    )
  })

  it('refuses a position that was never issued', async () => {
    const { position } = await client.appendToStream(newStream(), happened(1))
    const unknown = { commit: (position?.commit ?? 0n) + 1n, prepare: (position?.prepare ?? 0n) + 1n }
    await expect(collect(client.readAll({ fromPosition: unknown }))).rejects.toThrow('invalid position')
    await expect(collect(client.subscribeToAll({ fromPosition: unknown }))).rejects.toThrow(
      'invalid position',
    )
  })

  it('resolves links', async () => {
    const stream = newStream()
    const links = newStream('links')
    await client.appendToStream(stream, several(2))
    const link = (target: string) => binaryEvent({ type: '$>', data: Buffer.from(target) })
    await client.appendToStream(links, [link(`1@${stream}`), link('5@gone')])
    const [found, gone] = await collect(client.readStream(links, { resolveLinkTos: true }))
    expect(found).toMatchObject({
      event: { streamId: stream, revision: 1n },
      link: { streamId: links, revision: 0n },
    })
    expect(gone?.event).toBeUndefined()
    expect(gone?.link?.revision).toBe(1n)
  })
})

describe('retention and deletion', () => {
  it('hides what metadata excludes, from the stream but not from $all', async () => {
    const stream = newStream()
    const { position } = await client.appendToStream(stream, several(10))
    await client.setStreamMetadata(stream, { maxCount: 3 })
    expect(revisions(await collect(client.readStream(stream)))).toEqual([7, 8, 9])
    await client.setStreamMetadata(stream, { truncateBefore: 5 })
    expect(revisions(await collect(client.readStream(stream)))).toEqual([5, 6, 7, 8, 9])
    expect((await client.getStreamMetadata(stream)).metadata).toMatchObject({ truncateBefore: 5 })
    await client.setStreamMetadata(stream, { maxAge: 3_600 })
    expect(await collect(client.readStream(stream))).toHaveLength(10)
    if (!position) throw new Error('no position')
    expect(
      await collect(client.readAll({ direction: 'backwards', fromPosition: position, maxCount: 9 })),
    ).toHaveLength(9)
    expect(revisions(await collect(client.readStream(`$$${stream}`)))).toEqual([2])
  })

  it('deletes softly: the stream is gone until it is written to, and continues at its revision', async () => {
    const stream = newStream()
    await client.appendToStream(stream, several(5))
    await client.setStreamMetadata(stream, { maxCount: 100 })
    await client.deleteStream(stream, { expectedRevision: 4n })
    await expect(collect(client.readStream(stream))).rejects.toThrow(StreamNotFoundError)
    const again = await client.appendToStream(stream, several(2, 5), { expectedRevision: 'no_stream' })
    expect(again.nextExpectedRevision).toBe(6n)
    expect(revisions(await collect(client.readStream(stream)))).toEqual([5, 6])
    await expect(client.deleteStream(newStream())).rejects.toThrow(WrongExpectedVersionError)
    await expect(client.deleteStream(stream, { expectedRevision: 3n })).rejects.toMatchObject({
      actualVersion: 6n,
    })
  })

  it('keeps old events hidden when only the metadata of a deleted stream is written', async () => {
    const stream = newStream()
    await client.appendToStream(stream, several(3))
    await client.deleteStream(stream)
    await client.setStreamMetadata(stream, { maxCount: 50 })
    await client.appendToStream(stream, happened(3))
    expect(revisions(await collect(client.readStream(stream)))).toEqual([3])
    expect((await client.getStreamMetadata(stream)).metadata).toMatchObject({
      maxCount: 50,
      truncateBefore: 3,
    })
  })

  it('tombstones permanently', async () => {
    const stream = newStream()
    await client.appendToStream(stream, several(2))
    await client.tombstoneStream(stream, { expectedRevision: 1n })
    await expect(collect(client.readStream(stream))).rejects.toThrow(StreamDeletedError)
    await expect(client.appendToStream(stream, happened(1))).rejects.toThrow(StreamDeletedError)
    await expect(client.setStreamMetadata(stream, { maxCount: 1 })).rejects.toThrow(StreamDeletedError)
    await expect(client.deleteStream(stream)).rejects.toThrow(StreamDeletedError)
    await expect(client.tombstoneStream(`$$${newStream()}`)).rejects.toThrow('metadata stream')
    const [last] = await collect(client.readAll({ direction: 'backwards', fromPosition: 'end', maxCount: 1 }))
    expect(last?.event).toMatchObject({ type: '$streamDeleted', revision: 2n ** 63n - 1n, streamId: stream })
  })
})

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
    const blocker = new pg.Client(postgres.databaseUrl)
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
    const reader = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${server.port}?tls=false`)
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
      `esdb+discover://127.0.0.1:${server.port}?tls=false`,
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
