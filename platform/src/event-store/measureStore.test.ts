import { expect, test } from 'vitest'
import { openMetrics } from '../telemetry/metrics.ts'
import { measureAppends, measureFeeds } from './measureStore.ts'
import {
  OutcomeUnknownError,
  StoreAccessError,
  StoreUnavailableError,
  type AppendResult,
  type EventStore,
  type FeedItem,
} from './port.ts'

const position = { commit: 1n, prepare: 1n }
const event = { id: 'e', type: 'T', data: {}, metadata: {} }
const recorded = { ...event, stream: 's-1', revision: 0n, position, recordedAt: '2026-01-01T00:00:00Z' }

const storeOf = (answers: (AppendResult | Error)[], items: readonly FeedItem[] = []): EventStore => ({
  read: async function* () {},
  append: async () => {
    const answer = answers.shift()
    if (answer === undefined || answer instanceof Error) throw answer
    return answer
  },
  feed: async function* ({ from }) {
    await from()
    yield* items
  },
  ping: async () => {},
  close: async () => {},
})

const valueOf = async (metrics: ReturnType<typeof openMetrics>, line: string) =>
  (await metrics.metrics())
    .split('\n')
    .find((one) => one.startsWith(`${line} `))
    ?.slice(line.length + 1)

test('counts appends by outcome, and passes on each answer or error unchanged', async () => {
  const metrics = openMetrics()
  const errors = [
    new StoreUnavailableError('x'),
    new StoreAccessError('x'),
    new OutcomeUnknownError('x'),
    new Error('x'),
  ]
  const store = measureAppends(
    metrics,
    storeOf([{ kind: 'appended', revision: 1n, position }, { kind: 'conflict', actual: 3n }, ...errors]),
  )
  expect(await store.append('s-1', [event, event], 'any')).toEqual({
    kind: 'appended',
    revision: 1n,
    position,
  })
  expect(await store.append('s-1', [event], 2n)).toEqual({ kind: 'conflict', actual: 3n })
  for (const error of errors) await expect(store.append('s-1', [event], 'any')).rejects.toBe(error)
  for (const [outcome, count] of [
    ['appended', '1'],
    ['conflict', '1'],
    ['unavailable', '1'],
    ['denied', '1'],
    ['unknown', '1'],
    ['failed', '1'],
    ['refused', '0'],
  ]) {
    expect([
      outcome,
      await valueOf(metrics, `hearth_event_store_append_seconds_count{outcome="${outcome}"}`),
    ]).toEqual([outcome, count])
  }
  expect(await valueOf(metrics, 'hearth_event_store_events_appended_total')).toBe('2')
})

test('reports the position of a feed and leaves nothing behind', async () => {
  const metrics = openMetrics()
  const items: readonly FeedItem[] = [
    { kind: 'event', event: recorded },
    { kind: 'caught-up' },
    { kind: 'event', event: recorded },
  ]
  const store = measureFeeds(metrics, storeOf([], items))
  const states: unknown[] = []
  const state = async () =>
    Promise.all(
      ['connecting', 'behind', 'caught-up'].map((name) =>
        valueOf(metrics, `hearth_event_store_feeds{state="${name}"}`),
      ),
    )
  for await (const item of store.feed({ from: async () => 'start', signal: new AbortController().signal }))
    states.push([item.kind, await state()])
  expect(states).toEqual([
    ['event', ['0', '1', '0']],
    ['caught-up', ['0', '0', '1']],
    ['event', ['0', '0', '1']],
  ])
  expect(await state()).toEqual(['0', '0', '0'])
  expect(await valueOf(metrics, 'hearth_event_store_feed_events_total')).toBe('2')
  expect(await valueOf(metrics, 'hearth_event_store_feed_subscriptions_total')).toBe('1')
})
