import { expect, test } from 'vitest'
import { createHostCheck } from './knownHosts.ts'

test.each([
  ['https://hearth.example', 'hearth.example', true],
  ['https://hearth.example', 'HEARTH.example', true],
  ['https://hearth.example', 'hearth.example:443', true],
  ['https://hearth.example', 'hearth.example:80', false],
  ['https://hearth.example:8443', 'hearth.example:8443', true],
  ['https://hearth.example:8443', 'hearth.example', false],
  ['https://hearth.example', 'hearth.example.attacker.example', false],
  ['https://hearth.example', 'attacker.example', false],
  ['http://localhost:3000', 'attacker.example:3000', false],
  ['http://localhost:3000', 'localhost.attacker.example:3000', false],
  ['http://localhost:3000', '127.0.0.1.attacker.example:3000', false],
  ['http://localhost:3000', 'localhost:3000', true],
  ['http://localhost:3000', '127.0.0.1:3000', true],
  ['http://localhost:3000', '[::1]:3000', true],
  // An address of the network is that of anyone who runs a server there.
  ['http://localhost:3000', '192.168.0.7:3000', false],
  ['http://192.168.0.7:3000', '192.168.0.7:3000', true],
  // A client of HTTP/1.0, which is no browser.
  ['http://localhost:3000', undefined, true],
])('at %s the host %s is known: %s', (publicUrl, host, isKnown) =>
  expect(createHostCheck(new URL(publicUrl))(host)).toBe(isKnown),
)

test('without a public address only this machine is known', () => {
  const isKnown = createHostCheck(undefined)
  expect([isKnown('localhost:80'), isKnown('hearth.example')]).toEqual([true, false])
})
