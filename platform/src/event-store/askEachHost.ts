import { parseEventStoreAddress, withHost } from '../config/eventStoreAddress.ts'
import type { Log } from '../telemetry/log.ts'
import { askOnce } from './askOnce.ts'
import { StoreAddressError, StoreUnavailableError } from './port.ts'

/**
 * What is wrong with a list of hosts on which no leader was found: the client of a list says only that.
 * Undefined when all hosts are away, which the failure itself says already.
 */
export const askEachHost = async (
  url: string,
  timeoutMs: number,
  log: Log,
): Promise<StoreUnavailableError | undefined> => {
  const address = parseEventStoreAddress(url)
  if ('problem' in address || address.hosts.length === 1) return undefined
  const failures = await Promise.all(
    address.hosts.map((host) => askOnce(withHost(url, host), timeoutMs, log)),
  )
  const wrong = failures.find((failure) => failure instanceof StoreAddressError)
  if (wrong) return wrong
  const reached = address.hosts.filter((_, index) => failures[index] === undefined)
  return reached.length > 0
    ? new StoreUnavailableError(
        `The event store at ${reached.map(({ name, port }) => `${name}:${port}`).join(', ')} has no leader. ` +
          'Check that most of the nodes of EVENTSTORE_URL run and reach each other.',
      )
    : undefined
}
