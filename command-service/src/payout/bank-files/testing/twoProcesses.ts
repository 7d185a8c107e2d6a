import type { Step } from '../../../testing/mortalWorld.ts'

/** Steps that nothing interrupts. */
export const alive: Step = async (_name, work) => work()
/** A step that first lets another process do something, once. */
export const interrupt = (stopAt: number, other: () => Promise<void>): Step => {
  let taken = -1
  return async (_name, work) => {
    taken += 1
    if (taken === stopAt) await other()
    return work()
  }
}
const createSignal = () => {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give: () => give(), given }
}
/** Steps of a process that pauses before one of them until it is resumed. */
export const createPausing = (pauseAt: number) => {
  const [paused, resumed] = [createSignal(), createSignal()]
  let taken = -1
  let hasPaused = false
  const step: Step = async (_name, work) => {
    taken += 1
    if (taken === pauseAt) {
      hasPaused = true
      paused.give()
      await resumed.given
    }
    return work()
  }
  return { step, paused: paused.given, hasPaused: () => hasPaused, resume: resumed.give }
}
