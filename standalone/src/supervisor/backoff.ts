const MIN_DELAY_MS = 100
const MAX_DELAY_MS = 5_000
const HEALTHY_AFTER_MS = 10_000

/**
 * Delay before the next start in milliseconds: doubles from 100 to 5,000, and starts over after 10 s in good
 * health.
 */
export const nextDelay = (previous: number | undefined, healthyFor: number): number =>
  previous === undefined || healthyFor >= HEALTHY_AFTER_MS
    ? MIN_DELAY_MS
    : Math.min(previous * 2, MAX_DELAY_MS)
