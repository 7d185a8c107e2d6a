import { describe, expect, it } from 'vitest'
import { createCommandHash } from './commandHash.ts'

const command = {
  type: 'AddBookingNote',
  id: 'b',
  data: { text: 'hello', visibility: 'host' },
  tenantId: 't',
  actorId: 'a',
}

describe('command hash', () => {
  const hashOf = createCommandHash('a key of enough length')
  it('does not depend on the order of members, at any depth', () => {
    const data = { a: [{ x: 1, y: 2 }], b: { c: null, d: true } }
    const turned = { b: { d: true, c: null }, a: [{ y: 2, x: 1 }] }
    expect(hashOf({ ...command, data })).toBe(hashOf({ ...command, data: turned }))
  })
  it('depends on the order of lists', () => {
    expect(hashOf({ ...command, data: [1, 2] })).not.toBe(hashOf({ ...command, data: [2, 1] }))
  })
  it.each(['type', 'id', 'tenantId', 'actorId'] as const)('depends on %s', (field) => {
    expect(hashOf({ ...command, [field]: 'other' })).not.toBe(hashOf(command))
  })
  it('depends on the content and on the key', () => {
    expect(hashOf({ ...command, data: { ...command.data, text: 'Hello' } })).not.toBe(hashOf(command))
    expect(createCommandHash('another key of enough length')(command)).not.toBe(hashOf(command))
  })
})
