import type { FeedItem } from '@hearth/platform/event-store/port'
import { silentLog } from '@hearth/platform/testing/log'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { eventAt } from '../../testing/event.ts'
import { readFeed } from './readFeed.ts'
import type { Runner } from './runner.ts'

/** Reads a feed that ends by itself; answers how many events were opened at a time. */
const openedAtOnce = async (items: AsyncIterable<FeedItem>, count: number): Promise<readonly number[]> => {
  const ending = new AbortController()
  const opened: number[] = []
  let offered = 0
  const runner: Partial<Runner> = {
    state: () => 'live',
    committed: () => 'start',
    offer: () => {
      offered += 1
      if (offered === count) ending.abort()
    },
    pass: () => undefined,
    caughtUp: () => undefined,
    room: async () => undefined,
  }
  await readFeed({
    store: { feed: () => items },
    read: async (events) => {
      if (events.length > 0) opened.push(events.length)
      return events.map((event) => ({ event }))
    },
    runners: [runner as Runner],
    log: silentLog,
    signal: ending.signal,
  })
  return opened
}
const event = (at: number): FeedItem => ({ kind: 'event', event: eventAt(at, 'Any', {}) })

test('hands over events that arrive close together in one batch', async () => {
  async function* feed(end: FeedItem[]): AsyncGenerator<FeedItem, void, undefined> {
    yield* end
    for (let at = 1; at <= 40; at += 1) {
      await nextTurn()
      yield event(at)
    }
  }
  for (const end of [[], [{ kind: 'caught-up' } as const]]) {
    const opened = await openedAtOnce(feed(end), 40)
    expect(opened.reduce((sum, count) => sum + count)).toBe(40)
    expect(opened.length).toBeLessThan(20)
  }
})

/** Runs on a clock that moves only when everything waits for it. */
const onVirtualClock = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const over = new AbortController()
  const result = work().finally(() => over.abort())
  while (!over.signal.aborted) await vi.advanceTimersToNextTimerAsync()
  return result
}
afterEach(() => vi.useRealTimers())

test('does not pause while the backlog exceeds the buffer', async () => {
  async function* feed(end: FeedItem[]): AsyncGenerator<FeedItem, void, undefined> {
    yield* end
    for (let at = 1; at <= 40_000; at += 1) yield event(at)
  }
  for (const end of [[], [{ kind: 'caught-up' } as const]]) {
    const { opened, ms } = await onVirtualClock(async () => {
      const started = performance.now()
      return { opened: await openedAtOnce(feed(end), 40_000), ms: performance.now() - started }
    })
    // A pause for every 512 of them would take three seconds.
    expect(opened.length).toBeGreaterThan(20)
    expect(ms).toBeLessThan(2_500)
  }
})
