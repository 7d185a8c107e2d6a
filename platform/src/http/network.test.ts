import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNetwork } from './network.ts'

test.each([
  ['192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.7', '192.0.2'],
  ['::ffff:c000:207', '192.0.2'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['', ''],
  ['unknown', 'unknown'],
])('counts %s with its neighbours as %s', (address, near) => expect(findNetwork(address)).toBe(near))

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
])('counts %s alone as %s', (address, network) => expect(findNetwork(address, 32)).toBe(network))

test('counts all addresses of one /64 together, and no other', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  const four = fc.tuple(group, group, group, group)
  const write = (...groups: readonly number[]) => groups.map((one) => one.toString(16)).join(':')
  fc.assert(
    fc.property(four, four, four, four, (network, other, host, otherHost) => {
      fc.pre(network.slice(0, 3).some((one) => one !== 0) && write(...network) !== write(...other))
      const counted = findNetwork(write(...network, ...host), 32)
      expect(findNetwork(write(...network, ...otherHost), 32)).toBe(counted)
      expect(findNetwork(write(...other, ...host), 32)).not.toBe(counted)
    }),
  )
})
