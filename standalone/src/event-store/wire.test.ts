import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tombstoneRevision } from './model.ts'
import {
  eventMessage,
  parsePosition,
  positionText,
  revisionText,
  streamIdentifier,
  streamName,
  uuidText,
} from './wire.ts'

describe('positions on the wire', () => {
  it('survive the round trip', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 46 }),
        (position) => parsePosition(positionText(position), positionText(position), 2 ** 46) === position,
      ),
    )
  })

  it('grow and are not dense', () => {
    const values = Array.from({ length: 200 }, (_, index) => Number(positionText(index + 1)))
    const steps = values.slice(1).map((value, index) => value - (values[index] ?? 0))
    expect(Math.min(...steps)).toBeGreaterThan(0)
    expect(new Set(steps).size).toBeGreaterThan(1)
    expect(steps).not.toContain(1)
  })

  it('are refused when they were never issued', () => {
    const issued = positionText(7)
    expect(parsePosition(issued, issued, 6)).toBeUndefined()
    expect(parsePosition(String(Number(issued) + 1), String(Number(issued) + 1), 100)).toBeUndefined()
    expect(parsePosition(issued, positionText(8), 100)).toBeUndefined()
    expect(parsePosition('18446744073709551614', '18446744073709551614', 100)).toBeUndefined()
  })

  it('have two ends', () => {
    expect(parsePosition('0', '0', 5)).toBe('start')
    expect(parsePosition('18446744073709551615', '18446744073709551615', 5)).toBe('end')
  })
})

describe('an event on the wire', () => {
  const stored = fc.record({
    position: fc.integer({ min: 1, max: 2 ** 46 }),
    stream: fc.string({ minLength: 1, unit: 'grapheme' }),
    revision: fc.oneof(fc.integer({ min: 0, max: 2 ** 52 }), fc.constant(tombstoneRevision)),
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
        expect(record?.getStreamRevision()).toBe(revisionText(event.revision))
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

  it('spells the tombstone exactly', () => {
    expect(revisionText(tombstoneRevision)).toBe('9223372036854775807')
    expect(revisionText(12)).toBe('12')
  })
})
