import { expect, it } from 'vitest'
import { findClientAddress, parseProxies } from './clientAddress.ts'

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
  ['an address with a port', '203.0.113.7:55', 1, '203.0.113.7'],
  ['an address with no port', '203.0.113.7:port', 1, '10.0.0.9'],
  ['IPv6 with a port', '[2001:db8::1]:443', 1, '2001:db8::1'],
  ['IPv6 in brackets', '8.8.8.8, [2001:db8::1]', 1, '2001:db8::1'],
  ['IPv6 with a port, in quotes', '"[2001:db8::1]:443"', 1, '2001:db8::1'],
  ['a name in brackets', '[hearth.example]:443', 1, '10.0.0.9'],
] as const)('%s', (_what, forwarded, hops, expected) => {
  expect(
    findClientAddress(typeof forwarded === 'object' ? [...forwarded] : forwarded, '10.0.0.9', hops),
  ).toBe(expected)
})

it.each([
  ['10.0.0.9', '10.0.0.9', true],
  ['10.0.0.0/8', '10.0.0.9', true],
  ['10.0.0.0/8', '::ffff:10.0.0.9', true],
  ['192.0.2.1, 2001:db8::/32', '2001:db8::9', true],
  ['10.0.0.8', '10.0.0.9', false],
  ['10.1.0.0/16', '10.0.0.9', false],
  ['2001:db8::/32', '10.0.0.9', false],
])('with the proxies %s, one at %s is believed: %s', (proxies, connected, isBelieved) => {
  const found = findClientAddress('203.0.113.7', connected, 1, parseProxies(proxies))
  expect(found).toBe(isBelieved ? '203.0.113.7' : connected)
})

it.each(['', 'proxy.example', '10.0.0.0/33', '10.0.0.1,', '2001:db8::/129', '10.0.0.0/8/8'])(
  'takes %j for no list of proxies',
  (text) => expect(parseProxies(text)).toBeUndefined(),
)
