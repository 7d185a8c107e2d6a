import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  StreamDeletedError,
  StreamNotFoundError,
  type StreamingRead,
} from '@eventstore/db-client'
import type { Log } from '../telemetry/log.ts'
import { abandon } from './abandon.ts'
import { appendWithin } from './append.ts'
import { computeBackoffMs, pause } from '../retry/backoff.ts'
import { createBatchAppend } from './batchCall.ts'
import { bounded, CutShortError } from './bounded.ts'
import { setFlowControlWindow } from './clientInternals.ts'
import { decodeEvent } from './codec.ts'
import { classifyFailure } from './failure.ts'
import { followForever } from './feed.ts'
import { StoreUnavailableError, type EventStore, type Position, type Recorded } from './port.ts'

const APPEND_MS = 5_000
const SILENCE_MS = 5_000
const CLOSE_MS = 2_000
const READ_ATTEMPTS = 4
/**
 * Bytes that may be on their way to a connection, and to each of its streams, before it has taken the former
 * ones. HTTP/2 begins with 64 KB for a whole connection, and what was taken is reported once in each turn of
 * the event loop: on a busy machine (a turn takes 20 to 50 ms) all reads of a process together got forty
 * events in a turn, and those of a long stream took seconds (docs/decisions/0029-a-wider-window.md).
 */
const WINDOW_BYTES = 524_288

export type ConnectOptions = Readonly<{
  /** `esdb://host:port?tls=false`, `esdb+discover://…`; user and password percent-encoded. */
  url: string
  /** Shown in the server's connection list. */
  name: string
  log: Log
}>

// A connection that went silent is given up after 10 s + 5 s. An option that the URL names itself stays.
const open = (url: string, name: string): EventStoreDBClient => {
  const options = Object.entries({
    connectionName: encodeURIComponent(name),
    keepAliveInterval: '10000',
    keepAliveTimeout: '5000',
  })
    .filter(([key]) => !new RegExp(`[?&]${key}=`, 'i').test(url))
    .map(([key, value]) => `&${key}=${value}`)
  const client = EventStoreDBClient.connectionString(
    `${url}${url.includes('?') ? '&' : '?'}throwOnAppendFailure=true${options.join('')}`,
  )
  setFlowControlWindow(client, WINDOW_BYTES)
  return client
}

// Each wait for the next item is bounded; the call is cancelled whatever ends the loop.
async function* drain<Item>(
  reading: StreamingRead<Item>,
  silence: number,
  onFailure: (error: unknown) => void,
  signal?: AbortSignal,
): AsyncGenerator<Item, void, undefined> {
  reading.on('error', onFailure)
  const items = reading[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await bounded(items.next(), silence, signal)
      if (next.done) return
      yield next.value
    }
  } finally {
    abandon(reading, () => reading.cancel(), onFailure)
  }
}

/** The one adapter for EventStoreDB, KurrentDB and our embedded server. */
export const connectEventStore = ({ url, name, log }: ConnectOptions): EventStore => {
  const writer = open(url, `${name}-append`)
  const reader = open(url, `${name}-read`)
  const closing = new AbortController()
  const logFailure = (error: unknown) => log.debug({ err: error }, 'event store: a read failed')

  async function* readOnce(
    stream: string,
    from: bigint,
    limit: number,
    signal?: AbortSignal,
  ): AsyncGenerator<Recorded, void, undefined> {
    try {
      const reading = reader.readStream(stream, { fromRevision: from, direction: FORWARDS, maxCount: limit })
      for await (const { event, commitPosition } of drain(reading, SILENCE_MS, logFailure, signal)) {
        if (!event) continue
        const position =
          event.position ??
          (commitPosition === undefined ? undefined : { commit: commitPosition, prepare: commitPosition })
        if (!position) throw new Error('The event store gives no positions; version 22.6 or later is needed')
        yield decodeEvent(event, position)
      }
    } catch (error) {
      if (!(error instanceof StreamNotFoundError) && !(error instanceof StreamDeletedError)) throw error
    }
  }

  const read: EventStore['read'] = async function* (
    stream,
    { from = 0n, limit = Number.MAX_SAFE_INTEGER, signal } = {},
  ) {
    let next = from
    let left = limit
    for (let failures = 0; left > 0;) {
      try {
        for await (const event of readOnce(stream, next, left, signal)) {
          next = event.revision + 1n
          left -= 1
          yield event
        }
        return
      } catch (error) {
        signal?.throwIfAborted()
        failures += 1
        if (classifyFailure(error) === 'refused') throw error
        if (failures >= READ_ATTEMPTS || error instanceof CutShortError)
          throw new StoreUnavailableError(`Stream ${stream} cannot be read`, { cause: error })
        await pause(computeBackoffMs(failures, 50, 800), signal)
      }
    }
  }

  const readPosition = async (stream: string, revision: bigint): Promise<Position> => {
    for await (const event of readOnce(stream, revision, 1)) return event.position
    throw new Error(`Event ${revision} of ${stream} was acknowledged but cannot be read`)
  }

  const appender = { send: createBatchAppend(writer), milliseconds: APPEND_MS, readPosition }

  return {
    read,
    append: (stream, events, expected, { signal } = {}) =>
      appendWithin(appender, stream, events, expected, signal),
    feed: ({ from, categories, signal }) =>
      followForever({
        client: reader,
        from,
        categories,
        signal: AbortSignal.any([signal, closing.signal]),
        log,
      }),
    ping: async (timeoutMs) => {
      const reading = reader.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })
      try {
        for await (const _ of drain(reading, timeoutMs, logFailure)) return
      } catch (error) {
        throw new StoreUnavailableError('The event store does not answer', { cause: error })
      }
    },
    close: async () => {
      closing.abort()
      await bounded(Promise.all([writer.dispose(), reader.dispose()]), CLOSE_MS).catch((error: unknown) => {
        log.warn({ err: error }, 'event store: calls were still open when it was closed')
      })
    },
  }
}
