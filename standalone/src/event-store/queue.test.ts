import { describe, expect, it } from 'vitest'
import { limits, type WriteOutcome, type WriteRequest } from './model.ts'
import { createQueue } from './queue.ts'

const request = (bytes = 10, events = 1): WriteRequest => ({
  kind: 'append',
  stream: 's',
  expected: 'any',
  events: Array.from({ length: events }, () => ({
    id: '',
    type: 'T',
    isJson: true,
    metadata: new Uint8Array(),
    data: new Uint8Array(bytes / events),
  })),
})
const later = Number.MAX_SAFE_INTEGER
const written: WriteOutcome = { kind: 'written', revision: 0n, position: 1n }

describe('queue of writes', () => {
  it('is first in, first out, in batches of bounded size', () => {
    const queue = createQueue()
    for (let n = 0; n < 3; n += 1) void queue.add(request(10, limits.batchEvents / 2), later + n)
    expect(queue.takeBatch().map((item) => item.deadline)).toEqual([later, later + 1])
    expect(queue.takeBatch().map((item) => item.deadline)).toEqual([later + 2])
    expect(queue.takeBatch()).toEqual([])
  })

  it('takes a request that is larger than a batch on its own', () => {
    const queue = createQueue()
    void queue.add(request(10, limits.batchEvents * 2), later)
    void queue.add(request(), later)
    expect(queue.takeBatch()).toHaveLength(1)
    expect(queue.takeBatch()).toHaveLength(1)
  })

  it('answers "too busy" when too many or too large requests wait', async () => {
    const busy: WriteOutcome = { kind: 'unavailable', reason: 'too busy' }
    const long = createQueue()
    for (let n = 0; n < limits.queueLength; n += 1) void long.add(request(), later)
    expect(await long.add(request(), later)).toEqual(busy)
    const large = createQueue()
    const first = large.add(request(limits.queueBytes), later)
    expect(await large.add(request(), later)).toEqual(busy)
    large.takeBatch()[0]?.answer(written)
    expect(await first).toEqual(written)
    void large.add(request(), later)
    expect(large.takeBatch()).toHaveLength(1)
  })

  it('answers requests whose time is over and keeps the others in order', async () => {
    const queue = createQueue()
    const early = queue.add(request(), 100)
    void queue.add(request(), 300)
    void queue.add(request(), 200)
    queue.expire(150, { kind: 'timeout' })
    expect(await early).toEqual({ kind: 'timeout' })
    expect(queue.takeBatch().map((item) => item.deadline)).toEqual([300, 200])
  })

  it('wakes a waiting worker', async () => {
    const queue = createQueue()
    const filled = queue.filled(new AbortController().signal)
    void queue.add(request(), later)
    await filled
    expect(queue.isEmpty()).toBe(false)
  })
})
