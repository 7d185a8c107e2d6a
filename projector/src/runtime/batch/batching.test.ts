import { expect, test } from 'vitest'
import { entryAt, eventAt } from '../../testing/event.ts'
import { earliest, isAfter, latest } from '../segments/checkpoint.ts'
import { FencedError } from '../segments/moveSegments.ts'
import { classifyFailure } from './classifyFailure.ts'
import { FoldError } from './foldBatch.ts'
import { takeBatch } from '../feed/intake.ts'
import { createNotification, touchedBy } from './notification.ts'
import { TooManyParkedError } from '../parking/parkedStreams.ts'
import { createWaker } from '@hearth/platform/retry/waker'

const at = (commit: bigint, prepare = commit) => ({ commit, prepare })

test('compares positions by commit, then prepare, and puts all of them after the start', () => {
  expect(isAfter(at(0n), 'start')).toBe(true)
  expect(isAfter('start', at(0n))).toBe(false)
  expect(isAfter(at(2n ** 60n + 1n), at(2n ** 60n))).toBe(true)
  expect(isAfter(at(5n, 3n), at(5n, 2n))).toBe(true)
  expect(isAfter(at(5n), at(5n))).toBe(false)
  expect(earliest([at(3n), 'start', at(1n)])).toBe('start')
  expect(earliest([at(3n), at(1n)])).toEqual(at(1n))
  expect(latest('start', at(0n))).toEqual(at(0n))
})

test('ends a batch at its limit of events or rows, with at least one event', () => {
  const entries = [3, 3, 900, 1].map((keys, index) =>
    entryAt(eventAt(index, 'Any', {}), Array.from({ length: keys }, String)),
  )
  expect(takeBatch(entries, 512, 8)).toHaveLength(2)
  expect(takeBatch(entries.slice(2), 512, 8)).toHaveLength(1)
  expect(takeBatch(entries, 1, 8_000)).toHaveLength(1)
  expect(takeBatch(entries, 3, 8_000)).toHaveLength(3)
  expect(takeBatch(entries, 512, 8_000)).toHaveLength(4)
  expect(takeBatch([], 512, 8)).toHaveLength(0)
})

test('names the changed rows in a notification, or says that there are many', () => {
  const touched = (id: string) => ({ tenantId: 't', id, revision: 7n })
  const place = { projection: 'booking', segment: 0, segments: 1 }
  expect(JSON.parse(createNotification(place, 9n, [touched('a')]))).toEqual({
    name: 'booking',
    commit: '9',
    changes: [['t', 'a', 7]],
  })
  expect(JSON.parse(createNotification(place, 9n, []))).toEqual({ name: 'booking', commit: '9', changes: [] })
  expect(JSON.parse(createNotification({ ...place, segment: 2, segments: 4 }, 9n, []))).toEqual({
    name: 'booking',
    commit: '9',
    segment: [2, 4],
    changes: [],
  })
  const long = createNotification(
    place,
    9n,
    Array.from({ length: 150 }, (_, index) => touched(`${index}-${'é'.repeat(40)}`)),
  )
  expect(JSON.parse(long)).toEqual({ name: 'booking', commit: '9', many: true })
})

test('writes each row of a batch once, at the revision of its last event', () => {
  const entries = [1, 2, 3].map((position) =>
    entryAt(eventAt(position, 'Any', {}), position === 2 ? ['b'] : ['a', 'c']),
  )
  const [first, second, third] = entries.map(({ event }) => event)
  expect(touchedBy(entries)).toEqual([
    { tenantId: first?.metadata['tenantId'], id: 'a', revision: third?.revision },
    { tenantId: first?.metadata['tenantId'], id: 'c', revision: third?.revision },
    { tenantId: first?.metadata['tenantId'], id: 'b', revision: second?.revision },
  ])
})

test('repeats only transient failures', () => {
  const pg = (code: string) => Object.assign(new Error('x'), { code })
  for (const code of ['40001', '40P01', '57P01', '53300', '08006', '55P03', '57014', 'ECONNRESET'])
    expect(classifyFailure(pg(code))).toBe('transient')
  for (const code of ['22P02', '22003', '23502', '54000']) expect(classifyFailure(pg(code))).toBe('poison')
  for (const code of ['42601', '42501']) expect(classifyFailure(pg(code))).toBe('stop')
  for (const code of ['42P01', '3F000', '42703', '0A000']) expect(classifyFailure(pg(code))).toBe('missing')
  expect(classifyFailure(new FencedError('x'))).toBe('fenced')
  expect(classifyFailure(new FoldError(eventAt(1, 'Any', {}), 'x'))).toBe('poison')
  expect(classifyFailure(new TypeError('x'))).toBe('poison')
  expect(classifyFailure(new TooManyParkedError('x'))).toBe('stop')
  expect(classifyFailure(new Error('Connection terminated unexpectedly'))).toBe('transient')
})

test('misses nothing that happens before the waker sleeps', async () => {
  const waker = createWaker()
  waker.wake()
  await waker.sleep()
  const sleeping = waker.sleep()
  waker.wake()
  await sleeping
  await waker.sleep(1)
})
