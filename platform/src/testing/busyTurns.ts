import { setImmediate as nextTurn } from 'node:timers/promises'

const held = new Int32Array(new SharedArrayBuffer(4))

/**
 * Runs after each turn of the event loop of a busy process, as long as some work lasts: each turn is held for
 * 20 ms, in which its neighbours have time. The thread sleeps meanwhile, so that it takes no processor away
 * from them.
 */
const holdTurns = async (work: Promise<unknown>, afterTurn: () => void): Promise<void> => {
  let over = false
  const holding = (async () => {
    for (; !over; afterTurn()) {
      Atomics.wait(held, 0, 0, 20)
      await nextTurn()
    }
  })()
  await work.finally(() => (over = true))
  await holding
}

/** How many turns of the event loop some work takes in a busy process. Its neighbours must not be slow. */
export const busyTurns = async (work: Promise<unknown>): Promise<number> => {
  let turns = 0
  await holdTurns(work, () => (turns += 1))
  return turns
}

/** By how much a count grows at most in one turn of the event loop of a busy process, however slow others are. */
export const mostInATurn = async (work: Promise<unknown>, count: () => number): Promise<number> => {
  let before = count()
  let most = 0
  await holdTurns(work, () => {
    most = Math.max(most, count() - before)
    before = count()
  })
  return most
}
