import { availableParallelism, loadavg } from 'node:os'

/**
 * How long something may take here that is promised within `milliseconds`: tests share the machine with
 * others, and with the servers that they start.
 */
export const allowed = (milliseconds: number): number =>
  2 * milliseconds * Math.max(1, (loadavg()[0] ?? 1) / availableParallelism())
