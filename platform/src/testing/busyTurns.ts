import { setImmediate as nextTurn } from 'node:timers/promises'

const held = new Int32Array(new SharedArrayBuffer(4))

/**
 * How many turns of the event loop some work takes in a busy process: each is held for 20 ms, in which its
 * neighbours have all the time they need. The thread sleeps meanwhile, so that it takes no processor away from
 * them.
 */
export const busyTurns = async (work: Promise<unknown>): Promise<number> => {
  let turns = 0
  let over = false
  const counting = (async () => {
    for (; !over; turns += 1) {
      Atomics.wait(held, 0, 0, 20)
      await nextTurn()
    }
  })()
  await work.finally(() => (over = true))
  await counting
  return turns
}
