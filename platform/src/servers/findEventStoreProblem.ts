import { askEachHost } from '../event-store/askEachHost.ts'
import { askOnce } from '../event-store/askOnce.ts'
import { StoreAddressError, type StoreUnavailableError } from '../event-store/port.ts'
import { noLog } from '../telemetry/log.ts'
import type { ServerProblem } from './problem.ts'

const ASK_MS = 2_500

const toProblem = (error: StoreUnavailableError): ServerProblem => ({
  sentence: error.message,
  mayPass: !(error instanceof StoreAddressError),
})

/** Why the event store of EVENTSTORE_URL cannot be used; undefined when it can. Takes at most 10 s. */
export const findEventStoreProblem = async (url: string): Promise<ServerProblem | undefined> => {
  let failure: StoreUnavailableError | undefined
  try {
    failure = await askOnce(url, ASK_MS, noLog)
  } catch {
    return {
      sentence:
        'A file that EVENTSTORE_URL names cannot be read. Check tlsCAFile, userCertFile and userKeyFile.',
      mayPass: false,
    }
  }
  if (failure === undefined || failure instanceof StoreAddressError) return failure && toProblem(failure)
  const found = await askEachHost(url, ASK_MS, noLog)
  if (found === undefined || found instanceof StoreAddressError) return toProblem(found ?? failure)
  // Hosts answer: on a busy machine, or during an election, the list only came too early.
  return (await askOnce(url, ASK_MS, noLog)) && toProblem(found)
}
