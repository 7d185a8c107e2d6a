import type { NoFacts } from './decider.ts'

/** For aggregates that decide from their own stream alone. */
export const loadNothing = (): Promise<NoFacts> => Promise.resolve({})
