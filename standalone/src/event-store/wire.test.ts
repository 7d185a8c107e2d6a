import shared from '@eventstore/db-client/generated/shared_pb.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tombstoneRevision } from './model.ts'
import { parsePosition, positionText, revisionText, streamIdentifier, streamName, uuidText } from './wire.ts'

describe('positions on the wire', () => {
  it('come back as what they were', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 2 ** 46 }), (position) => parsePosition(positionText(position), positionText(position), 2 ** 46) === position))
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
