import type { Log } from '../telemetry/log.ts'
import { askEachHost } from './askEachHost.ts'
import { StoreAccessError, StoreAddressError, StoreUnavailableError, type EventStore } from './port.ts'

/** While a failure lasts, it is logged and its reason looked for among the hosts this often. */
const PAUSE_MS = 10_000
const ASK_MS = 2_000

/**
 * The ping of a running service: what it rejects with is logged, and says for a list of hosts which of them
 * is wrong, once they have been asked in the background.
 */
export const createExplainedPing = (
  ping: EventStore['ping'],
  { url, log }: Readonly<{ url: string; log: Log }>,
): EventStore['ping'] => {
  let found: StoreUnavailableError | undefined
  let explained: string | undefined
  let explainedAt = -Infinity
  const explain = async (error: StoreUnavailableError): Promise<void> => {
    explained = error.message
    explainedAt = performance.now()
    if (!(error instanceof StoreAddressError)) found = await askEachHost(url, ASK_MS, log)
    // A denial has been logged with the call that was denied.
    const reason = found ?? error
    if (!(reason instanceof StoreAccessError)) log.error({ err: reason }, 'event store: cannot be used')
  }
  return async (timeoutMs) => {
    try {
      await ping(timeoutMs)
      found = undefined
      explained = undefined
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error
      if (error.message !== explained || performance.now() - explainedAt > PAUSE_MS) void explain(error)
      throw error instanceof StoreAddressError ? error : (found ?? error)
    }
  }
}
