import { randomUUID } from 'node:crypto'
import { EventStoreDBClient } from '@eventstore/db-client'
import { afterAll, beforeAll } from 'vitest'
import { createMemoryLog } from '../../testing/log.ts'
import { startTestStack, type TestStack } from '../../testing/stack.ts'
import { connectEventStore } from '../esdb.ts'
import {
  OutcomeUnknownError,
  type EventStore,
  type FeedItem,
  type NewEvent,
  type Position,
  type Recorded,
} from '../port.ts'

/** A server that others may use meanwhile; without it the suite starts one. */
export const givenUrl = process.env['EVENTSTORE_URL']
export const isEmbedded = !givenUrl && !process.env['EVENT_STORE_COMMAND']
export const { log, lines } = createMemoryLog()
export let stack: TestStack | undefined
export let url: string
export let store: EventStore
export let client: EventStoreDBClient

/** Opens the store for the tests of a group. `answers` says when the embedded server answers. */
export const openForGroup = (answers: 'tight' | 'late' | undefined): void => {
  beforeAll(async () => {
    stack = givenUrl ? undefined : await startTestStack(answers ? ['--answers', answers] : [])
    url = givenUrl ?? stack?.eventStoreUrl ?? ''
    store = connectEventStore({ url, name: 'contract', log })
    client = EventStoreDBClient.connectionString(url)
  })
  afterAll(async () => {
    await store?.close()
    await client?.dispose()
    await stack?.stop()
  })
}

export const category = `contract${randomUUID().slice(0, 8)}`
export const newStream = () => `${category}-${randomUUID()}`
export const newEvent = (
  data: Record<string, unknown> = {},
  overrides: Partial<NewEvent> = {},
): NewEvent => ({
  id: randomUUID(),
  type: 'ContractTested',
  data,
  metadata: { tenantId: 'tenant-1', $correlationId: 'c-1', occurredAt: '2026-01-01T00:00:00.000Z' },
  ...overrides,
})
export const newEvents = (count: number) => Array.from({ length: count }, (_, index) => newEvent({ index }))

export const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
export const readAll = (stream: string, options?: Parameters<EventStore['read']>[1]) =>
  collect(store.read(stream, options))
export const idsOf = (events: readonly { id: string }[]) => events.map(({ id }) => id)

/**
 * Repeats an append whose outcome is unknown, as a caller does. On a busy machine that may happen without a
 * fault.
 */
export const surely = async <Result>(append: () => Promise<Result>): Promise<Result> => {
  for (const deadline = Date.now() + 20_000; ;) {
    try {
      return await append()
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError) || Date.now() > deadline) throw error
    }
  }
}

export const appended = async (
  stream: string,
  events: readonly NewEvent[],
  expected: Parameters<EventStore['append']>[2],
) => {
  const result = await surely(() => store.append(stream, events, expected))
  if (result.kind !== 'appended') throw new Error(`Expected an append, got ${result.kind}`)
  return result
}
export const isAfter = (left: Position, right: Position) =>
  left.commit > right.commit || (left.commit === right.commit && left.prepare > right.prepare)

/** Takes items until the predicate holds for one, that one included, and lets go of the feed. */
export const takeUntil = async (
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
export const ownEvents = (items: readonly FeedItem[], stream: string): Recorded[] =>
  items.flatMap((item) => (item.kind === 'event' && item.event.stream === stream ? [item.event] : []))
export const isEvent = (id: string | undefined) => (item: FeedItem) =>
  item.kind === 'event' && item.event.id === id
