import { createPostgresBackend, Worker, type WorkerOptions } from 'bullmq'
import { pause } from '../retry/backoff.ts'
import type { Log } from '../telemetry/log.ts'
import { inPostgres, openRedis, waitUntilConnected, type QueuePlace } from './queue.ts'

/** After an outage, work goes on within this. */
const RETRY_AFTER_MS = 1_000
const CLOSE_WITHIN_MS = 3_000

/** Does a job. Another worker takes a job that this one has lost, so it may run twice at the same time. */
export type Work = (job: Readonly<{ data: unknown }>) => Promise<void>

export type JobsWorker = Readonly<{
  /** Takes jobs until it is closed, also after an outage of the store of the queue. Safe to call again. */
  start: () => void
  /**
   * Takes no more jobs and resolves when those in progress have ended, or up to 3 s later while the store of
   * the queue does not answer: their end is not recorded, and they run again.
   */
  close: () => Promise<void>
}>

const openPostgresWorker = (
  name: string,
  work: Work,
  options: Omit<WorkerOptions, 'connection'>,
  databaseUrl: string,
  max: number,
) => ({
  worker: new Worker(
    name,
    work,
    { ...inPostgres(databaseUrl, name, max), ...options },
    createPostgresBackend,
  ),
  disconnect: (): void => undefined,
})

const openRedisWorker = (
  name: string,
  work: Work,
  options: Omit<WorkerOptions, 'connection'>,
  redisUrl: string,
) => {
  const redis = openRedis(redisUrl, { maxRetriesPerRequest: null })
  const worker = new Worker(name, work, { connection: redis, ...options })
  return {
    worker,
    disconnect: (): void => {
      redis.disconnect()
      // It is never there if it was never connected, and then its end needs no help.
      worker.getBackend().blockingClient?.then(
        (client) => client.disconnect(),
        () => undefined,
      )
    },
  }
}

/** Counts what is in progress. */
const trackWork = (work: Work) => {
  const running = new Set<Promise<void>>()
  return {
    work: async (job: Parameters<Work>[0]): Promise<void> => {
      const one = work(job)
      running.add(one)
      await one.finally(() => running.delete(one))
    },
    /** Resolves when nothing has been in progress for so long, or the signal aborts. */
    whenIdle: async (milliseconds: number, signal: AbortSignal): Promise<void> => {
      do {
        await Promise.allSettled(running)
        await pause(milliseconds, signal)
      } while (running.size > 0 && !signal.aborted)
    },
  }
}

/**
 * Opens a worker with at most `max` connections, and waits until it is connected. Rejects after 5 s: on
 * Postgres, a worker whose first connection failed would never work.
 */
export const openWorker = async (
  name: string,
  { databaseUrl, redisUrl }: QueuePlace,
  max: number,
  work: Work,
  { log, ...more }: Omit<WorkerOptions, 'connection' | 'autorun' | 'runRetryDelay'> & Readonly<{ log: Log }>,
): Promise<JobsWorker> => {
  const tracked = trackWork(work)
  const options = { ...more, autorun: false, runRetryDelay: RETRY_AFTER_MS }
  const { worker, disconnect } =
    redisUrl === undefined
      ? openPostgresWorker(name, tracked.work, options, databaseUrl, max)
      : openRedisWorker(name, tracked.work, options, redisUrl)
  worker.on('error', (error) => log.warn({ err: error, queue: name }, 'jobs: the worker’s connection failed'))
  worker.on('failed', (job, error) =>
    log.warn({ err: error, queue: name, job: job?.id }, 'jobs: a job failed; it is retried while it is due'),
  )
  let running: Promise<void> | undefined
  const close = async (): Promise<void> => {
    const closed = new AbortController()
    const gracefully = worker.close().then(() => running)
    await Promise.race([gracefully, tracked.whenIdle(CLOSE_WITHIN_MS, closed.signal)])
    closed.abort()
    disconnect()
  }
  try {
    await waitUntilConnected(name, worker)
  } catch (error) {
    await close()
    throw error
  }
  return {
    start: () => {
      running ??= worker
        .run()
        .catch((error: unknown) => log.error({ err: error, queue: name }, 'jobs: the worker ended'))
    },
    close,
  }
}
