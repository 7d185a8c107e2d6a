import { useSyncExternalStore } from 'react'

/** A value outside React that components can subscribe to. */
export const createStore = <T>(initial: T) => {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const get = () => value
  const set = (next: T) => {
    if (Object.is(next, value)) return
    value = next
    for (const listener of listeners) listener()
  }
  return { get, set, subscribe, use: () => useSyncExternalStore(subscribe, get) }
}
