import { expect, test } from 'vitest'
import { chooseChannel, findMailedStay } from './guestStays.ts'

const direct = { source: 'direct', guestEmail: 'ana@vale.example' } as const
const airbnb = { source: 'airbnb', guestEmail: null } as const

test.each([
  ['email for a direct booking with an address', [direct], 'email'],
  ['email for a booking of no channel with an address', [{ ...direct, source: 'manual' }], 'email'],
  ['the gateway for a direct booking without an address', [{ ...direct, guestEmail: null }], 'gateway'],
  ['the gateway for a booking of a channel', [airbnb], 'gateway'],
  ['the gateway for a guest without a booking', [], 'gateway'],
  ['what the latest booking says', [airbnb, direct], 'gateway'],
  ['the gateway once the address is erased', [{ ...direct, guestEmail: '[erased]' }], 'gateway'],
] as const)('chooses %s', (_, stays, channel) => expect(chooseChannel(stays)).toBe(channel))

test('writes to the latest address that is known', () => {
  const later = { ...direct, guestEmail: 'ana.new@vale.example' }
  expect(findMailedStay([airbnb, later, direct])).toBe(later)
  expect(findMailedStay([airbnb])).toBeUndefined()
})
