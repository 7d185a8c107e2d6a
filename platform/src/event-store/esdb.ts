import type { Log } from '../telemetry/log.ts'
import { linkSignals } from '../retry/linkSignals.ts'
import { appendWithin } from './append.ts'
import { createBatchAppend } from './batchCall.ts'
import { bounded } from './bounded.ts'
import { openConnection } from './connection.ts'
import { createExplainedPing } from './explainedPing.ts'
import { followForever } from './feed.ts'
import type { EventStore } from './port.ts'
import { createReads } from './reads.ts'

const APPEND_MS = 5_000
const CLOSE_MS = 2_000

export type ConnectOptions = Readonly<{
  /** See `parseEventStoreAddress`. */
  url: string
  /** Shown in the server's connection list. */
  name: string
  log: Log
}>

/** The one adapter for EventStoreDB, KurrentDB and our embedded server. */
export const connectEventStore = ({ url, name, log }: ConnectOptions): EventStore => {
  const reading = openConnection(url, `${name}-read`, log)
  const writing = openConnection(url, `${name}-append`, log, () => appends.abandon())
  const appends = createBatchAppend(writing.client)
  const { read, readPosition, ping } = createReads(reading, log)
  const closing = new AbortController()

  const appender = {
    send: appends.send,
    milliseconds: APPEND_MS,
    leaveIfSilent: writing.leaveIfSilent,
    readPosition,
  }

  return {
    read,
    append: (stream, events, expected, { signal } = {}) =>
      appendWithin(appender, stream, events, expected, signal).catch((error: unknown) => {
        throw writing.toStoreError(error)
      }),
    feed: async function* (request) {
      const { signal, unlink } = linkSignals(request.signal, closing.signal)
      try {
        yield* followForever({ ...request, connection: reading, signal, log })
      } finally {
        unlink()
      }
    },
    ping: createExplainedPing(ping, { url, log }),
    close: async () => {
      closing.abort()
      const disposed = Promise.all([writing.client.dispose(), reading.client.dispose()])
      await bounded(disposed, CLOSE_MS).catch((error: unknown) =>
        log.warn({ err: error }, 'event store: calls were still open when it was closed'),
      )
    },
  }
}
