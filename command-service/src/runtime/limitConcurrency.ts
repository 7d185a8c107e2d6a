import pLimit from 'p-limit'
import { refuse, type Envelope, type Outcome } from './outcome.ts'

type Handle = (envelope: Envelope) => Promise<Outcome>

/**
 * Commands at work at the same time in one process; the others wait in the order in which they came
 * (docs/decisions/0026-requests-wait-in-bounded-queues.md).
 */
const MAX_CONCURRENT = 48
/**
 * Whoever waits longer is sent away before anything was done: the rest of a request's 8 s is for the work.
 * Milliseconds.
 */
const PATIENCE = 4_000

/**
 * A few commands at once are each soon done; two hundred at once all take as long as all of them together,
 * and what ends after its time was done for nobody.
 */
export const limitConcurrency = (
  handle: Handle,
  { atOnce = MAX_CONCURRENT, patience = PATIENCE } = {},
): Handle => {
  const limit = pLimit(atOnce)
  return (envelope) => {
    const came = performance.now()
    return limit(async () =>
      performance.now() - came > patience
        ? refuse('OVERLOADED', 'Too many commands are waiting. Try again with the same Idempotency-Key.')
        : handle(envelope),
    )
  }
}
