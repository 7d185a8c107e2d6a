import { limits, type Position, type StoredEvent } from './model.ts'

export type StreamListener = Readonly<{
  /** A new event of the stream. */
  push: (event: StoredEvent) => void
  /** Something may have been missed: read the table again. */
  reset: () => void
}>

/**
 * The newest committed events in memory. Readers are cursors: they keep their own place and fall back to the
 * table.
 */
export type Tail = Readonly<{
  /** Position of the last committed event. */
  last: () => Position
  /** A page of the events after `position`, or undefined when they are no longer (or not) in memory. */
  after: (position: Position, limit: number) => readonly StoredEvent[] | undefined
  /** Resolves when there is an event after `position`, or the signal aborts. */
  moved: (position: Position, signal: AbortSignal) => Promise<void>
  listen: (stream: string, listener: StreamListener) => () => void
  publish: (events: readonly StoredEvent[]) => void
  reset: (head: Position) => void
}>

/** What an event takes in memory, in bytes. */
export const estimateSize = (event: StoredEvent): number => event.data.length + event.metadata.length + 200

/** The first events that fit into a page; at least one. */
const cutPage = (events: readonly StoredEvent[]): readonly StoredEvent[] => {
  let bytes = 0
  const end = events.findIndex((event) => (bytes += estimateSize(event)) > limits.pageBytes)
  return end < 0 ? events : events.slice(0, Math.max(1, end))
}

/** The events in memory, the oldest first, bounded by number and size. */
const createBuffer = () => {
  let events: StoredEvent[] = []
  let dropped = 0 // events at the front of the array that are no longer part of the buffer
  let droppedBytes = 0
  let bytes = 0

  const compact = (): void => {
    events = events.slice(dropped)
    dropped = 0
    droppedBytes = 0
  }

  return {
    add: (event: StoredEvent): void => {
      events.push(event)
      bytes += estimateSize(event)
    },
    /** The oldest of the newest `count` events, a page of `limit` at most; undefined when some are no longer in memory. */
    newest: (count: number, limit: number): readonly StoredEvent[] | undefined => {
      const index = events.length - count
      return index < dropped ? undefined : cutPage(events.slice(index, index + limit))
    },
    trim: (): void => {
      while (events.length - dropped > limits.tailEvents || bytes > limits.tailBytes) {
        const oldest = events[dropped]
        if (!oldest) break
        bytes -= estimateSize(oldest)
        droppedBytes += estimateSize(oldest)
        dropped += 1
      }
      // Compacting in large steps keeps the cost per event constant.
      if (dropped > limits.tailEvents / 8 || droppedBytes > limits.tailBytes / 4) compact()
    },
    clear: (): void => {
      events = []
      dropped = 0
      droppedBytes = 0
      bytes = 0
    },
  }
}

export const createTail = (): Tail => {
  const buffer = createBuffer()
  let head: Position = 0n
  const waiting = new Set<() => void>()
  const listeners = new Map<string, Set<StreamListener>>()

  const wake = (): void => {
    for (const resume of waiting) resume()
  }

  return {
    last: () => head,
    after: (position, limit) => (position >= head ? [] : buffer.newest(Number(head - position), limit)),
    moved: (position, signal) =>
      new Promise((resolve) => {
        const resume = (): void => {
          if (head <= position && !signal.aborted) return
          waiting.delete(resume)
          signal.removeEventListener('abort', resume)
          resolve()
        }
        waiting.add(resume)
        signal.addEventListener('abort', resume)
        resume()
      }),
    listen: (stream, listener) => {
      const known = listeners.get(stream) ?? new Set()
      listeners.set(stream, known.add(listener))
      return () => {
        known.delete(listener)
        if (known.size === 0 && listeners.get(stream) === known) listeners.delete(stream)
      }
    },
    publish: (added) => {
      for (const event of added) {
        buffer.add(event)
        head = event.position
        for (const listener of listeners.get(event.stream) ?? []) listener.push(event)
      }
      buffer.trim()
      wake()
    },
    reset: (position) => {
      buffer.clear()
      head = position
      for (const known of listeners.values()) for (const listener of known) listener.reset()
      wake()
    },
  }
}
