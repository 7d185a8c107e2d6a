import { expect, test } from 'vitest'
import { BUCKETS, computeBucket, fnv1a, segmentRanges } from './bucket.ts'

test('hashes with FNV-1a as published', () => {
  expect(['', 'a', 'foobar'].map(fnv1a)).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968])
})

test('never moves a bucket, because checkpoints of segments depend on it', () => {
  const tenants = [
    '',
    'platform',
    '0198d7a0-0000-7000-8000-000000000001',
    '0198d7a0-0000-7000-8000-000000000002',
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
    'Åse',
  ]
  expect(tenants.map(computeBucket)).toEqual([453, 690, 15, 418, 395, 405])
})

test('covers every bucket once with any number of segments', () => {
  for (const segments of [1, 2, 3, 7, 16, 1_000, BUCKETS]) {
    const ranges = segmentRanges(segments)
    expect(ranges).toHaveLength(segments)
    expect(
      ranges.flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, index) => first + index),
      ),
    ).toEqual(Array.from({ length: BUCKETS }, (_, index) => index))
  }
})

test('spreads tenants evenly', () => {
  const counts = new Map<number, number>()
  for (let tenant = 0; tenant < 20_000; tenant += 1) {
    const segment = computeBucket(`0198d7a0-0000-7000-8000-${tenant.toString(16).padStart(12, '0')}`) >> 8
    counts.set(segment, (counts.get(segment) ?? 0) + 1)
  }
  for (const count of counts.values()) expect(Math.abs(count - 5_000)).toBeLessThan(500)
})
