import { EventStoreDBClient } from '@eventstore/db-client'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEventStoreAddress, withHost, type EventStoreAddress } from './eventStoreAddress.ts'

const parsed = (text: string): EventStoreAddress => {
  const address = parseEventStoreAddress(text)
  return 'problem' in address ? expect.unreachable(address.problem) : address
}

test('reads one host with the default port', () => {
  expect(parsed('esdb://localhost?tls=false')).toEqual({
    discovers: false,
    hosts: [{ name: 'localhost', port: 2113 }],
    username: '',
    password: '',
    options: new Map([['tls', 'false']]),
  })
})

test('reads a cluster with user, password and options in any case', () => {
  expect(parsed('esdb://ops:a%40b%2Fc@one:2113,two:2114,three/?TLS=true&node-preference=Follower')).toEqual({
    discovers: false,
    hosts: [
      { name: 'one', port: 2113 },
      { name: 'two', port: 2114 },
      { name: 'three', port: 2113 },
    ],
    username: 'ops',
    password: 'a@b/c',
    options: new Map([
      ['tls', 'true'],
      ['nodePreference', 'Follower'],
    ]),
  })
})

test('reads a DNS name that stands for a cluster', () => {
  expect(parsed('esdb+discover://cluster.example:2113')).toMatchObject({ discovers: true })
})

test.each([
  ['http://host', /esdb:\/\//],
  ['kurrentdb://host', /esdb:\/\//],
  ['esdb://', /esdb:\/\//],
  ['esdb://user@host', /esdb:\/\//],
  ['esdb://user:%zz@host', /percent-encoded/],
  ['esdb://one,,two', /name:port/],
  ['esdb://one:0', /name:port/],
  ['esdb://one:99999', /name:port/],
  ['esdb://[::1]:2113', /name:port/],
  ['esdb+discover://one:2113,two:2113', /only the first/],
  ['esdb://host?insecure=true', /unknown option/],
  ['esdb://host?tls', /unknown option/],
  ['esdb://host?tls=no', /value of tls/],
  ['esdb://host?nodePreference=nearest', /value of nodePreference/],
  ['esdb://host?keepAliveInterval=soon', /value of keepAliveInterval/],
])('refuses %s and says why', (text, problem) => {
  const address = parseEventStoreAddress(text)
  expect('problem' in address && address.problem).toMatch(problem)
})

test.each(['esdb://one,two', 'esdb://ops:a%40$1b@one:1,two:2/?tls=false', 'esdb://ops:x@one:1,two'])(
  'keeps all but the hosts of %s',
  (text) => {
    const { hosts: _, ...rest } = parsed(text)
    expect(parsed(withHost(text, { name: 'three', port: 3 }))).toEqual({
      ...rest,
      hosts: [{ name: 'three', port: 3 }],
    })
  },
)

test('accepts only what the client accepts', () => {
  const name = fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,12}$/)
  const host = fc
    .tuple(name, fc.option(fc.integer({ min: 0, max: 99_999 }), { nil: undefined }))
    .map(([host, port]) => (port === undefined ? host : `${host}:${port}`))
  const piece = fc.oneof(
    host,
    fc.constantFrom(',', '@', '/', '?', '&', ':', '%', '%20', '[::1]', 'user:password@', 'tls=true', 'tls=1'),
    fc.constantFrom('?nodePreference=leader', '&gossipTimeout=2', '?connectionName=a%20b', ''),
  )
  const address = fc
    .tuple(
      fc.constantFrom('esdb://', 'esdb+discover://', 'kurrentdb://', 'esdb:'),
      fc.array(piece, { maxLength: 6 }),
    )
    .map(([scheme, pieces]) => scheme + pieces.join(''))
  fc.assert(
    fc.property(address, (text) => {
      if (!('problem' in parseEventStoreAddress(text)))
        expect(() => EventStoreDBClient.connectionString(text)).not.toThrow()
    }),
    { numRuns: 2_000 },
  )
})
