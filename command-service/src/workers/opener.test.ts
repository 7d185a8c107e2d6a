import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOpener } from './opener.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('opens once for all callers, and closes what is open', async () => {
  const close = vi.fn(async () => undefined)
  const open = vi.fn(async () => ({ close }))
  const opener = createOpener(open)
  await opener.close()
  expect(await Promise.all([opener.open(), opener.open()])).toEqual([{ close }, { close }])
  await opener.close()
  expect([open.mock.calls.length, close.mock.calls.length]).toEqual([1, 1])
})

test('tells the failure to further callers for 5 s, then opens again', async () => {
  const close = async () => undefined
  const open = vi.fn<() => Promise<{ close: typeof close }>>()
  open.mockRejectedValueOnce(new Error('It does not answer'))
  open.mockResolvedValueOnce({ close })
  const opener = createOpener(open)
  await expect(opener.open()).rejects.toThrow('It does not answer')
  vi.advanceTimersByTime(4_999)
  await expect(opener.open()).rejects.toThrow('It does not answer')
  expect(open).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(await opener.open()).toEqual({ close })
  await opener.close()
})

test('closes nothing when it could not be opened', async () => {
  const opener = createOpener(() => Promise.reject(new Error('It does not answer')))
  await expect(opener.open()).rejects.toThrow('It does not answer')
  await opener.close()
})
