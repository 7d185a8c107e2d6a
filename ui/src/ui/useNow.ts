import { useSyncExternalStore } from 'react'

type Clock = { now: number; listeners: Set<() => void>; timer?: ReturnType<typeof setInterval> }
const clocks = new Map<number, Clock>()

const clockOf = (every: number): Clock => {
  const known = clocks.get(every)
  if (known) return known
  const made: Clock = { now: Date.now(), listeners: new Set() }
  clocks.set(every, made)
  return made
}

/** The time in milliseconds, anew every `every` ms; all who ask for the same beat share one timer. */
export const useNow = (every: number): number => {
  const clock = clockOf(every)
  return useSyncExternalStore(
    (listener) => {
      clock.listeners.add(listener)
      if (clock.listeners.size === 1) {
        clock.now = Date.now()
        clock.timer = setInterval(() => {
          clock.now = Date.now()
          for (const notify of clock.listeners) notify()
        }, every)
      }
      return () => {
        clock.listeners.delete(listener)
        if (clock.listeners.size === 0) clearInterval(clock.timer)
      }
    },
    () => clock.now,
  )
}
