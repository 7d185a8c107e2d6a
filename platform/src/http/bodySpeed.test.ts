import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BODY_WITHIN_MS, MIN_BYTES_PER_S, watchBodySpeed } from './bodySpeed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Milliseconds until a body counts as slow that has `bytesAt` after so many of them; undefined for none in a minute. */
const measureUntilSlow = (bytesAt: (ms: number) => number): number | undefined => {
  const begun = performance.now()
  let slowAfter: number | undefined
  const stop = watchBodySpeed(
    () => bytesAt(performance.now() - begun),
    () => (slowAfter = performance.now() - begun),
  )
  while (slowAfter === undefined && performance.now() - begun < 60_000) vi.advanceTimersByTime(10)
  stop()
  return slowAfter
}

test.each([
  ['nothing arrives', () => 0, BODY_WITHIN_MS],
  ['it stops after a second’s worth', () => MIN_BYTES_PER_S, BODY_WITHIN_MS + 1_000],
  ['it comes at half the least speed', (ms: number) => (ms * MIN_BYTES_PER_S) / 2_000, 2 * BODY_WITHIN_MS],
] as const)('a body is slow when %s', (_what, bytesAt, expected) => {
  const slowAfter = measureUntilSlow(bytesAt) ?? 0
  expect(slowAfter).toBeGreaterThanOrEqual(expected)
  expect(slowAfter).toBeLessThan(expected + 100)
})

test('a body at the least speed is never slow', () => {
  expect(measureUntilSlow((ms) => (ms * MIN_BYTES_PER_S) / 1_000)).toBeUndefined()
})

test('what arrived while the event loop was late counts', () => {
  let received = 0
  const onSlow = vi.fn()
  const stop = watchBodySpeed(() => received, onSlow)
  setTimeout(() => setImmediate(() => (received = MIN_BYTES_PER_S)), BODY_WITHIN_MS - 1)
  vi.advanceTimersByTime(BODY_WITHIN_MS + 500)
  expect(onSlow).not.toHaveBeenCalled()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(onSlow).not.toHaveBeenCalled()
})
