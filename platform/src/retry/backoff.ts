import { setTimeout as delay } from 'node:timers/promises'

/**
 * Milliseconds before attempt `n` (0, 1, …): doubling from `first` up to `most`, spread over the upper half
 * so that clients do not retry in step.
 */
export const computeBackoffMs = (
  attempt: number,
  first: number,
  most: number,
  random: () => number = Math.random,
): number => Math.min(most, first * 2 ** Math.min(attempt, 30)) * (0.5 + random() / 2)

/** Waits; resolves early, without error, when the signal aborts. */
export const pause = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
  await delay(milliseconds, undefined, signal ? { signal } : {}).catch((error: unknown) => {
    if (!signal?.aborted) throw error
  })
}
