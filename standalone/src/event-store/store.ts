import { unavailable } from './errors.ts'
import { createLog, type Log } from './log.ts'
import { limits } from './model.ts'
import { createStreamStates, type StreamStates } from './streamState.ts'
import { createTail, type Tail } from './tail.ts'
import { startWriter, type Writer } from './writer.ts'

/** The event store without its network side. */
export type Store = Readonly<{ log: Log; states: StreamStates; tail: Tail; writer: Writer }>

export const openStore = (databaseUrl: string): Store => {
  const log = createLog(databaseUrl)
  const states = createStreamStates(log)
  const tail = createTail()
  return { log, states, tail, writer: startWriter({ databaseUrl, log, states, tail }) }
}

/** A server that does not hold the log has no live tail: it answers UNAVAILABLE, and clients try again or elsewhere. */
export const requireLeading = async (store: Store): Promise<void> => {
  if (!(await store.writer.leading(limits.writeTimeoutMs))) throw unavailable('this server does not hold the log')
}

export const closeStore = async (store: Store): Promise<void> => {
  await store.writer.stop()
  await store.log.close()
}
