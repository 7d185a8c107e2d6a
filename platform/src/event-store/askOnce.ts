import type { Log } from '../telemetry/log.ts'
import { bounded } from './bounded.ts'
import { openConnection } from './connection.ts'
import { StoreUnavailableError } from './port.ts'
import { createReads } from './reads.ts'

const CLOSE_MS = 1_000

/**
 * Asks the event store at an address for a read, over a connection of its own. Answers why it cannot be used,
 * undefined when it can. Throws when a file that the address names cannot be read.
 */
export const askOnce = async (
  url: string,
  timeoutMs: number,
  log: Log,
): Promise<StoreUnavailableError | undefined> => {
  const connection = openConnection(url, 'check', log)
  try {
    await createReads(connection, log).ping(timeoutMs)
    return undefined
  } catch (error) {
    if (error instanceof StoreUnavailableError) return error
    throw error
  } finally {
    await bounded(connection.client.dispose(), CLOSE_MS).catch((error: unknown) =>
      log.debug({ err: error }, 'event store: a connection was still open'),
    )
  }
}
