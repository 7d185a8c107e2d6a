import pLimit from 'p-limit'
import { refuse, type Envelope, type Outcome } from './outcome.ts'

type Handle = (envelope: Envelope) => Promise<Outcome>

/**
 * Commands at work at the same time in one process; the others wait in the order in which they came
 * (docs/decisions/0026-requests-wait-in-bounded-queues.md).
 */
const MAX_CONCURRENT = 48
/**
 * A command that waits longer is refused unprocessed: the rest of a request's 8 s is for the work.
 * Milliseconds.
 */
const TIMEOUT_MS = 4_000

/**
 * A few concurrent commands finish soon; of two hundred each takes as long as all together, and an answer
 * after the timeout is useless.
 */
export const limitConcurrency = (
  handle: Handle,
  { maxConcurrent = MAX_CONCURRENT, timeoutMs = TIMEOUT_MS } = {},
): Handle => {
  const limit = pLimit(maxConcurrent)
  return (envelope) => {
    const came = performance.now()
    return limit(async () =>
      performance.now() - came > timeoutMs
        ? refuse('OVERLOADED', 'Too many commands are waiting. Try again with the same Idempotency-Key.')
        : handle(envelope),
    )
  }
}
