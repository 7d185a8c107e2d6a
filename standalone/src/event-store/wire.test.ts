import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tombstoneRevision } from './model.ts'
import {
  eventMessage,
  parsePosition,
  positionText,
  expectedRevision,
  startRevision,
  streamIdentifier,
  streamName,
  uuidText,
} from './wire.ts'

describe('positions on the wire', () => {
  it('survive the round trip', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 2n ** 57n - 1n }),
        (position) => parsePosition(positionText(position), positionText(position), 2n ** 57n) === position,
      ),
    )
  })

  it('grow and are not dense', () => {
    const values = Array.from({ length: 200 }, (_, index) => Number(positionText(BigInt(index) + 1n)))
    const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0))
    expect(Math.min(...steps)).toBeGreaterThan(0)
    expect(new Set(steps).size).toBeGreaterThan(1)
    expect(steps).not.toContain(1)
  })

  it('are refused when they were never issued', () => {
    const issued = positionText(7n)
    expect(parsePosition(issued, issued, 6n)).toBeUndefined()
    expect(parsePosition(String(Number(issued) + 1), String(Number(issued) + 1), 100n)).toBeUndefined()
    expect(parsePosition(issued, positionText(8n), 100n)).toBeUndefined()
    expect(parsePosition('18446744073709551614', '18446744073709551614', 100n)).toBeUndefined()
  })

  it('have two ends', () => {
    expect(parsePosition('0', '0', 5n)).toBe('start')
    expect(parsePosition('18446744073709551615', '18446744073709551615', 5n)).toBe('end')
  })
})

describe('an event on the wire', () => {
  const stored = fc.record({
    position: fc.bigInt({ min: 1n, max: 2n ** 57n - 1n }),
    stream: fc.string({ minLength: 1, unit: 'grapheme' }),
    revision: fc.oneof(fc.bigInt({ min: 0n, max: 1_000n }), fc.bigInt({ min: 0n, max: tombstoneRevision })),
    id: fc.uuid(),
    type: fc.string({ minLength: 1, unit: 'grapheme' }),
    isJson: fc.boolean(),
    createdAt: fc.integer({ min: 1, max: 2 ** 42 }),
    metadata: fc.uint8Array({ maxLength: 300 }),
    data: fc.uint8Array({ maxLength: 20_000 }),
  })

  it('can be decoded by the generated code', () => {
    fc.assert(
      fc.property(stored, (event) => {
        const message = streams.ReadResp.deserializeBinary(eventMessage({ event, link: undefined }, false))
        const readEvent = message.getEvent()
        const record = readEvent?.getEvent()
        expect(readEvent?.getCommitPosition()).toBe(positionText(event.position))
        expect([record?.getCommitPosition(), record?.getPreparePosition()]).toEqual([
          positionText(event.position),
          positionText(event.position),
        ])
        expect(record?.getId()?.getString()).toBe(event.id)
        expect(Buffer.from(record?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe(
          event.stream,
        )
        expect(record?.getStreamRevision()).toBe(String(event.revision))
        expect(record?.getMetadataMap().get('type')).toBe(event.type)
        expect(record?.getMetadataMap().get('content-type')).toBe(
          event.isJson ? 'application/json' : 'application/octet-stream',
        )
        expect(record?.getMetadataMap().get('created')).toBe(`${event.createdAt}0000`)
        expect(Buffer.from(record?.getCustomMetadata_asU8() ?? [])).toEqual(Buffer.from(event.metadata))
        expect(Buffer.from(record?.getData_asU8() ?? [])).toEqual(Buffer.from(event.data))
      }),
    )
  })
})

describe('names and ids', () => {
  it.each(['', '$all', '$$', '$$$$x', 'a\0b', 'x'.repeat(1_025)])('refuses %j as a stream name', (name) => {
    expect(() => streamName(streamIdentifier(name))).toThrow()
  })

  it('refuses a name that is not UTF-8', () => {
    const identifier = new shared.StreamIdentifier()
    identifier.setStreamName(new Uint8Array([0xff, 0xfe]))
    expect(() => streamName(identifier)).toThrow('UTF-8')
  })

  it.each(['booking-1', '$ce-booking', '$$booking-1', '$$$ce-booking', 'Straße-☃'])('takes %j', (name) => {
    expect(streamName(streamIdentifier(name))).toBe(name)
  })

  it('reads ids as text and as two numbers', () => {
    const id = 'f00dbabe-0000-4000-8000-0123456789ab'
    const text = new shared.UUID()
    text.setString(id.toUpperCase())
    expect(uuidText(text)).toBe(id)
    const parts = new shared.UUID.Structured()
    parts.setMostSignificantBits(BigInt.asIntN(64, 0xf00dbabe00004000n).toString())
    parts.setLeastSignificantBits(BigInt.asIntN(64, 0x80000123456789abn).toString())
    const structured = new shared.UUID()
    structured.setStructured(parts)
    expect(uuidText(structured)).toBe(id)
    expect(() => uuidText(new shared.UUID())).toThrow('UUID')
  })
})

describe('revisions on the wire', () => {
  it.each([0n, 1n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, tombstoneRevision])('keeps %d', (revision) => {
    expect(startRevision(String(revision))).toBe(revision)
    expect(expectedRevision(String(revision))).toBe(revision)
  })

  it('has an end, and refuses numbers above int64', () => {
    expect(startRevision('18446744073709551615')).toBe('end')
    expect(expectedRevision('18446744073709551615')).toBe('no_stream')
    for (const text of ['9223372036854775808', '18446744073709551614']) {
      expect(() => startRevision(text)).toThrow('at most')
      expect(() => expectedRevision(text)).toThrow('at most')
    }
  })
})
