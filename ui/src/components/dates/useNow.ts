import { useSyncExternalStore } from 'react'

/** A clock that stands still while the page is hidden. */
const createClock = (every: number) => {
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()
  const tick = () => {
    now = Date.now()
    for (const notify of listeners) notify()
  }
  const pause = () => {
    clearInterval(timer)
    timer = undefined
  }
  const follow = () => {
    pause()
    if (document.hidden) return
    tick()
    timer = setInterval(tick, every)
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    if (listeners.size === 1) {
      follow()
      document.addEventListener('visibilitychange', follow)
    }
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      pause()
      document.removeEventListener('visibilitychange', follow)
    }
  }
  return { subscribe, read: () => now }
}

const clocks = new Map<number, ReturnType<typeof createClock>>()
const sharedClock = (every: number) => {
  const clock = clocks.get(every) ?? createClock(every)
  clocks.set(every, clock)
  return clock
}

/**
 * The time in milliseconds, updated every `every` ms while the page is visible; callers with the same interval
 * share one timer.
 */
export const useNow = (every: number): number => {
  const { subscribe, read } = sharedClock(every)
  return useSyncExternalStore(subscribe, read)
}
