import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import type { Projection } from '@hearth/contracts/kernel/projection'
import { BUCKETS } from '@hearth/platform/read-model/bucket'
import { createMemoryLog, silentLog } from '@hearth/platform/testing/log'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventAt } from '../../testing/event.ts'
import { createRunner } from './runner.ts'
import type { RunnerOptions } from './runnerOptions.ts'

const projection: Projection = {
  name: 'p',
  version: 1,
  row: z.object({ id: z.string() }),
  keys: ({ stream }) => [stream],
  fold: (row) => row,
}
const BATCH_SIZE = 8
const BATCH_MS = 50
const LONG_BATCH_MS = 1_050

/** A runner whose batches take so long; `batches` has their sizes. */
const running = (batchMs: number, changes: Partial<RunnerOptions> = {}) => {
  const batches: number[] = []
  const stopping = new AbortController()
  const runner = createRunner({
    projection,
    parked: new Map(),
    batchSize: BATCH_SIZE,
    delayMs: 0,
    log: silentLog,
    signal: stopping.signal,
    build: {
      projection: 'p',
      build: 1,
      version: 1,
      shape: '',
      table: 'p',
      status: 'serving',
      reason: 'first',
      serves: true,
    },
    lease: {
      projection: 'p',
      build: 1,
      segment: 0,
      segments: 1,
      range: { first: 0, last: BUCKETS - 1 },
      epoch: 1n,
      checkpoint: 'start',
    },
    writer: {
      commit: async ({ entries }) => {
        await delay(batchMs)
        batches.push(entries.length)
      },
      advance: async () => {},
      stored: async () => undefined,
      replay: async () => ({ ok: true, events: 0 }),
    },
    onCaughtUp: async () => {},
    onRestart: (reason) => expect.fail(reason),
    onFailed: (error) => expect.fail(error.message),
    ...changes,
  })
  const offer = (at: number) => {
    const event = eventAt(at, 'Any', {})
    runner.offer(event, { event }, () => 0)
  }
  return { runner, batches, offer, stop: () => (stopping.abort(), runner.wake()) }
}

test('waits a moment after a batch under constant load, and writes what follows together', async () => {
  const { runner, batches, offer, stop } = running(BATCH_MS)
  const ended = runner.run()
  runner.caughtUp()
  offer(1)
  await waitUntil(() => batches.length === 1, 5_000, 'the first batch')
  for (let at = 2; at <= 5; at += 1) {
    offer(at)
    await setImmediate()
  }
  await waitUntil(
    () => batches.length > 1 && batches.reduce((sum, count) => sum + count, 0) === 5,
    5_000,
    'the others',
  )
  stop()
  await ended

  expect(batches).toEqual([1, 4])
})

test('yields after each batch and shrinks slow batches only in a build that has to yield', async () => {
  const sizesWith = async (changes: Partial<RunnerOptions>) => {
    const { runner, batches, offer, stop } = running(LONG_BATCH_MS, changes)
    for (let at = 1; at <= 2 * BATCH_SIZE; at += 1) offer(at)
    const ended = runner.run()
    await waitUntil(() => batches.length === 2, 10_000, 'two batches')
    stop()
    await ended
    return batches.slice(0, 2)
  }
  const waits: number[] = []
  const [yielding, other] = await Promise.all([
    sizesWith({ yieldToServing: async (batchMs) => void waits.push(batchMs) }),
    sizesWith({}),
  ])

  expect([yielding, other]).toEqual([
    [BATCH_SIZE, BATCH_SIZE / 2],
    [BATCH_SIZE, BATCH_SIZE],
  ])
  expect(waits.length).toBeGreaterThanOrEqual(1)
  expect(waits[0]).toBeGreaterThanOrEqual(LONG_BATCH_MS - 5)
})

test('logs that it cannot read which builds are behind, and continues', async () => {
  const { log, lines } = createMemoryLog()
  let asked = 0
  const yieldToServing = async () => {
    asked += 1
    if (asked === 1) throw Object.assign(new Error('connection lost'), { code: 'ECONNRESET' })
  }
  const { runner, batches, offer, stop } = running(0, { yieldToServing, log })
  for (let at = 1; at <= 2 * BATCH_SIZE; at += 1) offer(at)
  const ended = runner.run()
  await waitUntil(() => batches.reduce((sum, count) => sum + count, 0) === 2 * BATCH_SIZE, 5_000, 'all of it')
  stop()
  await ended

  expect(JSON.stringify(lines)).toContain('a batch failed')
})

test('answers every request to replay a parked stream, however it meets the end of the round', async () => {
  for (let microtasks = 0; microtasks < 12; microtasks += 1) {
    const { runner, stop } = running(0)
    const ended = runner.run()
    const before = runner.unpark('before')
    stop()
    const during = runner.unpark('during')
    for (let i = 0; i < microtasks; i += 1) await undefined
    const later = runner.unpark('later')
    await ended
    const answers = await Promise.all([before, during, later, runner.unpark('after the end')])
    expect(answers.map(({ ok }) => ok)).toEqual([false, false, false, false])
  }
})
