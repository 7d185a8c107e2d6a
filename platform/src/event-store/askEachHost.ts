import { parseEventStoreAddress, withHost } from '../config/eventStoreAddress.ts'
import type { Log } from '../telemetry/log.ts'
import { bounded } from './bounded.ts'
import { openConnection } from './connection.ts'
import { StoreAddressError, StoreUnavailableError } from './port.ts'
import { createReads } from './reads.ts'

const CLOSE_MS = 1_000

const ask = async (url: string, timeoutMs: number, log: Log): Promise<unknown> => {
  const connection = openConnection(url, 'diagnosis', log)
  try {
    await createReads(connection, log).ping(timeoutMs)
    return undefined
  } catch (error) {
    return error
  } finally {
    await bounded(connection.client.dispose(), CLOSE_MS).catch((error: unknown) =>
      log.debug({ err: error }, 'event store: a connection was still open'),
    )
  }
}

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
  const failures = await Promise.all(address.hosts.map((host) => ask(withHost(url, host), timeoutMs, log)))
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
