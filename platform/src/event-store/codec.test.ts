import type { JSONRecordedEvent } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { decodeEvent, encodeAppend, isSystemEvent, MAX_APPEND_BYTES } from './codec.ts'
import { EventRejectedError, type NewEvent } from './port.ts'

const id = '0198c5a0-0000-7000-8000-000000000001'
const newEvent = (overrides: Partial<NewEvent> = {}): NewEvent => ({
  id,
  type: 'Tested',
  data: { a: 1 },
  metadata: { tenantId: 't' },
  ...overrides,
})
const cyclic: Record<string, unknown> = {}
cyclic['self'] = cyclic

test.for<[string, Partial<NewEvent>]>([
  ['a bigint', { data: { amount: 1n } }],
  ['a cycle', { data: cyclic }],
  ['no data', { data: undefined }],
  ['bare text', { data: 'text' }],
  ['an id that is no UUID', { id: 'one' }],
  ['a system type', { type: '$metadata' }],
  ['an empty type', { type: '' }],
  ['too much data', { data: { text: 'x'.repeat(MAX_APPEND_BYTES) } }],
])('%s is rejected before any I/O', ([, overrides]) => {
  expect(() => encodeAppend('booking-1', [newEvent(overrides)])).toThrow(EventRejectedError)
})

test('rejects an append without events or to a system stream', () => {
  expect(() => encodeAppend('booking-1', [])).toThrow(EventRejectedError)
  expect(() => encodeAppend('$streams', [newEvent()])).toThrow(EventRejectedError)
})

test('counts data, metadata and type of all events in bytes towards the size limit', () => {
  const event = newEvent({ data: { text: '' } })
  const overhead = '{"text":""}'.length + '{"tenantId":"t"}'.length + 2 * 'Tested'.length
  const filled = (bytes: number) => ({ ...event, data: { text: 'x'.repeat(bytes) } })
  const half = MAX_APPEND_BYTES / 2 - overhead
  expect(encodeAppend('booking-1', [filled(half), filled(half)])).toHaveLength(2)
  expect(() => encodeAppend('booking-1', [filled(half), filled(half + 1)])).toThrow(EventRejectedError)
  expect(() =>
    encodeAppend('booking-1', [{ ...event, data: { text: 'é'.repeat(MAX_APPEND_BYTES / 2) } }]),
  ).toThrow(EventRejectedError)
})

const recorded = (overrides: Partial<JSONRecordedEvent> = {}): JSONRecordedEvent => ({
  streamId: 'booking-1',
  id,
  isJson: true,
  revision: 2n ** 60n + 1n,
  type: 'Tested',
  created: new Date(0),
  data: { a: 1 },
  metadata: undefined,
  ...overrides,
})

test('keeps every digit of revisions and positions beyond 2^53', () => {
  const position = { commit: 2n ** 63n - 3n, prepare: 2n ** 63n - 5n }
  expect(decodeEvent(recorded(), position)).toMatchObject({
    revision: 1152921504606846977n,
    position,
    recordedAt: '1970-01-01T00:00:00.000Z',
  })
})

test('turns the metadata of other writers into strings, and drops unreadable metadata', () => {
  const position = { commit: 1n, prepare: 1n }
  expect(decodeEvent(recorded({ metadata: { a: 1, b: 'x', c: { d: true } } }), position).metadata).toEqual({
    a: '1',
    b: 'x',
    c: '{"d":true}',
  })
  expect(decodeEvent(recorded({ metadata: new Uint8Array([1, 2]) }), position).metadata).toEqual({})
  expect(decodeEvent(recorded(), position).metadata).toEqual({})
})

test('recognises system events by type or stream', () => {
  expect(
    [
      { type: '$>', streamId: 'a-1' },
      { type: 'X', streamId: '$$a-1' },
      { type: 'X', streamId: 'a-$1' },
    ].map(isSystemEvent),
  ).toEqual([true, true, false])
})
