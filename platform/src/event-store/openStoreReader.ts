import { createExplainedPing } from './explainedPing.ts'
import { bounded } from './bounded.ts'
import { openConnection } from './connection.ts'
import type { ConnectOptions } from './esdb.ts'
import type { EventStore } from './port.ts'
import { createReads } from './reads.ts'

const CLOSE_MS = 2_000

/** What only reads: it can append nothing. */
export type StoreReader = Pick<EventStore, 'read' | 'ping' | 'close'>

/** As `connectEventStore`, over one connection for reading. It connects with its first read. */
export const openStoreReader = ({ url, name, log }: ConnectOptions): StoreReader => {
  const connection = openConnection(url, `${name}-read`, log)
  const { read, ping } = createReads(connection, log)
  return {
    read,
    ping: createExplainedPing(ping, { url, log }),
    close: () =>
      bounded(connection.client.dispose(), CLOSE_MS).catch((error: unknown) =>
        log.warn({ err: error }, 'event store: reads were still open when it was closed'),
      ),
  }
}
