import { EventEmitter } from 'node:events'
import type { AllStreamResolvedEvent } from '@eventstore/db-client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { follow } from './feed.ts'
import type { FeedItem, Position } from './port.ts'

/** What a server or a caller does to a subscription. */
type Message = 'event' | 'system event' | 'checkpoint' | 'caught-up' | 'error' | 'end' | 'abort'
/** `pull`: the consumer asks for the next item. `run`: callbacks that are ready run for one microtask. */
type Step = Message | 'pull' | 'run'

const at = (commit: number): Position => ({ commit: BigInt(commit), prepare: BigInt(commit) })
const resolvedEvent = (commit: number, type: string): AllStreamResolvedEvent => ({
  event: {
    streamId: 'test-1',
    id: String(commit),
    isJson: true,
    revision: BigInt(commit),
    type,
    created: new Date(0),
    data: {},
    metadata: {},
    position: at(commit),
  },
})

/**
 * Answers as tightly as a server can: each message arrives synchronously, in the middle of whatever the feed
 * and its consumer are doing. `arrived` is the model: all items in order of arrival.
 */
class ScriptedSubscription extends EventEmitter {
  readonly arrived: string[] = []
  onCheckpoint: (position: Position) => void = () => undefined
  #buffer: AllStreamResolvedEvent[] = []

  get readableLength() {
    return this.#buffer.length
  }

  read() {
    return this.#buffer.shift() ?? null
  }

  deliver(message: Exclude<Message, 'abort'>) {
    const commit = this.arrived.length + 1
    if (message === 'error') return this.emit('error', new Error('reset'))
    if (message === 'end') return this.emit('end')
    this.arrived.push(`${message} ${commit}`)
    if (message === 'caught-up') return this.emit('caughtUp')
    if (message === 'checkpoint') return this.onCheckpoint(at(commit))
    this.#buffer.push(resolvedEvent(commit, message === 'event' ? 'Tested' : '$stats'))
    return this.emit('readable')
  }
}

const describeItem = (item: FeedItem) =>
  item.kind === 'event'
    ? `event ${item.event.position.commit}`
    : item.kind === 'checkpoint'
      ? `checkpoint ${item.position.commit}`
      : item.kind

const settle = async () => {
  for (let i = 0; i < 12; i += 1) await undefined
}

/** Consumes a feed one `pull` at a time, without waiting for the answer. */
const createConsumer = (feed: AsyncGenerator<FeedItem>) => {
  const seen: string[] = []
  let state: 'idle' | 'waiting' | 'done' | 'failed' = 'idle'
  return {
    seen,
    state: () => state,
    pull: () => {
      if (state !== 'idle') return
      state = 'waiting'
      feed.next().then(
        ({ done, value }) => {
          state = done ? 'done' : 'idle'
          if (!done) seen.push(describeItem(value))
        },
        () => (state = 'failed'),
      )
    },
  }
}

/** Plays a script, then pulls until nothing more comes; ends with an abort if nothing else ended the feed. */
const play = async (script: readonly Step[]) => {
  const subscription = new ScriptedSubscription()
  const controller = new AbortController()
  let left = 0
  const consumer = createConsumer(
    follow(
      (onCheckpoint) => Object.assign(subscription, { onCheckpoint }),
      () => (left += 1),
      async () => false,
      controller.signal,
    ),
  )
  consumer.pull()
  for (const step of script) {
    if (step === 'pull') consumer.pull()
    else if (step === 'run') await undefined
    else if (step === 'abort') controller.abort()
    else subscription.deliver(step)
  }
  do {
    consumer.pull()
    await settle()
  } while (consumer.state() === 'idle')
  const outcome = consumer.state()
  controller.abort()
  await settle()
  return { seen: consumer.seen, outcome, arrived: subscription.arrived, left, last: consumer.state() }
}

/**
 * What the consumer must have seen. A system event shows as a checkpoint; it has to when nothing or an
 * announcement comes next, and may otherwise.
 */
const expectedItems = (arrived: readonly string[], seen: readonly string[]) =>
  arrived.flatMap((item, index) => {
    if (item.startsWith('caught-up')) return ['caught-up']
    if (!item.startsWith('system event')) return [item]
    const checkpoint = item.replace('system event', 'checkpoint')
    const isRequired = !/^(system )?event/.test(arrived[index + 1] ?? '')
    return isRequired || seen.includes(checkpoint) ? [checkpoint] : []
  })

/** A subscription delivers nothing after its end; a caller can still abort. */
const endOnce = (script: readonly Step[]): readonly Step[] => {
  const end = script.findIndex((step) => step === 'error' || step === 'end')
  return end < 0
    ? script
    : [...script.slice(0, end + 1), ...script.slice(end + 1).filter((step) => /pull|run|abort/.test(step))]
}

const script = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom<Step>('pull', 'run') },
      {
        weight: 6,
        arbitrary: fc.constantFrom<Step>('event', 'system event', 'checkpoint', 'caught-up'),
      },
      { weight: 1, arbitrary: fc.constantFrom<Step>('error', 'end', 'abort') },
    ),
    { maxLength: 24 },
  )
  .map(endOnce)

test('hands over everything in order, whatever arrives during a hand-over or a wait', async () => {
  await fc.assert(
    fc.asyncProperty(script, async (steps) => {
      const { seen, outcome, arrived, left, last } = await play(steps)
      const expected = expectedItems(arrived, seen)
      const isAborted = steps.includes('abort')
      const isFailed = steps.includes('error') || steps.includes('end')
      expect(seen).toEqual(isAborted ? expected.slice(0, seen.length) : expected)
      if (!isAborted) expect(outcome).toBe(isFailed ? 'failed' : 'waiting')
      else expect(outcome).toMatch(isFailed ? /done|failed/ : /done/)
      expect(last).toBe(outcome === 'waiting' ? 'done' : outcome)
      expect(left).toBe(1)
    }),
    { numRuns: Number(process.env['FEED_RUNS'] ?? 10_000) },
  )
})
