import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

test('limits all and each key, and gives each slot back once', () => {
  const { take } = createSlots(3, 2)
  const giveBack = take('a')
  expect(take('a')).toBeDefined()
  expect(take('a')).toBeUndefined()
  expect(take('b')).toBeDefined()
  expect([take('b'), take()]).toEqual([undefined, undefined])
  giveBack?.()
  giveBack?.()
  expect(take('a')).toBeDefined()
  expect(take()).toBeUndefined()
})

test('without a key only the total counts', () => {
  const { take } = createSlots(2, 1)
  expect([take(), take(), take()].map((slot) => slot !== undefined)).toEqual([true, true, false])
})
