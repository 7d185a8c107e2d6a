/**
 * Carries out tasks in the order given: one after the other within a lane, up to `parallel` lanes at a time.
 * After a failure nothing more is started; it rejects with the first one when what was running has ended.
 */
export const runInLanes = async <T>(
  tasks: Iterable<T>,
  laneOf: (task: T) => string,
  parallel: number,
  carryOut: (task: T) => Promise<void>,
): Promise<void> => {
  const lanes = new Map<string, Promise<void>>()
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  for (const task of tasks) {
    while (running.size >= parallel) await Promise.race(running)
    if (failures.length > 0) break
    const lane = laneOf(task)
    const step: Promise<void> = (lanes.get(lane) ?? Promise.resolve())
      .then(() => (failures.length > 0 ? undefined : carryOut(task)))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(step))
    lanes.set(lane, step)
    running.add(step)
  }
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
}
