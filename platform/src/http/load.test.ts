import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchLoad } from './load.ts'

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
