import { randomUUID } from 'node:crypto'
import { EventStoreDBClient } from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deadline } from '../retry/deadline.ts'
import { allowed } from '../testing/allowed.ts'
import { busyTurns } from '../testing/busyTurns.ts'
import { createMemoryLog } from '../testing/log.ts'
import { startTestStack, type TestStack } from '../testing/stack.ts'
import { startTcpProxy, type TcpProxy } from '../testing/tcpProxy.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { connectEventStore } from './esdb.ts'
import {
  EventRejectedError,
  OutcomeUnknownError,
  StoreUnavailableError,
  type EventStore,
  type FeedItem,
  type NewEvent,
  type Position,
  type Recorded,
} from './port.ts'

// One suite for every server behind the port: the embedded one, or the one that EVENTSTORE_URL names, which
// others may use meanwhile.
const givenUrl = process.env['EVENTSTORE_URL']
const { log, lines } = createMemoryLog()
let stack: TestStack | undefined
let url: string
let store: EventStore
let client: EventStoreDBClient

beforeAll(async () => {
  if (!givenUrl) stack = await startTestStack()
  url = givenUrl ?? stack?.eventStoreUrl ?? ''
  store = connectEventStore({ url, name: 'contract', log })
  client = EventStoreDBClient.connectionString(url)
})
afterAll(async () => {
  await store?.close()
  await client?.dispose()
  await stack?.stop()
})

const category = `contract${randomUUID().slice(0, 8)}`
const newStream = () => `${category}-${randomUUID()}`
const newEvent = (data: Record<string, unknown> = {}, overrides: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  type: 'ContractTested',
  data,
  metadata: { tenantId: 'tenant-1', $correlationId: 'c-1', occurredAt: '2026-01-01T00:00:00.000Z' },
  ...overrides,
})
const newEvents = (count: number) => Array.from({ length: count }, (_, index) => newEvent({ index }))

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
const readAll = (stream: string, options?: Parameters<EventStore['read']>[1]) =>
  collect(store.read(stream, options))
const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id)

/**
 * As a caller does that is told that the outcome is unknown: the same again. On a busy machine that may
 * happen without a fault.
 */
const surely = async <Result>(append: () => Promise<Result>): Promise<Result> => {
  for (const deadline = Date.now() + 20_000; ;) {
    try {
      return await append()
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError) || Date.now() > deadline) throw error
    }
  }
}

const appended = async (
  stream: string,
  events: readonly NewEvent[],
  expected: Parameters<EventStore['append']>[2],
) => {
  const result = await surely(() => store.append(stream, events, expected))
  if (result.kind !== 'appended') throw new Error(`Expected an append, got ${result.kind}`)
  return result
}
const isAfter = (left: Position, right: Position) =>
  left.commit > right.commit || (left.commit === right.commit && left.prepare > right.prepare)

describe('append and read', () => {
  test('creates an absent stream at revision 0 and lets it grow from there', async () => {
    const stream = newStream()
    const first = await appended(stream, newEvents(1), 'absent')
    const second = await appended(stream, newEvents(2), 0n)
    expect([first.revision, second.revision]).toEqual([0n, 2n])
    expect(isAfter(second.position, first.position)).toBe(true)
    await appended(stream, newEvents(1), 'any')
    expect((await appended(stream, newEvents(1), 'present')).revision).toBe(4n)
    expect((await readAll(stream)).map(({ revision }) => revision)).toEqual([0n, 1n, 2n, 3n, 4n])
  })

  test('returns a conflict with the actual revision', async () => {
    const stream = newStream()
    expect(await store.append(stream, newEvents(1), 0n)).toEqual({ kind: 'conflict', actual: 'absent' })
    expect(await store.append(stream, newEvents(1), 'present')).toEqual({
      kind: 'conflict',
      actual: 'absent',
    })
    await appended(stream, newEvents(3), 'absent')
    expect(await store.append(stream, newEvents(1), 'absent')).toEqual({ kind: 'conflict', actual: 2n })
    expect(await store.append(stream, newEvents(1), 1n)).toEqual({ kind: 'conflict', actual: 2n })
    expect(await store.append(stream, newEvents(1), 9n)).toEqual({ kind: 'conflict', actual: 2n })
    expect(await readAll(stream)).toHaveLength(3)
  })

  test('lets exactly one of several racing writers win, with all of its events', async () => {
    const stream = newStream()
    const results = await Promise.all(
      Array.from({ length: 16 }, () => store.append(stream, newEvents(3), 'absent')),
    )
    expect(results.filter(({ kind }) => kind === 'appended')).toHaveLength(1)
    expect(await readAll(stream)).toHaveLength(3)
  })

  test('succeeds without a change when an append is repeated with the same ids', async () => {
    const stream = newStream()
    const first = newEvents(2)
    const second = newEvents(2)
    const one = await appended(stream, first, 'absent')
    await appended(stream, second, 1n)
    expect((await appended(stream, first, 'absent')).revision).toBe(one.revision)
    expect((await appended(stream, second, 1n)).revision).toBe(3n)
    expect(idsOf(await readAll(stream))).toEqual(idsOf([...first, ...second]))
  })

  test('returns data, metadata, names and times as they were written', async () => {
    const stream = `${newStream()}-Ünï/ço∂é 🏠`
    const event = newEvent(
      {
        text: 'Zoë 🏠 \u0000 " \\ ',
        nested: { list: [1, null, 'x', { deep: true }] },
        whole: Number.MAX_SAFE_INTEGER,
        minus: -0.5,
      },
      { type: 'Ünicode🏠' },
    )
    const startedAt = Date.now()
    const { position } = await appended(stream, [event], 'absent')
    const [recorded] = await readAll(stream)
    expect(recorded).toEqual({
      ...event,
      stream,
      revision: 0n,
      position,
      recordedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
    expect(Math.abs(Date.parse(recorded?.recordedAt ?? '') - startedAt)).toBeLessThan(60_000)
  })

  test('accepts 900 KiB and refuses 2 MiB before any I/O', async () => {
    const stream = newStream()
    const big = newEvent({ text: 'x'.repeat(900 * 1024) })
    await appended(stream, [big], 'absent')
    expect((await readAll(stream))[0]?.data).toEqual(big.data)
    await expect(
      store.append(stream, [newEvent({ text: 'x'.repeat(2 * 1024 * 1024) })], 0n),
    ).rejects.toBeInstanceOf(EventRejectedError)
    expect(await readAll(stream)).toHaveLength(1)
  })

  // Inside the client such data leaves a promise that never settles, and an unhandled rejection.
  test('refuses data that is not JSON immediately and affects no other append', async () => {
    const stream = newStream()
    await expect(store.append(stream, [newEvent({ amount: 1n })], 'absent')).rejects.toBeInstanceOf(
      EventRejectedError,
    )
    expect((await appended(stream, newEvents(1), 'absent')).revision).toBe(0n)
  })

  test('starts a read at the requested revision, inclusive, and stops at the limit', async () => {
    const stream = newStream()
    await appended(stream, newEvents(700), 'absent')
    expect(await readAll(stream)).toHaveLength(700)
    expect((await readAll(stream, { from: 0n, limit: 2 })).map(({ revision }) => revision)).toEqual([0n, 1n])
    expect((await readAll(stream, { from: 698n })).map(({ revision }) => revision)).toEqual([698n, 699n])
    expect(await readAll(stream, { from: 700n })).toEqual([])
    expect(await readAll(stream, { limit: 0 })).toEqual([])
    expect(await readAll(newStream())).toEqual([])
  })

  test('lets a reader leave early or abort', async () => {
    const stream = newStream()
    await appended(stream, newEvents(500), 'absent')
    for await (const { revision } of store.read(stream)) if (revision === 3n) break
    const controller = new AbortController()
    const aborted = (async () => {
      for await (const { revision } of store.read(stream, { signal: controller.signal }))
        if (revision === 3n) controller.abort()
    })()
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
    expect(await readAll(stream)).toHaveLength(500)
  })

  // A call that has ended stays open for ever when its last messages are never read; how many wait there
  // depends on the client's buffers.
  test('closes without waiting for reads and feeds that were left early', async () => {
    const stream = newStream()
    const mark = await appended(stream, newEvents(80), 'absent')
    const leaving = connectEventStore({ url, name: 'contract-leaving', log })
    const reads = Array.from({ length: 50 }, (_, index) =>
      leaving.read(stream, { limit: 20 + index })[Symbol.asyncIterator](),
    )
    const feeds = [async () => 'start' as const, async () => mark.position].map((from) =>
      leaving.feed({ from, signal: deadline(20_000) })[Symbol.asyncIterator](),
    )
    for (const opened of [...reads, ...feeds]) await opened.next()
    // By the time of these answers everything asked for before has arrived.
    for (let pings = 0; pings < 5; pings += 1) await leaving.ping(2_000)
    for (const opened of [...reads, ...feeds]) await opened.return?.()
    const before = lines.length
    await leaving.close()
    expect(JSON.stringify(lines.slice(before))).not.toContain('still open')
  })

  test('reads a deleted stream as empty and lets it be written again', async () => {
    const stream = newStream()
    await appended(stream, newEvents(3), 'absent')
    await client.deleteStream(stream)
    expect(await readAll(stream)).toEqual([])
    expect((await appended(stream, newEvents(1), 'absent')).revision).toBe(3n)
    expect((await readAll(stream)).map(({ revision }) => revision)).toEqual([3n])
  })

  test('completes hundreds of concurrent appends', async () => {
    const results = await Promise.all(
      Array.from({ length: 400 }, () => {
        const [stream, events] = [newStream(), newEvents(1)]
        return surely(() => store.append(stream, events, 'absent'))
      }),
    )
    expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['appended']))
  })

  // With HTTP/2's first window, a turn brings 64 KB of all streams together.
  test('reads many long streams concurrently in a few turns of a busy event loop', async () => {
    const text = 'x'.repeat(4_096)
    const streams = Array.from({ length: 40 }, newStream)
    for (const stream of streams)
      await appended(
        stream,
        Array.from({ length: 10 }, () => newEvent({ text })),
        'absent',
      )
    const read = Promise.all(streams.map((stream) => readAll(stream)))
    expect(await busyTurns(read)).toBeLessThan(20)
    expect((await read).map((events) => events.length)).toEqual(streams.map(() => 10))
  })

  test('answers a ping', async () => {
    await store.ping(2_000)
  })
})

/** Takes items until the predicate holds for one, that one included, and lets go of the feed. */
const takeUntil = async (
  feed: AsyncIterable<FeedItem>,
  isLast: (item: FeedItem) => boolean,
): Promise<FeedItem[]> => {
  const items: FeedItem[] = []
  for await (const item of feed) {
    items.push(item)
    if (isLast(item)) break
  }
  return items
}
const ownEvents = (items: readonly FeedItem[], stream: string): Recorded[] =>
  items.flatMap((item) => (item.kind === 'event' && item.event.stream === stream ? [item.event] : []))
const isEvent = (id: string | undefined) => (item: FeedItem) => item.kind === 'event' && item.event.id === id

describe('a feed', () => {
  test('hands over every event once, in the order of the log, and never a system event', async () => {
    const [left, right] = [newStream(), newStream()]
    const mark = await appended(newStream(), newEvents(1), 'absent')
    const events = newEvents(300)
    for (const [index, event] of events.entries())
      await appended(index % 2 === 0 ? left : right, [event], 'any')
    await client.setStreamMetadata(left, { maxAge: 3_600_000 })
    const last = newEvent()
    await appended(right, [last], 'any')
    const items = await takeUntil(
      store.feed({ from: async () => mark.position, signal: deadline(20_000) }),
      isEvent(last.id),
    )
    const seen = items.flatMap((item) =>
      item.kind === 'event' && item.event.stream.startsWith(category) ? [item.event] : [],
    )
    expect(idsOf(seen)).toEqual(idsOf([...events, last]))
    const positions = items.flatMap((item) =>
      item.kind === 'event' ? [item.event.position] : item.kind === 'checkpoint' ? [item.position] : [],
    )
    positions
      .slice(1)
      .forEach((position, index) => expect(isAfter(position, positions[index] ?? position)).toBe(true))
    expect(items.filter((item) => item.kind === 'event' && item.event.type.startsWith('$'))).toEqual([])
  })

  test('hands over only the chosen categories, and advances past all others', async () => {
    const [wanted, other] = [`wanted${category}`, `other${category}`]
    const mark = await appended(`${wanted}-1`, newEvents(1), 'absent')
    const events = newEvents(2)
    await appended(`${wanted}-2`, events, 'absent')
    // No prefix of a name is a category.
    await appended(`${wanted}more-1`, newEvents(1), 'absent')
    let last = mark
    for (let index = 0; index < 5; index += 1)
      last = await appended(`${other}-${index}`, newEvents(500), 'absent')
    const items = await takeUntil(
      store.feed({
        from: async () => mark.position,
        categories: [wanted, 'none'],
        signal: deadline(20_000),
      }),
      (item) => item.kind === 'caught-up',
    )
    expect(items.flatMap((item) => (item.kind === 'event' ? [item.event.id] : []))).toEqual(idsOf(events))
    const checkpoints = items.flatMap((item) => (item.kind === 'checkpoint' ? [item.position] : []))
    expect(checkpoints.length).toBeGreaterThan(1)
    expect(
      checkpoints.every(
        (checkpoint) => isAfter(checkpoint, mark.position) && !isAfter(checkpoint, last.position),
      ),
    ).toBe(true)
  })

  test('resumes after a position, exclusive', async () => {
    const stream = newStream()
    const events = newEvents(5)
    for (const event of events) await appended(stream, [event], 'any')
    const recorded = await readAll(stream)
    const from = async () => recorded[2]?.position ?? 'start'
    const items = await takeUntil(store.feed({ from, signal: deadline(20_000) }), isEvent(events[4]?.id))
    expect(idsOf(ownEvents(items, stream))).toEqual(idsOf(events.slice(3)))
  })

  test('reports caught-up only after the whole backlog, even to a slow consumer', async () => {
    const stream = newStream()
    const events = newEvents(100)
    await appended(stream, events, 'absent')
    const items: FeedItem[] = []
    for await (const item of store.feed({ from: async () => 'start', signal: deadline(25_000) })) {
      items.push(item)
      await new Promise((resolve) => setImmediate(resolve))
      if (item.kind === 'caught-up') break
    }
    expect(idsOf(ownEvents(items, stream))).toEqual(idsOf(events))
  })

  test('stays live after caught-up, and keeps the order when the consumer pauses', async () => {
    const stream = newStream()
    const events = newEvents(600)
    const mark = await appended(newStream(), newEvents(1), 'absent')
    const seen: Recorded[] = []
    let writing: Promise<unknown> | undefined
    for await (const item of store.feed({
      from: async () => mark.position,
      signal: deadline(25_000),
    })) {
      if (item.kind === 'caught-up') {
        writing ??= (async () => {
          for (let index = 0; index < events.length; index += 20)
            await appended(stream, events.slice(index, index + 20), 'any')
        })()
        // The server's live buffer is small: while we rest it must fall behind and catch up again, losing
        // nothing.
        await writing
      }
      if (item.kind === 'event' && item.event.stream === stream) seen.push(item.event)
      if (seen.length === events.length) break
    }
    expect(idsOf(seen)).toEqual(idsOf(events))
  })

  test('advances by a checkpoint when the log grew by system events only', async () => {
    const stream = newStream()
    const { position } = await appended(stream, newEvents(1), 'absent')
    await client.setStreamMetadata(stream, { maxAge: 3_600_000 })
    const items = await takeUntil(
      store.feed({ from: async () => position, signal: deadline(20_000) }),
      (item) => item.kind === 'caught-up',
    )
    const checkpoints = items.flatMap((item) => (item.kind === 'checkpoint' ? [item.position] : []))
    expect(checkpoints.some((checkpoint) => isAfter(checkpoint, position))).toBe(true)
    expect(items.at(-1)?.kind).toBe('caught-up')
  })

  test('ends within a second of the abort, both while waiting and while busy', async () => {
    const mark = await appended(newStream(), newEvents(1), 'absent')
    const controller = new AbortController()
    const feed = store.feed({ from: async () => mark.position, signal: controller.signal })
    const ended = (async () => {
      for await (const item of feed) if (item.kind === 'caught-up') setTimeout(() => controller.abort(), 20)
      return Date.now()
    })()
    await new Promise((resolve) => controller.signal.addEventListener('abort', resolve, { once: true }))
    const abortedAt = Date.now()
    expect((await ended) - abortedAt).toBeLessThan(allowed(1_000))
  })
})

// A fault is made between client and server, so it needs a plain, single address.
const canProxy = !givenUrl || (/[?&]tls=false/.test(givenUrl) && !givenUrl.includes('+discover'))

describe.runIf(canProxy)('a client on a faulty connection', () => {
  const throughProxy = async <Result>(
    work: (proxied: EventStore, proxy: TcpProxy) => Promise<Result>,
  ): Promise<Result> => {
    const target = new URL(url)
    const proxy = await startTcpProxy(Number(target.port || 2113))
    target.host = `127.0.0.1:${proxy.port}`
    const proxied = connectEventStore({ url: target.href, name: 'contract-proxied', log })
    try {
      return await work(proxied, proxy)
    } finally {
      await proxied.close()
      await proxy.close()
    }
  }

  test('recovers from a reset connection within the append and writes once', () =>
    throughProxy(async (proxied, proxy) => {
      const stream = newStream()
      await proxied.append(stream, newEvents(1), 'absent')
      for (let revision = 0n; revision < 20n; revision += 1n) {
        const appending = proxied.append(stream, newEvents(1), revision)
        proxy.reset()
        expect(await appending).toMatchObject({ kind: 'appended', revision: revision + 1n })
      }
      expect(await readAll(stream)).toHaveLength(21)
    }))

  // The client's batch append rejects a promise nobody holds when this happens, which ends the process (and
  // fails this run).
  test('fails no writer when a connection breaks with full send buffers', () =>
    throughProxy(async (proxied, proxy) => {
      const text = 'x'.repeat(100_000)
      let written = 0
      let stop = false
      const write = (stream: string, expected: bigint | 'absent') => {
        const events = [newEvent({ text })]
        return surely(() => proxied.append(stream, events, expected))
      }
      const writing = Promise.all(
        Array.from({ length: 48 }, async () => {
          for (let expected: bigint | 'absent' = 'absent', stream = newStream(); !stop; written += 1) {
            const result = await write(stream, expected)
            if (result.kind === 'conflict') throw new Error('A repeated append met itself')
            expected = result.revision
          }
        }),
      )
      for (let reset = 0; reset < 5; reset += 1) {
        const before = written
        await waitUntil(() => written > before + 30, 10_000, 'writers under way')
        proxy.reset()
      }
      stop = true
      await writing
    }))

  test('recovers from a reset connection within a read', () =>
    throughProxy(async (proxied, proxy) => {
      const stream = newStream()
      await appended(stream, newEvents(500), 'absent')
      const seen: bigint[] = []
      for await (const { revision } of proxied.read(stream)) {
        seen.push(revision)
        if (revision === 5n) proxy.reset()
      }
      expect(seen).toEqual(Array.from({ length: 500 }, (_, index) => BigInt(index)))
    }))

  test('keeps a feed complete and free of repetitions across resets', () =>
    throughProxy(async (proxied, proxy) => {
      const stream = newStream()
      const mark = await appended(newStream(), newEvents(1), 'absent')
      const events = newEvents(200)
      const seen: Recorded[] = []
      const writing = (async () => {
        for (const event of events) await appended(stream, [event], 'any')
      })()
      for await (const item of proxied.feed({
        from: async () => mark.position,
        signal: deadline(25_000),
      })) {
        if (item.kind !== 'event' || item.event.stream !== stream) continue
        seen.push(item.event)
        if (seen.length % 50 === 1) proxy.reset()
        if (seen.length === events.length) break
      }
      await writing
      expect(idsOf(seen)).toEqual(idsOf(events))
    }))

  test('reports an unknown append, and an unavailable store for reads and pings, on a silent link', () =>
    throughProxy(async (proxied, proxy) => {
      const stream = newStream()
      await proxied.append(stream, newEvents(1), 'absent')
      await collect(proxied.read(stream))
      proxy.blackhole()
      const startedAt = Date.now()
      const outcomes = await Promise.allSettled([
        proxied.append(stream, newEvents(1), 0n),
        collect(proxied.read(stream)),
        proxied.ping(500),
      ])
      expect(Date.now() - startedAt).toBeLessThan(allowed(6_000))
      expect(
        outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : 'fulfilled')),
      ).toEqual([
        expect.any(OutcomeUnknownError),
        expect.any(StoreUnavailableError),
        expect.any(StoreUnavailableError),
      ])
      proxy.heal()
      proxy.reset()
      await waitUntil(
        () =>
          proxied.append(stream, newEvents(1), 0n).then(
            ({ kind }) => kind === 'appended',
            () => false,
          ),
        10_000,
        'a healed link',
      )
    }))

  test('reports that nothing was written when no server listens, and spares other clients', () =>
    throughProxy(async (proxied, proxy) => {
      const stream = newStream()
      await proxy.close()
      const disturbing = Promise.allSettled(
        Array.from({ length: 20 }, () => proxied.append(stream, newEvents(1), 'absent')),
      )
      for (let count = 0; count < 50; count += 1) await appended(newStream(), newEvents(1), 'absent')
      const outcomes = await disturbing
      expect(
        outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : 'fulfilled')),
      ).toEqual(outcomes.map(() => expect.any(StoreUnavailableError)))
      expect(await readAll(stream)).toEqual([])
      await expect(proxied.ping(1_000)).rejects.toBeInstanceOf(StoreUnavailableError)
    }))
})

describe.skipIf(givenUrl)('a killed server', () => {
  test('loses no acknowledged event, repeats none, and resumes feed and appends', async () => {
    const mark = await appended(newStream(), newEvents(1), 'absent')
    const streams = Array.from({ length: 16 }, newStream)
    const acknowledged = new Map<string, string[]>(streams.map((stream) => [stream, []]))
    const seen = new Map<string, string[]>(streams.map((stream) => [stream, []]))
    const stopReading = new AbortController()
    const reading = (async () => {
      for await (const item of store.feed({ from: async () => mark.position, signal: stopReading.signal })) {
        if (item.kind === 'event') seen.get(item.event.stream)?.push(item.event.id)
      }
    })()
    let stopWriting = false
    const writing = Promise.all(
      streams.map(async (stream) => {
        for (let expected: bigint | 'absent' = 'absent'; !stopWriting;) {
          const event = newEvent()
          // What the port asks of its callers: repeat the same append until its outcome is known.
          for (;;) {
            try {
              const result = await store.append(stream, [event], expected)
              if (result.kind === 'conflict')
                throw new Error(
                  `Somebody else wrote: ${String(result.actual)} instead of ${String(expected)}`,
                )
              expected = result.revision
              acknowledged.get(stream)?.push(event.id)
              break
            } catch (error) {
              if (!(error instanceof OutcomeUnknownError) && !(error instanceof StoreUnavailableError))
                throw error
            }
          }
        }
      }),
    )
    const total = () => [...acknowledged.values()].reduce((sum, ids) => sum + ids.length, 0)
    for (let kill = 0; kill < 3; kill += 1) {
      const before = total()
      await waitUntil(() => total() > before + 100, 15_000, 'writers under way')
      await stack?.killEventStore()
      await stack?.startEventStore()
    }
    const before = total()
    await waitUntil(() => total() > before + 100, 15_000, 'writers back at work')
    stopWriting = true
    await writing
    await waitUntil(
      () => streams.every((stream) => seen.get(stream)?.length === acknowledged.get(stream)?.length),
      15_000,
      'the feed to catch up',
    )
    stopReading.abort()
    await reading
    for (const stream of streams) {
      expect(idsOf(await readAll(stream))).toEqual(acknowledged.get(stream))
      expect(seen.get(stream)).toEqual(acknowledged.get(stream))
    }
  })
})
