import { setTimeout as delay } from 'node:timers/promises'
import { createPostgresBackend, Queue, runMigrations } from 'bullmq'
import { Redis, type RedisOptions } from 'ioredis'
import pg from 'pg'

/** Of PostgreSQL. */
export const JOBS_SCHEMA = 'jobs'
const READY_WITHIN_MS = 5_000
const ANSWER_WITHIN_MS = 5_000

export type QueuePlace = Readonly<{
  databaseUrl: string
  /**
   * Jobs go through Redis where there is one, through Postgres otherwise
   * (docs/domain/processes.md#the-queue-is-never-the-truth).
   */
  redisUrl?: string | undefined
}>

export const inPostgres = (connectionString: string, name: string, max: number) => ({
  connection: {
    connectionString,
    schema: JOBS_SCHEMA,
    max,
    keepAlive: true,
    application_name: `jobs-${name}`,
  },
})

/**
 * A client that reconnects until it is disconnected. It is ours, because BullMQ leaves one of its own open,
 * or waits for it, if Redis is down when it is closed.
 */
export const openRedis = (url: string, options: RedisOptions): Redis => {
  const redis = new Redis(url, options)
  // BullMQ reports errors as well, but removes its listener before the client is disconnected.
  redis.on('error', () => undefined)
  return redis
}

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

/** Resolves when the queue or the worker is connected, rejects after 5 s. */
export const waitUntilConnected = async (
  name: string,
  connected: Readonly<{ waitUntilReady: () => Promise<unknown> }>,
): Promise<void> => {
  const answered = new AbortController()
  const tooLate = delay(READY_WITHIN_MS, undefined, { signal: answered.signal }).then(() =>
    Promise.reject(new Error(`The queue ${name} does not answer`)),
  )
  try {
    await Promise.race([connected.waitUntilReady(), tooLate])
  } finally {
    answered.abort()
  }
}

const openPostgresQueue = (name: string, databaseUrl: string, max: number) =>
  new Queue(name, inPostgres(databaseUrl, name, max), createPostgresBackend)

const openRedisQueue = (name: string, redisUrl: string) => {
  const redis = openRedis(redisUrl, {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    commandTimeout: ANSWER_WITHIN_MS,
  })
  const queue = new Queue(name, { connection: redis })
  const close = queue.close.bind(queue)
  return Object.assign(queue, {
    close: async (): Promise<void> => {
      await close()
      redis.disconnect()
    },
  })
}

/**
 * Opens a queue to add jobs to and to query, with at most `max` connections, and waits until it answers. In
 * Postgres its schema must exist. Rejects after 5 s, so that no one waits for a Redis that is down. If Redis
 * goes down later, calls fail immediately until it is back, and after 5 s if it does not answer.
 */
export const openQueue = async (name: string, { databaseUrl, redisUrl }: QueuePlace, max: number) => {
  const queue =
    redisUrl === undefined ? openPostgresQueue(name, databaseUrl, max) : openRedisQueue(name, redisUrl)
  // Each call reports its own failure.
  queue.on('error', () => undefined)
  try {
    await waitUntilConnected(name, queue)
    return queue
  } catch (error) {
    await queue.close().catch(() => undefined)
    throw error
  }
}
export type JobsQueue = Awaited<ReturnType<typeof openQueue>>
