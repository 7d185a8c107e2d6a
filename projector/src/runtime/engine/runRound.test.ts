import { getEventListeners, getMaxListeners } from 'node:events'
import type { Projection } from '@hearth/contracts/kernel/projection'
import { pause } from '@hearth/platform/retry/backoff'
import type { FeedItem } from '@hearth/platform/event-store/port'
import { BUCKETS } from '@hearth/platform/read-model/bucket'
import { silentLog } from '@hearth/platform/testing/log'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventAt } from '../../testing/event.ts'
import type { Build } from '../builds/builds.ts'
import { createRunner, type Runner } from '../feed/runner.ts'
import { createRound, runRound, withRound } from './runRound.ts'

const RUNNERS = 40
const EVENTS = 200
const build: Build = {
  projection: 'p',
  build: 1,
  version: 1,
  shape: '',
  table: 'p',
  status: 'serving',
  reason: 'first',
  serves: true,
}
const projection: Projection = {
  name: 'p',
  version: 1,
  row: z.object({ id: z.string() }),
  keys: ({ stream }) => [stream],
  fold: (row) => row,
}

const isDone = ({ committed }: Runner) => {
  const at = committed()
  return at !== 'start' && at.commit === BigInt(EVENTS)
}

test('bounds the listeners of a round, and removes them at its end', async () => {
  const warnings: string[] = []
  const onWarning = ({ name, message }: Error) => warnings.push(`${name}: ${message}`)
  process.on('warning', onWarning)
  const stopping = new AbortController()
  const round = createRound(stopping.signal)
  const { signal } = round
  const listening = () => getEventListeners(signal, 'abort').length
  let most = 0
  let commits = 0
  const runners = Array.from({ length: RUNNERS }, (_, segment) => {
    let tries = 0
    return createRunner({
      projection,
      build,
      parked: new Map(),
      batchSize: 8,
      delayMs: 1,
      yieldToServing: (batchMs) => pause(batchMs, signal),
      log: silentLog,
      signal,
      lease: {
        projection: 'p',
        build: 1,
        segment,
        segments: RUNNERS,
        range: { first: 0, last: BUCKETS - 1 },
        epoch: 1n,
        checkpoint: 'start',
      },
      writer: {
        commit: async () => {
          tries += 1
          commits += 1
          most = Math.max(most, listening())
          if (tries % 20 === 0) throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' })
        },
        advance: async () => {},
        stored: async () => undefined,
        replay: async () => ({ ok: true, events: 0 }),
      },
      onCaughtUp: async () => {
        if (runners.every(isDone)) setTimeout(round.end, 20)
      },
      onRestart: round.end,
      onFailed: (error) => {
        throw error
      },
    })
  })
  async function* feed(): AsyncGenerator<FeedItem, void, undefined> {
    for (let at = 1; at <= EVENTS; at += 1) yield { kind: 'event', event: eventAt(at, 'Any', {}) }
    yield { kind: 'caught-up' }
  }
  await runRound(round, {
    groups: [{ runners }],
    keep: async () => undefined,
    store: { feed },
    read: async (events) => events.map((event) => ({ event })),
    log: silentLog,
  })
  process.off('warning', onWarning)

  expect(commits).toBeGreaterThanOrEqual((RUNNERS * EVENTS) / 8)
  expect(most).toBeGreaterThan(RUNNERS / 2)
  expect(getMaxListeners(signal)).toBeGreaterThanOrEqual(most)
  expect(getMaxListeners(signal)).toBeLessThan(RUNNERS * 2)
  expect(warnings).toEqual([])
  expect(listening()).toBe(0)
  expect(getEventListeners(stopping.signal, 'abort')).toEqual([])
})

test('a round that fails before its runners start leaves no listener behind', async () => {
  const stopping = new AbortController()
  let signal: AbortSignal | undefined
  const failing = withRound(stopping.signal, async (round) => {
    signal = round.signal
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(1)
    throw new Error('no connection')
  })
  await expect(failing).rejects.toThrow('no connection')
  expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(0)
  expect(signal?.aborted).toBe(true)
})
