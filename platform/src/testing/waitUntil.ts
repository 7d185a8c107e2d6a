import { setTimeout as delay } from 'node:timers/promises'

/** Resolves as soon as the condition holds, rejects when it does not within the deadline. */
export const waitUntil = async (condition: () => boolean | Promise<boolean>, within = 30_000, what = 'the awaited condition'): Promise<void> => {
  const deadline = Date.now() + within
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited ${within} ms in vain for ${what}`)
    await delay(10)
  }
}
