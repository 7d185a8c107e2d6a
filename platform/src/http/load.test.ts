import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchLoad } from './load.ts'

test('a process takes only so many requests of a class at once and gives the places back', () => {
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

const block = (milliseconds: number) => {
  for (const end = performance.now() + milliseconds; performance.now() < end;);
}

test('a pause of the process sends nobody away, an event loop that stays late does', async () => {
  const { enter, close } = watchLoad()
  const lateAfter = async (blocks: number) => {
    for (let turn = 0; turn < blocks; turn += 1) {
      block(600)
      await delay(1)
    }
  }
  await lateAfter(1)
  await delay(20)
  expect(() => enter('read')()).not.toThrow()
  await lateAfter(4)
  expect(() => enter('read')).toThrow('OVERLOADED')
  close()
})
