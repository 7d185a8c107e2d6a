import { limits, type StoredEvent } from './model.ts'
import { estimateSize, type Tail } from './tail.ts'

/**
 * The events that the tail pushes to one subscription. After too many events or bytes, or a reset, it is
 * behind: they are dropped, and the table must be read again.
 */
export const openInbox = (tail: Tail, stream: string, signal: AbortSignal) => {
  let pending: StoredEvent[] = []
  let bytes = 0
  let behind = true
  let wake: (() => void) | undefined
  const empty = (): StoredEvent[] => {
    const taken = pending
    pending = []
    bytes = 0
    return taken
  }
  const fallBehind = (): void => {
    behind = true
    empty()
  }
  const unlisten = tail.listen(stream, {
    push: (event) => {
      bytes += estimateSize(event)
      const isFull = pending.length >= limits.inboxEvents || bytes > limits.inboxBytes
      // One event has room, however large it is.
      if (behind || (isFull && pending.length > 0)) fallBehind()
      else pending.push(event)
      wake?.()
    },
    reset: () => {
      fallBehind()
      wake?.()
    },
  })
  return {
    isBehind: () => behind,
    /** Drops what was pushed so far: the table holds it. */
    catchUp: (): void => {
      behind = false
      empty()
    },
    take: (): readonly StoredEvent[] => empty(),
    filled: (): Promise<void> =>
      new Promise((resolve) => {
        const resume = (): void => {
          wake = undefined
          signal.removeEventListener('abort', resume)
          resolve()
        }
        wake = resume
        signal.addEventListener('abort', resume)
        if (behind || pending.length > 0 || signal.aborted) resume()
      }),
    close: unlisten,
  }
}
