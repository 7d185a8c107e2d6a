import { pollUntilAborted, type Poll } from './pollUntilAborted.ts'

/** A round that is repeated from `start` until `stop`, which waits for the round under way. */
export const createLoop = (poll: Omit<Poll, 'round' | 'signal'>) => {
  const stopping = new AbortController()
  let running: Promise<void> | undefined
  return {
    /** Aborts with `stop`: a long round ends early. */
    signal: stopping.signal,
    start: (round: Poll['round']): void => {
      running ??= pollUntilAborted({ ...poll, round, signal: stopping.signal })
    },
    stop: async (): Promise<void> => {
      stopping.abort()
      await running
    },
  }
}
