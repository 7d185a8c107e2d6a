import { migrateJobs, openQueue, type JobsQueue, type QueuePlace } from '@hearth/platform/jobs/queue'
import { openWorker } from '@hearth/platform/jobs/worker'
import type { Log } from '@hearth/platform/telemetry/log'
import { z } from 'zod'

const LOCK_MS = 8_000
const STALLED_EVERY_MS = 4_000
/** A job whose process died this often is still retried (docs/domain/limits.md#jobs). */
const MAX_STALLED = 10
const POOL_SIZE = 4
const FAILED_KEPT = 1_000
const MINUTES_COUNTED = 60
const zJob = z.object({ id: z.string() })

export type JobQueueOptions = QueuePlace &
  Readonly<{
    name: string
    /** Safe to run twice at the same time. A failed job is added again by its owner while it is due. */
    work: (id: string) => Promise<void>
    concurrency: number
    log: Log
  }>
export type JobQueue = Awaited<ReturnType<typeof openJobQueue>>

const openJobWorker = ({ name, databaseUrl, redisUrl, work, concurrency, log }: JobQueueOptions) =>
  openWorker(
    name,
    { databaseUrl, redisUrl },
    POOL_SIZE,
    async ({ data }) => {
      const job = zJob.safeParse(data)
      if (!job.success) throw new Error('The job does not say what it is about')
      await work(job.data.id)
    },
    {
      log,
      concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_EVERY_MS,
      maxStalledCount: MAX_STALLED,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: FAILED_KEPT },
      // Finished jobs are not kept, only their number.
      metrics: { maxDataPoints: MINUTES_COUNTED },
    },
  )

/** Retries every failed job; answers how many. One by one, which keeps the number of their attempts. */
const retryFailed = async (queue: JobsQueue): Promise<number> => {
  let retried = 0
  for (const job of await queue.getFailed(0, FAILED_KEPT - 1)) {
    // Another process may have retried it meanwhile.
    const isRetried = await job.retry('failed').then(
      () => true,
      () => false,
    )
    if (isRetried) retried += 1
  }
  return retried
}

const countJobs = async (
  queue: JobsQueue,
): Promise<Readonly<Record<'waiting' | 'active' | 'delayed' | 'failed', number>>> => {
  const {
    waiting = 0,
    active = 0,
    delayed = 0,
    failed = 0,
  } = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed')
  return { waiting, active, delayed, failed }
}

/**
 * Jobs that carry only an id, at most one at a time for each id. The queue is a hint: losing it loses
 * nothing, because due work is derived from the read models again and again
 * (docs/domain/processes.md#the-queue-is-never-the-truth).
 */
export const openJobQueue = async (options: JobQueueOptions) => {
  const { name, databaseUrl, redisUrl, log } = options
  const onPostgres = redisUrl === undefined
  if (onPostgres) await migrateJobs(databaseUrl)
  const queue = await openQueue(name, { databaseUrl, redisUrl }, POOL_SIZE)
  const worker = await openJobWorker(options).catch(async (error: unknown) => {
    await queue.close()
    throw error
  })
  queue.on('error', (error) => log.warn({ err: error, queue: name }, 'jobs: the queue is not reachable'))

  const jobIdFor = (id: string) => `${name.slice(0, -1)}-${id}`
  const add = (id: string) => queue.add(name, { id }, { jobId: jobIdFor(id), attempts: 1 })

  return {
    /** Queues a job, unless one with this id waits or runs. */
    add: async (id: string): Promise<void> => void (await add(id)),
    /** The same for a job that may have failed, or was lost with the queue. */
    addAgain: async (id: string): Promise<void> => {
      try {
        const known = await queue.getJob(jobIdFor(id))
        if (known !== undefined && (await known.isFailed())) await known.retry('failed')
        else await add(id)
      } catch (error) {
        if (onPostgres) await migrateJobs(databaseUrl)
        throw error
      }
    },
    retryFailed: (): Promise<number> => retryFailed(queue),
    /**
     * The number of jobs by state. A job is active until its worker has finished it, even if that has died.
     */
    counts: () => countJobs(queue),
    /** Deletes every job, as if the queue were lost. For tests. */
    wipe: (): Promise<void> => queue.obliterate({ force: true }),
    /** Safe to call again. */
    start: worker.start,
    /** Resolves when no job is running. */
    close: async (): Promise<void> => {
      await worker.close()
      await queue.close()
    },
  }
}
