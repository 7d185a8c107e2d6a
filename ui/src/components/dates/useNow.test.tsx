import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useNow } from './useNow.ts'

const show = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

it('shares one timer, stands still while the page is hidden, and is right when it is seen again', () => {
  vi.useFakeTimers({ now: 0 })
  const before = vi.getTimerCount()
  const first = renderHook(() => useNow(1_000))
  const second = renderHook(() => useNow(1_000))
  expect(vi.getTimerCount()).toBe(before + 1)
  act(() => void vi.advanceTimersByTime(2_000))
  expect([first.result.current, second.result.current]).toEqual([2_000, 2_000])
  show(true)
  expect(vi.getTimerCount()).toBe(before)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(first.result.current).toBe(2_000)
  show(false)
  expect(first.result.current).toBe(62_000)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(second.result.current).toBe(63_000)
  first.unmount()
  second.unmount()
  expect(vi.getTimerCount()).toBe(before)
})
