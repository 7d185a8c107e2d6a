import { setTimeout as delay } from 'node:timers/promises'
import { createPostgresBackend, Queue, runMigrations, Worker, type WorkerOptions } from 'bullmq'
import pg from 'pg'

const JOBS_SCHEMA = 'jobs'
const READY_WITHIN_MS = 5_000

export type QueuePlace = Readonly<{
  databaseUrl: string
  /**
   * Jobs go through Redis where there is one, through Postgres otherwise
   * (docs/domain/processes.md#the-queue-is-never-the-truth).
   */
  redisUrl?: string | undefined
}>

const inPostgres = (connectionString: string, name: string, max: number) => ({
  connection: {
    connectionString,
    schema: JOBS_SCHEMA,
    max,
    keepAlive: true,
    application_name: `jobs-${name}`,
  },
})

/** Makes what jobs need in Postgres, schema `jobs`, or brings it up to date. */
export const migrateJobs = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await runMigrations(client, JOBS_SCHEMA)
  } finally {
    await client.end()
  }
}

const createJobQueue = (name: string, { databaseUrl, redisUrl }: QueuePlace, max: number) =>
  redisUrl === undefined
    ? new Queue(name, inPostgres(databaseUrl, name, max), createPostgresBackend)
    : new Queue(name, { connection: { url: redisUrl, maxRetriesPerRequest: 1, enableOfflineQueue: false } })

/**
 * Opens a queue to add jobs to and to query, with at most `max` connections, and waits until it answers. In
 * Postgres its schema must exist. Rejects after 5 s, so that no one waits for a Redis that is down. If Redis
 * goes down later, calls fail immediately until it is back.
 */
export const openQueue = async (name: string, place: QueuePlace, max: number) => {
  const queue = createJobQueue(name, place, max)
  // Each call reports its own failure.
  queue.on('error', () => undefined)
  const answered = new AbortController()
  const tooLate = delay(READY_WITHIN_MS, undefined, { signal: answered.signal }).then(() =>
    Promise.reject(new Error(`The queue ${name} does not answer`)),
  )
  try {
    await Promise.race([queue.waitUntilReady(), tooLate])
    return queue
  } catch (error) {
    await queue.close().catch(() => undefined)
    throw error
  } finally {
    answered.abort()
  }
}

/** Who does the jobs; it waits for a Redis that is gone, for ever. */
export const openWorker = (
  name: string,
  { databaseUrl, redisUrl }: QueuePlace,
  max: number,
  processor: (job: Readonly<{ data: unknown }>) => Promise<void>,
  options: Omit<WorkerOptions, 'connection'>,
) =>
  redisUrl === undefined
    ? new Worker(
        name,
        processor,
        { ...inPostgres(databaseUrl, name, max), ...options },
        createPostgresBackend,
      )
    : new Worker(name, processor, { connection: { url: redisUrl, maxRetriesPerRequest: null }, ...options })
export type JobsQueue = Awaited<ReturnType<typeof openQueue>>
