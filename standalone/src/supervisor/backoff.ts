const firstDelay = 100
const longestDelay = 5_000
const healthyAfter = 10_000

/**
 * How long to wait before the next start, all in milliseconds: doubling from 100 to 5,000, and from the
 * beginning after 10 s in good health.
 */
export const nextDelay = (previous: number | undefined, healthyFor: number): number =>
  previous === undefined || healthyFor >= healthyAfter ? firstDelay : Math.min(previous * 2, longestDelay)
