import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  IN_FLIGHT,
  IN_FLIGHT_PER_NETWORK,
  MAX_BODIES_PER_NETWORK,
  watchLoad,
  type RateClass,
} from './load.ts'

test('limits concurrent requests per class and frees each slot once', () => {
  const { enter, close } = watchLoad({ read: 2, write: 1, login: 1, export: 1, stream: 1, probe: 1 })
  const leave = enter('read')
  enter('read')
  expect(() => enter('read')).toThrow('OVERLOADED')
  expect(() => enter('write')).not.toThrow()
  leave()
  leave()
  enter('read')
  expect(() => enter('read')).toThrow('OVERLOADED')
  close()
})

/** Longer than a sample, so that one is taken on the event loop's next turn. Asleep, it uses no processor. */
const block = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600)

test('refuses requests when the event loop stays late, but not after one pause', async () => {
  const { enter, close } = watchLoad()
  const lateAfter = async (blocks: number) => {
    for (let turn = 0; turn < blocks; turn += 1) {
      block()
      await delay(1)
    }
  }
  await lateAfter(1)
  expect(() => enter('read')()).not.toThrow()
  await lateAfter(4)
  expect(() => enter('read')).toThrow('OVERLOADED')
  close()
})

test('leaves places to others when one network has its share', () => {
  const { enter, receive, close } = watchLoad(IN_FLIGHT, 2)
  for (let count = 0; count < 2 * IN_FLIGHT_PER_NETWORK.login - 1; count++) enter('login', 'a')
  const leave = enter('login', 'a')
  expect(() => enter('login', 'a')).toThrow('OVERLOADED')
  leave()
  enter('login', 'a')
  for (let count = 0; count < 2 * MAX_BODIES_PER_NETWORK; count++) receive('a')
  expect(() => receive('a')).toThrow('RATE_LIMITED')
  expect(() => receive('b')).not.toThrow()
  expect(() => receive()).not.toThrow()
  close()
})

test.each(Object.entries(IN_FLIGHT_PER_NETWORK))(
  'one network has at most half of the %s places',
  (rate, share) => {
    expect(share).toBeLessThanOrEqual(IN_FLIGHT[rate as RateClass] / 2)
  },
)
