import type { Log } from './log.ts'
import { companionOf, emptyState, type StreamState, type StreamView, deriveView } from './streamView.ts'

const capacity = 200_000

/**
 * Last revisions of streams, committed facts only: the writer keeps decisions that are not committed yet to
 * itself.
 */
export type StreamStates = Readonly<{
  /** Loads the states of these streams and their companions; all names of one tick go into one query. */
  load: (streams: readonly string[]) => Promise<void>
  /** Starts loading what a write to this stream will need, without waiting. */
  prefetch: (stream: string) => void
  get: (stream: string) => StreamState
  view: (stream: string) => Promise<StreamView>
  commit: (changed: ReadonlyMap<string, StreamState>) => void
  clear: () => void
}>

export const createStreamStates = (log: Pick<Log, 'states'>): StreamStates => {
  let states = new Map<string, StreamState>()
  let loading = new Map<string, Promise<void>>()
  let collecting: { names: string[]; loaded: Promise<void> } | undefined

  const trim = (): void => {
    for (const name of states.keys()) {
      if (states.size <= capacity) return
      states.delete(name)
    }
  }

  const collect = (): { names: string[]; loaded: Promise<void> } => {
    if (collecting) return collecting
    const names: string[] = []
    const target = states
    const pending = loading
    const loaded = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      collecting = undefined
      try {
        // A state that a commit has set meanwhile is newer than the result of this query.
        for (const [name, state] of await log.states(names)) if (!target.has(name)) target.set(name, state)
      } finally {
        for (const name of names) pending.delete(name)
        trim()
      }
    })
    // The caller that needs the states awaits the promise as well; a failed prefetch without such a caller
    // must not end the process.
    loaded.catch(() => undefined)
    collecting = { names, loaded }
    return collecting
  }

  const load = async (streams: readonly string[]): Promise<void> => {
    const waits = new Set<Promise<void>>()
    for (const stream of streams) {
      for (const name of [stream, companionOf(stream)]) {
        if (states.has(name)) continue
        let wait = loading.get(name)
        if (!wait) {
          const batch = collect()
          batch.names.push(name)
          wait = batch.loaded
          loading.set(name, wait)
        }
        waits.add(wait)
      }
    }
    if (waits.size > 0) await Promise.all(waits)
  }

  const get = (stream: string): StreamState => {
    const state = states.get(stream)
    if (!state) throw new Error(`state of stream ${stream} is not loaded`)
    return state
  }

  return {
    load,
    prefetch: (stream) => {
      if (states.has(stream) && states.has(companionOf(stream))) return
      // The decision about the write loads the states again and meets the failure if it persists.
      load([stream]).catch(() => undefined)
    },
    get,
    view: async (stream) => {
      await load([stream])
      return deriveView((name) => states.get(name) ?? emptyState, stream)
    },
    commit: (changed) => {
      for (const [name, state] of changed) {
        states.delete(name)
        states.set(name, state)
      }
      trim()
    },
    clear: () => {
      states = new Map()
      loading = new Map()
      collecting = undefined
    },
  }
}
