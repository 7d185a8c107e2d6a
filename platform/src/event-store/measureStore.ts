import { Counter, Gauge, Histogram } from 'prom-client'
import { CALL_BUCKETS, type Metrics } from '../telemetry/metrics.ts'
import {
  EventRejectedError,
  OutcomeUnknownError,
  StoreAccessError,
  StoreUnavailableError,
  type EventStore,
} from './port.ts'

const OUTCOMES = ['appended', 'conflict', 'unavailable', 'denied', 'unknown', 'refused', 'failed'] as const
const FEED_STATES = ['connecting', 'behind', 'caught-up'] as const
type FeedState = (typeof FEED_STATES)[number]

const classifyOutcome = (error: unknown): (typeof OUTCOMES)[number] => {
  if (error instanceof StoreAccessError) return 'denied'
  if (error instanceof StoreUnavailableError) return 'unavailable'
  if (error instanceof OutcomeUnknownError) return 'unknown'
  return error instanceof EventRejectedError ? 'refused' : 'failed'
}

/** The same store; appends are timed by their outcome, repetitions included. */
export const measureAppends = (metrics: Metrics, store: EventStore): EventStore => {
  const registers = [metrics]
  const appendSeconds = new Histogram({
    name: 'hearth_event_store_append_seconds',
    help: 'Time of an append with its repetitions, by outcome; conflict: others wrote first',
    labelNames: ['outcome'],
    buckets: [...CALL_BUCKETS],
    registers,
  })
  for (const outcome of OUTCOMES) appendSeconds.zero({ outcome })
  const appended = new Counter({
    name: 'hearth_event_store_events_appended_total',
    help: 'Events appended',
    registers,
  })
  return {
    ...store,
    append: async (stream, events, expected, options) => {
      const begun = performance.now()
      let outcome: (typeof OUTCOMES)[number] = 'failed'
      try {
        const result = await store.append(stream, events, expected, options)
        outcome = result.kind
        if (outcome === 'appended') appended.inc(events.length)
        return result
      } catch (error) {
        outcome = classifyOutcome(error)
        throw error
      } finally {
        appendSeconds.observe({ outcome }, (performance.now() - begun) / 1_000)
      }
    },
  }
}

/** The same store; feeds count what they hand over and say where they stand. */
export const measureFeeds = (metrics: Metrics, store: EventStore): EventStore => {
  const registers = [metrics]
  const feeds = new Gauge({
    name: 'hearth_event_store_feeds',
    help: 'Subscriptions to the whole log by state',
    labelNames: ['state'],
    registers,
  })
  for (const state of FEED_STATES) feeds.set({ state }, 0)
  const subscribed = new Counter({
    name: 'hearth_event_store_feed_subscriptions_total',
    help: 'Times a feed was subscribed, the first time included',
    registers,
  })
  const received = new Counter({
    name: 'hearth_event_store_feed_events_total',
    help: 'Events that feeds handed over',
    registers,
  })

  async function* feed({
    from,
    ...options
  }: Parameters<EventStore['feed']>[0]): ReturnType<EventStore['feed']> {
    let state: FeedState = 'connecting'
    feeds.inc({ state })
    const become = (next: FeedState) => {
      if (next === state) return
      feeds.dec({ state })
      feeds.inc({ state: next })
      state = next
    }
    const countSubscription = () => {
      subscribed.inc()
      become('connecting')
      return from()
    }
    try {
      for await (const item of store.feed({ from: countSubscription, ...options })) {
        if (item.kind === 'event') received.inc()
        if (item.kind === 'caught-up') become('caught-up')
        else if (state === 'connecting') become('behind')
        yield item
      }
    } finally {
      feeds.dec({ state })
    }
  }

  return { ...store, feed }
}
