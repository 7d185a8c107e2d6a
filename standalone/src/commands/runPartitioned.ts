/**
 * Runs tasks in the order given: one at a time within a partition, at most `concurrency` at a time overall.
 * After a failure it starts no further task, waits for those under way and rejects with the first error.
 */
export const runPartitioned = async <T>(
  tasks: Iterable<T>,
  partitionOf: (task: T) => string,
  concurrency: number,
  run: (task: T) => Promise<void>,
): Promise<void> => {
  const lastOfPartition = new Map<string, Promise<void>>()
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  for (const task of tasks) {
    while (running.size >= concurrency) await Promise.race(running)
    if (failures.length > 0) break
    const partition = partitionOf(task)
    const step: Promise<void> = (lastOfPartition.get(partition) ?? Promise.resolve())
      .then(() => (failures.length > 0 ? undefined : run(task)))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(step))
    lastOfPartition.set(partition, step)
    running.add(step)
  }
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
}
