/** One row changed. `id` is null when many did. */
export type Change = Readonly<{
  resource: string
  id: string | null
  revision: number | null
  position: string | null
}>
export type LiveStatus = 'connecting' | 'live' | 'lost'

type Message = { type: 'change'; change: Change } | { type: 'status'; status: LiveStatus } | { type: 'hello' }

const MIN_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000

const parseChange = (text: string): Change | null => {
  const data: unknown = JSON.parse(text)
  if (data === null || typeof data !== 'object' || !('resource' in data)) return null
  const field = (name: string) => (data as Record<string, unknown>)[name]
  return {
    resource: String(data.resource),
    id: typeof field('id') === 'string' ? String(field('id')) : null,
    revision: Number(field('revision')) || null,
    position: typeof field('position') === 'string' ? String(field('position')) : null,
  }
}

type Handlers = Readonly<{ onOpen: () => void; onChange: (change: Change) => void; onLost: () => void }>

/** Connects to the stream and reconnects when it is lost; the returned function disconnects. */
const connect = ({ onOpen, onChange, onLost }: Handlers): (() => void) => {
  let source: EventSource
  let retry: ReturnType<typeof setTimeout> | undefined
  let delay = MIN_RETRY_MS
  let isOver = false
  const open = () => {
    source = new EventSource('/api/live')
    source.onopen = () => {
      delay = MIN_RETRY_MS
      onOpen()
    }
    source.addEventListener('change', ({ data }: MessageEvent<string>) => {
      const change = parseChange(data)
      if (change) onChange(change)
    })
    source.onerror = () => {
      onLost()
      if (isOver || source.readyState !== EventSource.CLOSED) return
      // The browser doesn't reconnect after an HTTP error, which a restarting service answers for a moment.
      retry = setTimeout(open, delay)
      delay = Math.min(delay * 2, MAX_RETRY_MS)
    }
  }
  open()
  return () => {
    isOver = true
    clearTimeout(retry)
    source.close()
  }
}

/**
 * Subscribes to changes, with one connection per browser, because HTTP/1.1 allows six per origin: the tab
 * that holds the lock opens the stream and forwards everything to the others; when it closes, the next one
 * takes over.
 */
export const openEventStream = (
  onChange: (change: Change) => void,
  onStatus: (status: LiveStatus) => void,
): (() => void) => {
  const channel = new BroadcastChannel('hearth-live')
  const stop = new AbortController()
  let holding = false
  let current: LiveStatus = 'connecting'

  const setStatus = (status: LiveStatus) => {
    current = status
    if (holding) channel.postMessage({ type: 'status', status } satisfies Message)
    onStatus(status)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'change') onChange(data.change)
    if (data.type === 'status' && !holding) setStatus(data.status)
    if (data.type === 'hello' && holding) setStatus(current)
  }
  channel.postMessage({ type: 'hello' } satisfies Message)

  const publish = (change: Change) => {
    onChange(change)
    channel.postMessage({ type: 'change', change } satisfies Message)
  }
  const hold = () =>
    new Promise<void>((resolve) => {
      // The lock may be granted just before the abort, which then no longer takes the request back.
      if (stop.signal.aborted) return resolve()
      holding = true
      const disconnect = connect({
        onOpen: () => {
          // Events from a time without a connection are not repeated, and there was no connection before the
          // first one or after another tab has closed. So everything that was read before is refetched.
          publish({ resource: '*', id: null, revision: null, position: null })
          setStatus('live')
        },
        onChange: publish,
        onLost: () => setStatus('lost'),
      })
      stop.signal.addEventListener('abort', () => {
        disconnect()
        resolve()
      })
    })

  navigator.locks.request('hearth-live', { signal: stop.signal }, hold).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error
  })
  return () => {
    stop.abort()
    channel.close()
  }
}
