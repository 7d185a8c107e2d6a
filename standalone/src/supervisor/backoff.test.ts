import { expect, it } from 'vitest'
import { nextDelay } from './backoff.ts'

it('doubles from 100 ms to 5 s, and begins again after ten healthy seconds', () => {
  const delays = Array.from({ length: 8 }).reduce<number[]>(
    (before) => [...before, nextDelay(before.at(-1), 0)],
    [],
  )
  expect(delays).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000])
  expect(nextDelay(5_000, 9_999)).toBe(5_000)
  expect(nextDelay(5_000, 10_000)).toBe(100)
})
