import {
  BACKWARDS,
  END,
  FORWARDS,
  StreamDeletedError,
  StreamNotFoundError,
  UnavailableError,
  type StreamingRead,
} from '@eventstore/db-client'
import type { Log } from '../telemetry/log.ts'
import { abandon } from './abandon.ts'
import { appendWithin } from './append.ts'
import { computeBackoffMs, pause } from '../retry/backoff.ts'
import { linkSignals } from '../retry/linkSignals.ts'
import { createBatchAppend } from './batchCall.ts'
import { bounded, CutShortError } from './bounded.ts'
import { decodeEvent } from './codec.ts'
import { openConnection } from './connection.ts'
import { classifyFailure } from './failure.ts'
import { followForever } from './feed.ts'
import {
  StoreAccessError,
  StoreUnavailableError,
  type EventStore,
  type Position,
  type Recorded,
} from './port.ts'

const APPEND_MS = 5_000
/** Time that a read has for its next item, and after which a node of a cluster is asked whether it is there. */
const SILENCE_MS = 5_000
const ASK_AFTER_MS = 2_000
const CLOSE_MS = 2_000
const READ_ATTEMPTS = 4
export type ConnectOptions = Readonly<{
  /** See `parseEventStoreAddress`. */
  url: string
  /** Shown in the server's connection list. */
  name: string
  log: Log
}>

/** Waits for the next item of a read; ends the wait when none comes. */
type Wait = <Item>(next: Promise<Item>) => Promise<Item>

/** The call is cancelled whatever ends the loop. */
async function* drain<Item>(
  reading: StreamingRead<Item>,
  wait: Wait,
  onFailure: (error: unknown) => void,
): AsyncGenerator<Item, void, undefined> {
  reading.on('error', onFailure)
  const items = reading[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await wait(items.next())
      if (next.done) return
      yield next.value
    }
  } finally {
    abandon(reading, () => reading.cancel(), onFailure)
  }
}

/** The one adapter for EventStoreDB, KurrentDB and our embedded server. */
export const connectEventStore = ({ url, name, log }: ConnectOptions): EventStore => {
  const reading = openConnection(url, `${name}-read`, log)
  const writing = openConnection(url, `${name}-append`, log, () => appends.abandon())
  const appends = createBatchAppend(writing.client)
  const closing = new AbortController()
  const logFailure = (error: unknown) => log.debug({ err: error }, 'event store: a read failed')

  const waitUnlessSilent =
    (signal: AbortSignal | undefined): Wait =>
    async (next) => {
      try {
        return await bounded(next, ASK_AFTER_MS, signal)
      } catch (error) {
        if (!(error instanceof CutShortError) || signal?.aborted) throw error
        if (await reading.leaveIfSilent()) throw new UnavailableError(undefined, 'The node has gone silent')
        return bounded(next, SILENCE_MS - ASK_AFTER_MS, signal)
      }
    }

  async function* readOnce(
    stream: string,
    from: bigint,
    limit: number,
    signal?: AbortSignal,
  ): AsyncGenerator<Recorded, void, undefined> {
    try {
      const events = reading.client.readStream(stream, {
        fromRevision: from,
        direction: FORWARDS,
        maxCount: limit,
      })
      for await (const { event, commitPosition } of drain(events, waitUnlessSilent(signal), logFailure)) {
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
        if (classifyFailure(error) === 'refused') throw reading.toStoreError(error)
        if (failures >= READ_ATTEMPTS || error instanceof CutShortError)
          throw new StoreUnavailableError(`Stream ${stream} cannot be read`, { cause: error })
        await pause(computeBackoffMs(failures, 50, 800), signal)
      }
    }
  }

  const readPosition = async (stream: string, revision: bigint): Promise<Position> => {
    let cause: unknown
    try {
      for await (const event of readOnce(stream, revision, 1)) return event.position
    } catch (error) {
      cause = error
    }
    throw new Error(`Event ${revision} of ${stream} was acknowledged but cannot be read`, { cause })
  }

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
    ping: async (timeoutMs) => {
      const last = reading.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })
      try {
        for await (const _ of drain(last, (next) => bounded(next, timeoutMs), logFailure)) return
      } catch (error) {
        const cause = reading.toStoreError(error)
        throw cause instanceof StoreAccessError
          ? cause
          : new StoreUnavailableError(reading.describeFailure(error), { cause })
      }
    },
    close: async () => {
      closing.abort()
      const disposed = Promise.all([writing.client.dispose(), reading.client.dispose()])
      await bounded(disposed, CLOSE_MS).catch((error: unknown) =>
        log.warn({ err: error }, 'event store: calls were still open when it was closed'),
      )
    },
  }
}
