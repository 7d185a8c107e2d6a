import { createStore } from '../store.ts'

/** One row changed. `id` is null when many did. */
export type Change = Readonly<{
  resource: string
  id: string | null
  revision: number | null
  position: string | null
}>
export type LiveStatus = 'connecting' | 'live' | 'lost'

export const liveStatus = createStore<LiveStatus>('connecting')
type Message = { type: 'change'; change: Change } | { type: 'status'; status: LiveStatus } | { type: 'hello' }

const asChange = (text: string): Change | null => {
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

/**
 * Changes from the server, one connection per browser: HTTP/1.1 allows six per origin, so the tab that holds
 * the lock opens the stream and passes everything on to the others; when it closes, the next one takes over.
 */
export const openEventStream = (onChange: (change: Change) => void): (() => void) => {
  const channel = new BroadcastChannel('hearth-live')
  const stop = new AbortController()
  let holding = false

  const setStatus = (status: LiveStatus) => {
    liveStatus.set(status)
    if (holding) channel.postMessage({ type: 'status', status } satisfies Message)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'change') onChange(data.change)
    if (data.type === 'status' && !holding) liveStatus.set(data.status)
    if (data.type === 'hello' && holding) setStatus(liveStatus.get())
  }
  channel.postMessage({ type: 'hello' } satisfies Message)

  const hold = () =>
    new Promise<void>((resolve) => {
      holding = true
      let source: EventSource
      let retry: ReturnType<typeof setTimeout> | undefined
      let delay = 1000
      const connect = () => {
        source = new EventSource('/api/live')
        source.onopen = () => {
          // Events from the time without a connection are not repeated, and there was none at first, or when
          // another tab has just closed: everything shown is refetched.
          publish({ resource: '*', id: null, revision: null, position: null })
          delay = 1000
          setStatus('live')
        }
        source.addEventListener('change', ({ data }: MessageEvent<string>) => {
          const change = asChange(data)
          if (change) publish(change)
        })
        source.onerror = () => {
          setStatus('lost')
          if (source.readyState !== EventSource.CLOSED) return
          // The browser gives up after an HTTP error; a restarting service answers one for a moment.
          retry = setTimeout(connect, delay)
          delay = Math.min(delay * 2, 30_000)
        }
      }
      const publish = (change: Change) => {
        onChange(change)
        channel.postMessage({ type: 'change', change } satisfies Message)
      }
      connect()
      stop.signal.addEventListener('abort', () => {
        clearTimeout(retry)
        source.close()
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
