import { expect, it } from 'vitest'
import { findClientAddress } from './clientAddress.ts'

it.each([
  ['without a proxy before us the header of a client is ignored', '8.8.8.8', 0, '10.0.0.9'],
  ['one proxy: whom it saw', '203.0.113.7', 1, '203.0.113.7'],
  ['one proxy, and a client that writes too', '1.1.1.1, 203.0.113.7', 1, '203.0.113.7'],
  ['two proxies', '1.1.1.1, 203.0.113.7, 10.0.0.3', 2, '203.0.113.7'],
  ['several headers', ['1.1.1.1', '203.0.113.7'], 1, '203.0.113.7'],
  ['IPv6', '2001:db8::1', 1, '2001:db8::1'],
  ['a proxy that says nothing', undefined, 1, '10.0.0.9'],
  ['fewer entries than proxies', '203.0.113.7', 2, '10.0.0.9'],
  ['nonsense', 'unknown', 1, '10.0.0.9'],
  ['an address with a port', '203.0.113.7:55', 1, '10.0.0.9'],
] as const)('%s', (_what, forwarded, hops, expected) => {
  expect(
    findClientAddress(typeof forwarded === 'object' ? [...forwarded] : forwarded, '10.0.0.9', hops),
  ).toBe(expected)
})
