import { askEachHost } from '../event-store/askEachHost.ts'
import { connectEventStore } from '../event-store/esdb.ts'
import { StoreAddressError, StoreUnavailableError, type EventStore } from '../event-store/port.ts'
import type { Log } from '../telemetry/log.ts'
import type { ServerProblem } from './problem.ts'

const ASK_MS = 2_500

const ignore = () => undefined
/** What goes wrong is the answer. */
const noLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

const toProblem = (error: StoreUnavailableError): ServerProblem => ({
  sentence: error.message,
  mayPass: !(error instanceof StoreAddressError),
})

/** Why the event store of EVENTSTORE_URL cannot be used; undefined when it can. Takes at most 7 s. */
export const findEventStoreProblem = async (url: string): Promise<ServerProblem | undefined> => {
  let store: EventStore
  try {
    store = connectEventStore({ url, name: 'check', log: noLog })
  } catch {
    return {
      sentence:
        'A file that EVENTSTORE_URL names cannot be read. Check tlsCAFile, userCertFile and userKeyFile.',
      mayPass: false,
    }
  }
  try {
    await store.ping(ASK_MS)
    return undefined
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    if (error instanceof StoreAddressError) return toProblem(error)
    return toProblem((await askEachHost(url, ASK_MS, noLog)) ?? error)
  } finally {
    await store.close()
  }
}
