import { migrateJobs, openQueue, openWorker, type QueuePlace } from '@hearth/platform/jobs/queue'
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
    /** Safe to run twice at once. What it rejects is looked after by whoever adds jobs, from the streams. */
    work: (id: string) => Promise<void>
    concurrency: number
    log: Log
  }>
export type JobQueue = Awaited<ReturnType<typeof openJobQueue>>

const openJobWorker = ({ name, databaseUrl, redisUrl, work, concurrency, log }: JobQueueOptions) => {
  const worker = openWorker(
    name,
    { databaseUrl, redisUrl },
    POOL_SIZE,
    async ({ data }) => {
      const job = zJob.safeParse(data)
      if (!job.success) throw new Error('The job does not say what it is about')
      await work(job.data.id)
    },
    {
      autorun: false,
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
  worker.on('error', (error) => log.warn({ err: error, queue: name }, 'jobs: the worker’s connection failed'))
  worker.on('failed', (job, error) =>
    log.warn({ err: error, queue: name, job: job?.id }, 'jobs: a job failed; it is retried while it is due'),
  )
  return worker
}

/**
 * Jobs that carry an id and nothing else, at most one for each id at a time. The queue is a hint: losing it
 * loses nothing, because what is due is derived from the read models again and again
 * (docs/domain/processes.md#the-queue-is-never-the-truth).
 */
export const openJobQueue = async ({
  name,
  databaseUrl,
  redisUrl,
  work,
  concurrency,
  log,
}: JobQueueOptions) => {
  const connection = { databaseUrl, redisUrl }
  const onPostgres = redisUrl === undefined
  if (onPostgres) await migrateJobs(databaseUrl)
  const queue = await openQueue(name, connection, POOL_SIZE)
  const worker = openJobWorker({ name, databaseUrl, redisUrl, work, concurrency, log })
  queue.on('error', (error) => log.warn({ err: error, queue: name }, 'jobs: the queue is not reachable'))

  const jobIdFor = (id: string) => `${name.slice(0, -1)}-${id}`
  const add = (id: string) => queue.add(name, { id }, { jobId: jobIdFor(id), attempts: 1 })
  let running: Promise<unknown> | undefined

  return {
    /** Immediately, unless a job of this id waits or runs. */
    add: async (id: string): Promise<void> => void (await add(id)),
    /** The same for a job that may have failed for good, or was lost with the queue. */
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
    /**
     * Retries every failed job; answers how many there were. One by one, which keeps the count of their
     * attempts.
     */
    retryFailed: async (): Promise<number> => {
      let retried = 0
      for (const job of await queue.getFailed(0, FAILED_KEPT - 1)) {
        // Another process may have been faster.
        if (
          await job.retry('failed').then(
            () => true,
            () => false,
          )
        )
          retried += 1
      }
      return retried
    },
    /**
     * How many jobs there are by state. A job is active while its worker has not finished it, whether or not
     * the worker is alive.
     */
    counts: async (): Promise<Readonly<Record<'waiting' | 'active' | 'delayed' | 'failed', number>>> => {
      const {
        waiting = 0,
        active = 0,
        delayed = 0,
        failed = 0,
      } = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed')
      return { waiting, active, delayed, failed }
    },
    /** Deletes every job, as if the queue were lost. For tests. */
    wipe: (): Promise<void> => queue.obliterate({ force: true }),
    /** Safe to call again. */
    start: (): void => {
      running ??= worker
        .run()
        .catch((error: unknown) => log.error({ err: error, queue: name }, 'jobs: the worker ended'))
    },
    /** Resolves when no job is running. */
    close: async (): Promise<void> => {
      await worker.close()
      await running
      await queue.close()
    },
  }
}
