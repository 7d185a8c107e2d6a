import { describe, expect, it } from 'vitest'
import { limits, type StoredEvent } from './model.ts'
import { createTail } from './tail.ts'

const event = (position: number, bytes = 10): StoredEvent => ({
  position: BigInt(position),
  stream: `s-${position % 2}`,
  revision: BigInt(position),
  id: '00000000-0000-4000-8000-000000000000',
  type: 'T',
  isJson: true,
  createdAt: 0,
  metadata: new Uint8Array(),
  data: new Uint8Array(bytes),
})

const events = (from: number, to: number, bytes?: number): StoredEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => event(from + index, bytes))

describe('tail', () => {
  it('returns the events after a position, and reports when it no longer reaches back', () => {
    const tail = createTail()
    tail.reset(10n)
    expect(tail.after(10n, 5)).toEqual([])
    expect(tail.after(9n, 5)).toBeUndefined()
    tail.publish(events(11, 20))
    expect(tail.after(10n, 3)?.map((found) => found.position)).toEqual([11n, 12n, 13n])
    expect(tail.after(18n, 9)?.map((found) => found.position)).toEqual([19n, 20n])
    expect(tail.after(9n, 5)).toBeUndefined()
  })

  it('stays within its bounds and keeps its order while it moves on', () => {
    const tail = createTail()
    const total = limits.tailEvents * 2
    for (let from = 1; from <= total; from += 1_000) tail.publish(events(from, Math.min(from + 999, total)))
    const last = BigInt(total)
    const oldest = last - BigInt(limits.tailEvents)
    expect(tail.after(oldest - 1n, 1)).toBeUndefined()
    expect(tail.after(oldest, 1)?.[0]?.position).toBe(oldest + 1n)
    expect(tail.after(last - 1n, 9)?.map((found) => found.position)).toEqual([last])
  })

  it('is bounded in bytes too', () => {
    const tail = createTail()
    tail.publish(events(1, 100, 1_000_000))
    expect(tail.after(1n, 1)).toBeUndefined()
    expect(tail.after(99n, 1)?.[0]?.position).toBe(100n)
  })

  it('hands out pages that are bounded in bytes, of one event at least', () => {
    const tail = createTail()
    tail.publish([...events(1, 4, limits.pageBytes / 3), ...events(5, 6, limits.pageBytes)])
    const page = (after: bigint) => tail.after(after, 100)?.map((found) => found.position)
    expect([page(0n), page(2n), page(4n)]).toEqual([[1n, 2n], [3n, 4n], [5n]])
  })

  it('wakes those who wait, and notifies listeners of their own stream only', async () => {
    const tail = createTail()
    const pushed: bigint[] = []
    let resets = 0
    const unlisten = tail.listen('s-1', {
      push: (added) => void pushed.push(added.position),
      reset: () => void (resets += 1),
    })
    const moved = tail.moved(0n, new AbortController().signal)
    tail.publish(events(1, 3))
    await moved
    tail.reset(9n)
    unlisten()
    tail.publish(events(10, 11))
    expect(pushed).toEqual([1n, 3n])
    expect(resets).toBe(1)
    const aborted = new AbortController()
    const waiting = tail.moved(99n, aborted.signal)
    aborted.abort()
    await waiting
  })
})
