import { setTimeout as delay } from 'node:timers/promises'
import { allowed } from './allowed.ts'

// A question costs both sides a few milliseconds of processor time, so a long wait asks less often.
const MIN_PAUSE_MS = 10
const MAX_PAUSE_MS = 50
const PAUSES = 20

/**
 * Resolves as soon as the condition holds, rejects when it does not within the deadline, which is later on a
 * busy machine.
 */
export const waitUntil = async (
  condition: () => boolean | Promise<boolean>,
  within = 30_000,
  what = 'the awaited condition',
): Promise<void> => {
  const began = Date.now()
  while (!(await condition())) {
    if (Date.now() - began > allowed(within))
      throw new Error(`Waited ${Date.now() - began} ms in vain for ${what}`)
    await delay(Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, (Date.now() - began) / PAUSES)))
  }
}
