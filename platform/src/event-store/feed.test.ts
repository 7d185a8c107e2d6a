import { PassThrough } from 'node:stream'
import type { AllStreamResolvedEvent, AllStreamSubscription, Filter } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { allowed } from '../testing/allowed.ts'
import { silentLog } from '../testing/log.ts'
import { waitUntil } from '../testing/waitUntil.ts'
import { followForever, type FeedOptions } from './feed.ts'
import type { FeedItem, Position } from './port.ts'

const at = (commit: bigint): Position => ({ commit, prepare: commit })
const resolved = (commit: bigint, type = 'Tested'): AllStreamResolvedEvent => ({
  event: {
    streamId: 'test-1',
    id: String(commit),
    isJson: true,
    revision: commit,
    type,
    created: new Date(0),
    data: {},
    metadata: {},
    position: at(commit),
  },
})

/** Behaves like the client's subscription: a transform whose announcements overtake its buffered events. */
const makeSubscription = () => {
  const unsubscribed: boolean[] = []
  const stream = new PassThrough({ objectMode: true })
  const subscription: AllStreamSubscription = Object.assign(stream, {
    unsubscribe: async () => void unsubscribed.push(true),
  })
  return { subscription, stream, unsubscribed }
}

const createConnection = (client: FeedOptions['connection']['client']): FeedOptions['connection'] => ({
  client,
  leaveIfSilent: async () => false,
  toStoreError: (error) => error,
})

const brief = (item: FeedItem) =>
  item.kind === 'event'
    ? item.event.position.commit
    : item.kind === 'checkpoint'
      ? `checkpoint ${item.position.commit}`
      : item.kind

const takeUntil = async (feed: AsyncIterable<FeedItem>, last: (item: FeedItem) => boolean) => {
  const items = []
  for await (const item of feed) {
    items.push(brief(item))
    if (last(item)) break
  }
  return items
}

test('holds caught-up and checkpoint until the events buffered before them are handed over', async () => {
  const { subscription, stream } = makeSubscription()
  for (const commit of [1n, 2n, 3n]) stream.write(resolved(commit))
  stream.write(resolved(4n, '$metadata'))
  expect(stream.readableLength).toBe(4)
  const feed = followForever({
    connection: createConnection({ subscribeToAll: () => subscription }),
    from: async () => 'start',
    signal: new AbortController().signal,
    log: silentLog,
  })
  const items = feed[Symbol.asyncIterator]()
  const first = await items.next()
  stream.emit('caughtUp')
  stream.write(resolved(5n))
  const rest = await takeUntil(items, (item) => item.kind === 'event' && item.event.position.commit === 5n)
  expect([brief(first.value ?? expect.unreachable()), ...rest]).toEqual([
    1n,
    2n,
    3n,
    'checkpoint 4',
    'caught-up',
    5n,
  ])
})

test('sends only checkpoints for other categories, after the events buffered before them', async () => {
  const { subscription, stream } = makeSubscription()
  let filter: Filter | undefined
  const client = {
    subscribeToAll: (options?: Readonly<{ filter?: Filter }>) => ((filter = options?.filter), subscription),
  }
  for (const commit of [1n, 2n]) stream.write(resolved(commit))
  const items = followForever({
    connection: createConnection(client),
    from: async () => 'start',
    categories: ['test', 'other'],
    signal: new AbortController().signal,
    log: silentLog,
  })[Symbol.asyncIterator]()
  const first = await items.next()
  expect(filter).toMatchObject({ filterOn: 'streamName', prefixes: ['test-', 'other-'] })
  await filter?.checkpointReached?.(subscription, at(1_024n))
  stream.emit('caughtUp')
  stream.write(resolved(1_025n))
  const rest = await takeUntil(
    items,
    (item) => item.kind === 'event' && item.event.position.commit === 1_025n,
  )
  expect([brief(first.value ?? expect.unreachable()), ...rest]).toEqual([
    1n,
    2n,
    'checkpoint 1024',
    'caught-up',
    1_025n,
  ])
})

test('sends caught-up to a consumer that is already waiting', async () => {
  const { subscription, stream } = makeSubscription()
  const feed = followForever({
    connection: createConnection({ subscribeToAll: () => subscription }),
    from: async () => 'start',
    signal: new AbortController().signal,
    log: silentLog,
  })
  const waiting = takeUntil(feed, (item) => item.kind === 'caught-up')
  await waitUntil(() => stream.listenerCount('caughtUp') > 0)
  stream.emit('caughtUp')
  expect(await waiting).toEqual(['caught-up'])
})

test('advances over a run of system events by checkpoints, fewer than one per event', async () => {
  const { subscription, stream } = makeSubscription()
  const feed = followForever({
    connection: createConnection({ subscribeToAll: () => subscription }),
    from: async () => 'start',
    signal: new AbortController().signal,
    log: silentLog,
  })
  const writing = (async () => {
    for (let commit = 1n; commit <= 1_500n; commit += 1n)
      if (!stream.write(resolved(commit, '$stats')))
        await new Promise((resolve) => stream.once('drain', resolve))
    stream.write(resolved(1_501n))
  })()
  const items = await takeUntil(feed, (item) => item.kind === 'event')
  await writing
  expect(items.length).toBeLessThan(750)
  expect(items.at(-1)).toBe(1501n)
})

test('resumes a lost feed after the last event or a later commit, and unsubscribes each time', async () => {
  const subscriptions = [makeSubscription(), makeSubscription(), makeSubscription()]
  const starts: unknown[] = []
  const commits: (Position | 'start')[] = ['start', at(1n), at(10n)]
  const feed = followForever({
    connection: createConnection({
      subscribeToAll: (options) => {
        const next = subscriptions[starts.length] ?? expect.unreachable()
        starts.push(options?.fromPosition)
        return next.subscription
      },
    }),
    from: async () => commits.shift() ?? expect.unreachable(),
    signal: new AbortController().signal,
    log: silentLog,
  })
  const taking = takeUntil(feed, (item) => item.kind === 'event' && item.event.position.commit === 11n)
  subscriptions[0]?.stream.write(resolved(1n))
  subscriptions[0]?.stream.write(resolved(2n))
  await waitUntil(() => subscriptions[0]?.stream.readableLength === 0 && starts.length === 1)
  subscriptions[0]?.stream.emit('error', new Error('reset'))
  await waitUntil(() => starts.length === 2)
  subscriptions[1]?.stream.end()
  await waitUntil(() => starts.length === 3)
  subscriptions[2]?.stream.write(resolved(11n))
  expect(await taking).toEqual([1n, 2n, 11n])
  expect(starts).toEqual(['start', at(2n), at(10n)])
  expect(subscriptions.map(({ unsubscribed }) => unsubscribed.length)).toEqual([1, 1, 1])
  // The client may report an error on a subscription that was left long ago.
  expect(subscriptions[0]?.stream.emit('error', new Error('late'))).toBe(true)
})

test('requests a start position again when it cannot be read', async () => {
  const { subscription, stream } = makeSubscription()
  let asked = 0
  const feed = followForever({
    connection: createConnection({ subscribeToAll: () => subscription }),
    from: async () => {
      asked += 1
      if (asked < 3) throw new Error('database is restarting')
      return 'start'
    },
    signal: new AbortController().signal,
    log: silentLog,
  })
  stream.write(resolved(1n))
  expect(await takeUntil(feed, () => true)).toEqual([1n])
  expect(asked).toBe(3)
})

test('ends a waiting feed immediately on an abort', async () => {
  const { subscription, unsubscribed } = makeSubscription()
  const controller = new AbortController()
  const feed = followForever({
    connection: createConnection({ subscribeToAll: () => subscription }),
    from: async () => 'start',
    signal: controller.signal,
    log: silentLog,
  })
  const ended = takeUntil(feed, () => false)
  await waitUntil(() => subscription.listenerCount('caughtUp') > 0)
  const startedAt = Date.now()
  controller.abort()
  expect(await ended).toEqual([])
  expect(Date.now() - startedAt).toBeLessThan(allowed(500))
  expect(unsubscribed).toEqual([true])
})
