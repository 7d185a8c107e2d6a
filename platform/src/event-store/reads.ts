import {
  BACKWARDS,
  END,
  FORWARDS,
  StreamDeletedError,
  StreamNotFoundError,
  UnavailableError,
  type StreamingRead,
} from '@eventstore/db-client'
import { computeBackoffMs, pause } from '../retry/backoff.ts'
import type { Log } from '../telemetry/log.ts'
import { abandon } from './abandon.ts'
import { bounded, CutShortError } from './bounded.ts'
import { decodeEvent } from './codec.ts'
import type { Connection } from './connection.ts'
import { classifyFailure } from './failure.ts'
import { StoreUnavailableError, type EventStore, type Position, type Recorded } from './port.ts'

/** Time that a read has for its next item. */
const SILENCE_MS = 5_000
/** After so much of it, a node of a cluster is asked whether it is there. */
const ASK_AFTER_MS = 2_000
const READ_ATTEMPTS = 4

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

const waitUnlessSilent =
  ({ leaveIfSilent }: Connection, signal: AbortSignal | undefined): Wait =>
  async (next) => {
    try {
      return await bounded(next, ASK_AFTER_MS, signal)
    } catch (error) {
      if (!(error instanceof CutShortError) || signal?.aborted) throw error
      if (await leaveIfSilent()) throw new UnavailableError(undefined, 'The node has gone silent')
      return bounded(next, SILENCE_MS - ASK_AFTER_MS, signal)
    }
  }

/** Reads streams over one connection. */
export const createReads = (connection: Connection, log: Log) => {
  const { client, toStoreError, toUnavailable } = connection
  const logFailure = (error: unknown) => log.debug({ err: error }, 'event store: a read failed')

  async function* readOnce(
    stream: string,
    from: bigint,
    limit: number,
    signal?: AbortSignal,
  ): AsyncGenerator<Recorded, void, undefined> {
    try {
      const events = client.readStream(stream, {
        fromRevision: from,
        direction: FORWARDS,
        maxCount: limit,
      })
      for await (const { event, commitPosition } of drain(
        events,
        waitUnlessSilent(connection, signal),
        logFailure,
      )) {
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
        if (classifyFailure(error) === 'refused') throw toStoreError(error)
        if (failures >= READ_ATTEMPTS || error instanceof CutShortError)
          throw new StoreUnavailableError(`Stream ${stream} cannot be read`, { cause: error })
        await pause(computeBackoffMs(failures, 50, 800), signal)
      }
    }
  }

  /** Where an event stands that was acknowledged without its position. */
  const readPosition = async (stream: string, revision: bigint): Promise<Position> => {
    let cause: unknown
    try {
      for await (const event of readOnce(stream, revision, 1)) return event.position
    } catch (error) {
      cause = error
    }
    throw new Error(`Event ${revision} of ${stream} was acknowledged but cannot be read`, { cause })
  }

  /** As the port's. */
  const ping = async (timeoutMs: number): Promise<void> => {
    const last = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })
    try {
      for await (const _ of drain(last, (next) => bounded(next, timeoutMs), logFailure)) return
    } catch (error) {
      throw toUnavailable(error)
    }
  }

  return { read, readPosition, ping }
}
