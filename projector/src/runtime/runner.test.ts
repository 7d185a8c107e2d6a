import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import type { Projection } from '@hearth/contracts/kernel/projection'
import { BUCKETS } from '@hearth/platform/read-model/bucket'
import { silentLog } from '@hearth/platform/testing/log'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventAt } from '../testing/event.ts'
import { makeRunner } from './runner.ts'

const projection: Projection = { name: 'p', version: 1, row: z.object({ id: z.string() }), keys: ({ stream }) => [stream], fold: (row) => row }
const BATCH_MS = 50

test('while it works all the time, what comes right after a batch waits a moment for what follows and is written with it', async () => {
  const batches: number[] = []
  const stopping = new AbortController()
  const runner = makeRunner({
    projection, parked: new Map(), batchSize: 8, delayMs: 0, share: 1, log: silentLog, signal: stopping.signal,
    build: { projection: 'p', build: 1, version: 1, shape: '', table: 'p', status: 'serving', reason: 'first', serves: true },
    lease: { projection: 'p', build: 1, segment: 0, segments: 1, range: { first: 0, last: BUCKETS - 1 }, epoch: 1n, checkpoint: 'start' },
    writer: {
      commit: async ({ entries }) => {
        await delay(BATCH_MS)
        batches.push(entries.length)
      },
      advance: async () => {},
      stored: async () => undefined,
      replay: async () => ({ ok: true, events: 0 }),
    },
    onCaughtUp: async () => {},
    onRestart: (reason) => expect.fail(reason),
    onFailed: (error) => expect.fail(error.message),
  })
  const offer = (at: number) => {
    const event = eventAt(at, 'Any', {})
    runner.offer(event, { event }, () => 0)
  }
  const running = runner.run()
  runner.caughtUp()
  offer(1)
  await waitUntil(() => batches.length === 1, 5_000, 'the first batch')
  for (let at = 2; at <= 5; at += 1) {
    offer(at)
    await setImmediate()
  }
  await waitUntil(() => batches.length > 1 && batches.reduce((sum, count) => sum + count, 0) === 5, 5_000, 'the others')
  stopping.abort()
  runner.wake()
  await running

  expect(batches).toEqual([1, 4])
})
