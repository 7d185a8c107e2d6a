import { computeBackoffMs, pause } from '../retry/backoff.ts'
import type { SendAppend } from './batchCall.ts'
import { bounded, CutShortError } from './bounded.ts'
import { encodeAppend, type EncodedEvent } from './codec.ts'
import { classifyFailure, isDenied } from './failure.ts'
import {
  OutcomeUnknownError,
  StoreUnavailableError,
  type AppendResult,
  type ExpectedRevision,
  type NewEvent,
  type Position,
} from './port.ts'

const ATTEMPT_MS = 2_000
// An attempt cut short before it could answer would turn a certain "not written" into an unknown outcome.
const SHORTEST_ATTEMPT_MS = 200

export type Appender = Readonly<{
  send: SendAppend
  /** Time for the append with all its repetitions. */
  milliseconds: number
  /** Called when an attempt got no answer in time; an attempt after it may go to another node. */
  leaveIfSilent: () => Promise<unknown>
  /** For a server that acknowledges without a position, as some do for a repeated append. */
  readPosition: (stream: string, revision: bigint) => Promise<Position>
}>

const attempt = async (
  { send, readPosition }: Appender,
  stream: string,
  events: readonly EncodedEvent[],
  expected: ExpectedRevision,
): Promise<AppendResult> => {
  const result = await send(stream, events, expected)
  return result.kind === 'conflict'
    ? result
    : { ...result, position: result.position ?? (await readPosition(stream, result.revision)) }
}

/**
 * Appends within the appender's time. What may have failed on the way is repeated with the same ids and the
 * same expected revision, which the server recognises; so an answer is certain, and when there is none the
 * error tells whether anything can have been written.
 */
export const appendWithin = async (
  appender: Appender,
  stream: string,
  newEvents: readonly NewEvent[],
  expected: ExpectedRevision,
  signal?: AbortSignal,
): Promise<AppendResult> => {
  const events = encodeAppend(stream, newEvents)
  signal?.throwIfAborted()
  const deadline = Date.now() + appender.milliseconds
  let uncertain = false
  let cause: unknown
  for (let attempts = 0; ; attempts += 1) {
    const left = deadline - Date.now()
    if (left < SHORTEST_ATTEMPT_MS || signal?.aborted) break
    const milliseconds = Math.min(left, ATTEMPT_MS)
    try {
      return await bounded(attempt(appender, stream, events, expected), milliseconds, signal)
    } catch (error) {
      const outcome = classifyFailure(error)
      // A denial says nothing about an earlier attempt.
      if (outcome === 'refused' && !(uncertain && isDenied(error))) throw error
      if (outcome === 'unknown') uncertain = true
      cause = error
      if (error instanceof CutShortError && !signal?.aborted) await appender.leaveIfSilent()
    }
    await pause(Math.min(computeBackoffMs(attempts, 50, 800), Math.max(0, deadline - Date.now())), signal)
  }
  if (uncertain)
    throw new OutcomeUnknownError(`Whether the append to ${stream} was carried out is unknown`, { cause })
  throw new StoreUnavailableError('The event store cannot be reached; nothing was written', { cause })
}
