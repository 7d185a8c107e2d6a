import { openEventStream, type Change, type LiveStatus } from './eventStream.ts'

/** The longest that a read waits for the stream; a read that is sent earlier is repeated when it opens. */
const MAX_WAIT_MS = 500

type Listener = Readonly<{ onChange: (change: Change) => void; onStatus: (status: LiveStatus) => void }>

let close: (() => void) | undefined
let listener: Listener | undefined
let status: LiveStatus = 'connecting'
let answered: Promise<void> = Promise.resolve()
let period = 0
/** Changes from before the app has started. */
let unheard: Change[] = []

/**
 * Increases when changes may have been missed: when the stream opens, and when it opens again. Whatever was
 * read in an earlier period may be old.
 */
export const livePeriod = (): number => period

/** Resolves once the stream has opened or failed, or has taken too long; immediately where there is none. */
export const whenLive = (): Promise<void> => answered

const receive = (change: Change) => {
  if (change.resource === '*') period += 1
  if (listener) listener.onChange(change)
  else unheard.push(change)
}

const stop = () => {
  close?.()
  close = undefined
  status = 'connecting'
  answered = Promise.resolve()
  unheard = []
}

/**
 * Opens the stream of changes, in parallel with the code of the app. Reads wait for it, so that each is sent
 * once and misses no change. Uses no library: the first script of the page has it.
 */
export const startLiveUpdates = (): void => {
  if (close) return
  let resolve = (): void => undefined
  answered = new Promise((settle) => (resolve = settle))
  const timer = setTimeout(resolve, MAX_WAIT_MS)
  close = openEventStream(receive, (next) => {
    status = next
    if (next !== 'connecting') {
      clearTimeout(timer)
      resolve()
    }
    listener?.onStatus(next)
    // No app follows yet, which is so for people who have to sign in: they have no stream.
    if (next === 'lost' && !listener) stop()
  })
}

/** Reports changes and the status to one listener, from those of before on, until the answer is called. */
export const followLiveUpdates = (next: Listener): (() => void) => {
  startLiveUpdates()
  listener = next
  next.onStatus(status)
  const before = unheard
  unheard = []
  before.forEach(next.onChange)
  return () => {
    listener = undefined
    stop()
  }
}
