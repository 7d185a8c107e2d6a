import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * How many turns of the event loop some work takes in a busy process: each is held for 20 ms, in which its
 * neighbours have all the time they need.
 */
export const busyTurns = async (work: Promise<unknown>): Promise<number> => {
  let turns = 0
  let over = false
  const counting = (async () => {
    for (; !over; turns += 1) {
      for (const until = performance.now() + 20; performance.now() < until;);
      await nextTurn()
    }
  })()
  await work.finally(() => (over = true))
  await counting
  return turns
}
