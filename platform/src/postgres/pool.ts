import type { Writable } from 'node:stream'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../telemetry/log.ts'
import { runSessionAtLowPriority } from '../process/lowPriority.ts'
import { typeParsers } from './typeParsers.ts'

export type PoolOptions = Readonly<{
  connectionString: string
  /** Connections at most; the sum over all processes stays 10 below the server's max_connections. */
  max: number
  /** Shown in pg_stat_activity and in logs. */
  name: string
  log: Log
  /**
   * `request`: every statement ends within 6 s. `look`: background statements over a whole table, within 11
   * s, so that a process can still stop in time. `long`: migrations, rebuilds and index builds, without
   * statement limits.
   */
  limits: 'request' | 'look' | 'long'
  /** Its statements run at low priority, if the server is on this machine. */
  background?: boolean
  /**
   * A statement goes out while those before it on its connection are still at work; each fails or succeeds by
   * itself all the same.
   */
  pipeline?: boolean
}>

// The server ends a statement first (3 s); the client's own limit (6 s) is for a link that went silent. An
// answer that lies there while a pause ends must not be taken for that.
const requestLimits = {
  connectionTimeoutMillis: 4_000,
  statement_timeout: 3_000,
  query_timeout: 6_000,
  lock_timeout: 1_000,
  idle_in_transaction_session_timeout: 5_000,
}

// They wait for each other's connections, too.
const shortLimits = {
  ...requestLimits,
  connectionTimeoutMillis: 60_000,
  statement_timeout: 10_000,
  query_timeout: 11_000,
}

// Their statements take as long as they take, so the next one waits for a connection as patiently.
const longLimits = { connectionTimeoutMillis: 60_000 }

const LIMITS = { request: requestLimits, look: shortLimits, long: longLimits }

// Helpers of a statement are processes of their own, which would not stand back with it.
const ALONE = '-c max_parallel_workers_per_gather=0 -c max_parallel_maintenance_workers=0'

// A new connection has to plan every statement and map the buffers it reads, so connections are kept while
// work comes and goes by the second.
const IDLE_MS = 300_000

const READ_TIMEOUT = 'Query read timeout'

// pg leaves a client whose query timed out in the pool although its connection is stuck; ending it makes the
// pool drop it.
const endOnReadTimeout = (client: pg.PoolClient, log: Log): void => {
  const query = client.query
  Object.assign(client, {
    query: (...parameters: unknown[]): unknown => {
      const result: unknown = Reflect.apply(query, client, parameters)
      if (result instanceof Promise) {
        result.catch((error: unknown) => {
          if (!(error instanceof Error) || error.message !== READ_TIMEOUT) return
          client
            .end()
            .catch((reason: unknown) =>
              log.warn({ err: reason }, 'postgres: closing a silent connection failed'),
            )
        })
      }
      return result
    },
  })
}

/** A pool that heals: lost and half-open connections fail the query they carried and are then replaced. */
export const openPool = ({
  connectionString,
  max,
  name,
  log,
  limits,
  background = false,
  pipeline = false,
}: PoolOptions): pg.Pool => {
  const pool = new pg.Pool({
    connectionString,
    max,
    application_name: name,
    keepAlive: true,
    idleTimeoutMillis: IDLE_MS,
    types: typeParsers,
    pipeline,
    ...LIMITS[limits],
    ...(background ? { options: ALONE } : {}),
  })
  // Without a listener, a lost connection would end the process: the pool's for idle ones, the client's for
  // those in use.
  pool.on('error', (error) => log.warn({ err: error, pool: name }, 'postgres: idle connection lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error, pool: name }, 'postgres: connection lost'))
    endOnReadTimeout(client, log)
    if (background) runSessionAtLowPriority(client)
  })
  return pool
}

/** Kysely over one of our pools. It does not own the pool: end the pool, do not destroy the Kysely. */
export const createKysely = <Database>(pool: pg.Pool): Kysely<Database> =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })

const transact = async <Result>(
  pool: pg.Pool,
  start: (transaction: pg.PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const result = await start(client)
    const { command } = await client.query('commit')
    if (command !== 'COMMIT')
      throw new Error('The transaction had failed before its commit and was rolled back')
    return result
  } catch (error) {
    await client.query('rollback').catch((reason: unknown) => {
      broken = reason instanceof Error ? reason : new Error(String(reason))
    })
    throw error
  } finally {
    client.release(broken)
  }
}

type Work<Result> = (transaction: pg.PoolClient) => Promise<Result>

/**
 * Runs `work` in one transaction; inside it only `transaction` may be used and awaited. Commits when it
 * returns, rolls back when it throws. A commit that the server turned into a rollback throws as well.
 */
export const withTransaction = <Result>(pool: pg.Pool, work: Work<Result>): Promise<Result> =>
  transact(pool, async (client) => {
    await client.query('begin')
    return work(client)
  })

type WithStream = pg.PoolClient & Readonly<{ connection: Readonly<{ stream: Writable }> }>

/** Statements that `issue` sends before it waits leave in one packet: each write to a socket costs as much as a row. */
export const inOnePacket = <Result>(client: pg.PoolClient, issue: () => Result): Result => {
  const { stream } = (client as WithStream).connection
  stream.cork()
  try {
    return issue()
  } finally {
    stream.uncork()
  }
}

/** SQL: whether the transaction of `withPipelinedTransaction` has begun; only there it is deferrable. */
export const HAS_BEGUN = `current_setting('transaction_deferrable')::boolean`

/**
 * As `withTransaction`, on a pool with `pipeline`: the first statements of `work` go out together with the
 * begin. Should only that fail, each of them would commit by itself: those that write must require `HAS_BEGUN`.
 */
export const withPipelinedTransaction = <Result>(pool: pg.Pool, work: Work<Result>): Promise<Result> =>
  transact(pool, async (client) => {
    const [begun, done] = await inOnePacket(client, () =>
      Promise.allSettled([client.query('begin deferrable'), work(client)]),
    )
    if (begun.status === 'rejected') throw begun.reason
    if (done.status === 'rejected') throw done.reason
    return done.value
  })
