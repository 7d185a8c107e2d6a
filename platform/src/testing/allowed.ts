import { availableParallelism, loadavg } from 'node:os'

/** A busy machine can keep any process waiting for a few seconds. */
const MIN_ALLOWED_MS = 5_000

/**
 * How long something may take here that is promised within `milliseconds`: tests share the machine with
 * others, and with the servers that they start. This tells what works from what hangs; how fast it is, the
 * benchmarks tell.
 */
export const allowed = (milliseconds: number): number =>
  Math.max(MIN_ALLOWED_MS, 2 * milliseconds) * Math.max(1, (loadavg()[0] ?? 1) / availableParallelism())
