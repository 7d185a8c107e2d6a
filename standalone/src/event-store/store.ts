import { setTimeout as pause } from 'node:timers/promises'
import { LogUnavailableError, unavailable } from './errors.ts'
import { createLog, type Log } from './log.ts'
import { limits } from './model.ts'
import { createStreamStates, type StreamStates } from './streamState.ts'
import { createTail, type Tail } from './tail.ts'
import { startWriter, type Writer } from './writer.ts'

const RETRY_MS = 10_000

/** The event store without its network side. */
export type Store = Readonly<{ log: Log; states: StreamStates; tail: Tail; writer: Writer }>

/** `onStandby` is called when another server turns out to hold the log. */
export const openStore = (databaseUrl: string, onStandby: () => void): Store => {
  const log = createLog(databaseUrl)
  const states = createStreamStates(log)
  const tail = createTail()
  return { log, states, tail, writer: startWriter({ databaseUrl, log, states, tail, onStandby }) }
}

/**
 * A server that does not hold the log has no live tail: it answers UNAVAILABLE, and clients retry or connect
 * to another server.
 */
export const requireLeading = async (store: Store): Promise<void> => {
  if (!(await store.writer.leading(limits.writeTimeoutMs)))
    throw unavailable('this server does not hold the log')
}

/** Repeats a read of the table over a restart of Postgres, so that readers keep their place. */
export const retryWhileUnavailable = async <T>(store: Store, readTable: () => Promise<T>): Promise<T> => {
  for (const deadline = Date.now() + RETRY_MS; ;) {
    try {
      return await readTable()
    } catch (error) {
      if (!(error instanceof LogUnavailableError) || Date.now() > deadline) throw error
      await pause(50)
      await requireLeading(store)
    }
  }
}

export const closeStore = async (store: Store): Promise<void> => {
  await store.writer.stop()
  await store.log.close()
}
