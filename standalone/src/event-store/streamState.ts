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

type Batch = Readonly<{ names: string[]; loaded: Promise<void> }>

/** The known states since they were last cleared; `collecting` is the query that starts in the next tick. */
type Cache = {
  readonly states: Map<string, StreamState>
  readonly loading: Map<string, Promise<void>>
  collecting: Batch | undefined
}

const createCache = (): Cache => ({ states: new Map(), loading: new Map(), collecting: undefined })

const trim = ({ states }: Cache): void => {
  for (const name of states.keys()) {
    if (states.size <= capacity) return
    states.delete(name)
  }
}

/** The batch of this tick: one query loads all names that are added to it. */
const collect = (log: Pick<Log, 'states'>, cache: Cache): Batch => {
  if (cache.collecting) return cache.collecting
  const { states, loading } = cache
  const names: string[] = []
  const loaded = new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
    cache.collecting = undefined
    try {
      // A state that a commit has set meanwhile is newer than the result of this query.
      for (const [name, state] of await log.states(names)) if (!states.has(name)) states.set(name, state)
    } finally {
      for (const name of names) loading.delete(name)
      trim(cache)
    }
  })
  // The caller that needs the states awaits the promise as well; a failed prefetch without such a caller
  // must not end the process.
  loaded.catch(() => undefined)
  cache.collecting = { names, loaded }
  return cache.collecting
}

const loadStates = async (
  log: Pick<Log, 'states'>,
  cache: Cache,
  streams: readonly string[],
): Promise<void> => {
  const waits = new Set<Promise<void>>()
  for (const stream of streams) {
    for (const name of [stream, companionOf(stream)]) {
      if (cache.states.has(name)) continue
      let wait = cache.loading.get(name)
      if (!wait) {
        const batch = collect(log, cache)
        batch.names.push(name)
        wait = batch.loaded
        cache.loading.set(name, wait)
      }
      waits.add(wait)
    }
  }
  if (waits.size > 0) await Promise.all(waits)
}

export const createStreamStates = (log: Pick<Log, 'states'>): StreamStates => {
  let cache = createCache()
  const load = (streams: readonly string[]): Promise<void> => loadStates(log, cache, streams)

  return {
    load,
    prefetch: (stream) => {
      if (cache.states.has(stream) && cache.states.has(companionOf(stream))) return
      // The decision about the write loads the states again and meets the failure if it persists.
      load([stream]).catch(() => undefined)
    },
    get: (stream) => {
      const state = cache.states.get(stream)
      if (!state) throw new Error(`state of stream ${stream} is not loaded`)
      return state
    },
    view: async (stream) => {
      await load([stream])
      return deriveView((name) => cache.states.get(name) ?? emptyState, stream)
    },
    commit: (changed) => {
      for (const [name, state] of changed) {
        cache.states.delete(name)
        cache.states.set(name, state)
      }
      trim(cache)
    },
    clear: () => {
      cache = createCache()
    },
  }
}
