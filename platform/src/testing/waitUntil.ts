import { setTimeout as delay } from 'node:timers/promises'
import { allowed } from './allowed.ts'

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
    await delay(10)
  }
}
