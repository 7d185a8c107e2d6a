/** Thrown when too many already wait for the same key. */
export class QueueFullError extends Error {
  override name = 'QueueFullError'
}

export type KeyedQueue = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/** Runs work of one key one after the other, in the order of the calls; different keys side by side. */
export const createKeyedQueue = (maxWaiting: number): KeyedQueue => {
  const tails = new Map<string, Readonly<{ last: Promise<unknown>; waiting: number }>>()
  return async (key, work) => {
    const before = tails.get(key)
    const waiting = (before?.waiting ?? 0) + 1
    if (waiting > maxWaiting) throw new QueueFullError('Too many commands wait for the same stream')
    const result = (before?.last ?? Promise.resolve()).then(work)
    // The next one waits for the end, whatever it was; the caller gets the failure itself.
    const last = result
      .catch(() => undefined)
      .then(() => {
        const now = tails.get(key)
        if (now === undefined) return
        if (now.waiting === 1) tails.delete(key)
        else tails.set(key, { ...now, waiting: now.waiting - 1 })
      })
    tails.set(key, { last, waiting })
    return result
  }
}
