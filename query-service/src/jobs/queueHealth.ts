import type { JobQueueRow } from '@hearth/contracts/jobs'
import { openQueue, type JobsQueue, type QueuePlace } from '@hearth/platform/jobs/queue'
import type { Log } from '@hearth/platform/telemetry/log'

const FAILURES_SHOWN = 20
/** More than BullMQ keeps of the failed. */
const LOOKED_THROUGH = 1_000
const CONNECTIONS = 2

type Numbers = Omit<JobQueueRow, 'id' | 'backend' | 'reachable'>
const NOTHING: Numbers = {
  waiting: 0,
  active: 0,
  delayed: 0,
  failed: 0,
  completed: 0,
  retried: 0,
  oldestWaitingAt: null,
  failures: [],
}

/** A queue's numbers from BullMQ's own API. */
const readNumbers = async (queue: JobsQueue): Promise<Numbers> => {
  const [counts, done, [oldest], failed, begun] = await Promise.all([
    queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
    queue.getMetrics('completed', 0, 0),
    queue.getWaiting(0, 0),
    queue.getFailed(0, LOOKED_THROUGH - 1),
    queue.getJobs(['waiting', 'active'], 0, LOOKED_THROUGH - 1, true),
  ])
  const { waiting = 0, active = 0, delayed = 0 } = counts
  return {
    waiting,
    active,
    delayed,
    failed: counts['failed'] ?? 0,
    completed: done.meta.count,
    // A waiting job is retried if it has started before; a running or failed one if it has started twice.
    retried:
      failed.filter(({ attemptsStarted }) => attemptsStarted > 1).length +
      begun.filter(
        ({ attemptsStarted, processedOn }) => attemptsStarted > (processedOn === undefined ? 0 : 1),
      ).length,
    oldestWaitingAt: oldest === undefined ? null : new Date(oldest.timestamp).toISOString(),
    failures: failed
      .toSorted((a, b) => (b.finishedOn ?? 0) - (a.finishedOn ?? 0))
      .slice(0, FAILURES_SHOWN)
      .map(({ id = '', failedReason, attemptsStarted, finishedOn = 0 }) => ({
        id,
        reason: failedReason ?? '',
        attempts: attemptsStarted,
        failedAt: new Date(finishedOn).toISOString(),
      })),
  }
}

/** Reads the queues of the command service; a queue that does not answer is reported as unreachable. */
export const openQueueHealth = (place: QueuePlace, log: Log) => {
  const queues = new Map<JobQueueRow['id'], Promise<JobsQueue>>()
  const opened = (name: JobQueueRow['id']): Promise<JobsQueue> => {
    const known = queues.get(name) ?? openQueue(name, place, CONNECTIONS)
    queues.set(name, known)
    return known
  }
  const forget = async (name: JobQueueRow['id'], queue: Promise<JobsQueue>): Promise<void> => {
    // Another read may have opened a new one by now.
    if (queues.get(name) === queue) queues.delete(name)
    // The read that opened it has reported the failure.
    const one = await queue.catch(() => undefined)
    await one
      ?.close()
      .catch((error: unknown) => log.warn({ err: error, queue: name }, 'jobs: the queue did not close'))
  }
  return {
    health: async (id: JobQueueRow['id']): Promise<JobQueueRow> => {
      const row = { id, backend: place.redisUrl === undefined ? 'postgres' : 'redis' } as const
      const queue = opened(id)
      try {
        return { ...row, reachable: true, ...(await readNumbers(await queue)) }
      } catch (error) {
        log.warn({ err: error, queue: id }, 'jobs: the queue could not be asked')
        await forget(id, queue)
        return { ...row, reachable: false, ...NOTHING }
      }
    },
    close: async (): Promise<void> =>
      void (await Promise.all([...queues].map(([name, queue]) => forget(name, queue)))),
  }
}
export type QueueHealth = ReturnType<typeof openQueueHealth>
