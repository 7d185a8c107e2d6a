import pg from 'pg'
import type { QueuePlace } from '../jobs/queue.ts'
import { freePort } from '../process/freePort.ts'
import { startRestartablePostgres, startTestPostgres } from './postgres.ts'
import { startTestRedis } from './redis.ts'
import { startTcpProxy } from './tcpProxy.ts'

/** Where the jobs of one test are, and what can happen to them there. */
export type QueueBackend = Readonly<{
  place: QueuePlace
  /** Ends every connection and refuses new ones. `start` brings the store back with the same jobs. */
  kill: () => Promise<void>
  start: () => Promise<void>
  /** Loses every job, and all else that the queue keeps, while clients are connected. */
  lose: () => Promise<void>
  /** The number of connections to the store that queues and workers have. */
  countConnections: () => Promise<number>
  stop: () => Promise<void>
}>

const startOnRedis = async (): Promise<QueueBackend> => {
  const { url, kill, start, empty, countClients, stop } = await startTestRedis()
  return {
    place: { databaseUrl: 'postgres://127.0.0.1:1/none', redisUrl: url },
    kill,
    start,
    lose: empty,
    countConnections: countClients,
    stop,
  }
}

const ask = async (url: string, sql: string): Promise<readonly Readonly<{ count: number }>[]> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<{ count: number }>(sql)).rows
  } finally {
    await client.end()
  }
}

// Autovacuum visits every database too.
const OTHERS = `
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

const inDatabase = (url: string) => ({
  lose: async () => void (await ask(url, 'drop schema if exists jobs cascade')),
  countConnections: async () => (await ask(url, `select count(*)::int as count ${OTHERS}`))[0]?.count ?? 0,
})

const startOnPostgres = async (): Promise<QueueBackend> => {
  const { databaseUrl, stop } = await startTestPostgres()
  const port = await freePort()
  const startProxy = () => startTcpProxy(Number(new URL(databaseUrl).port), { port })
  let proxy = await startProxy()
  const near = new URL(databaseUrl)
  near.port = String(port)
  return {
    place: { databaseUrl: near.href },
    kill: async () => {
      const closed = proxy.close()
      await ask(databaseUrl, `select pg_terminate_backend(pid) ${OTHERS}`)
      await closed
    },
    start: async () => {
      proxy = await startProxy()
    },
    ...inDatabase(databaseUrl),
    stop: async () => {
      await proxy.close()
      await stop()
    },
  }
}

/** On a server of its own, which `kill` shuts down; slower than one that many tests share. */
export const startOnRestartedPostgres = async (): Promise<QueueBackend> => {
  const { databaseUrl, shutDown, start, stop } = await startRestartablePostgres()
  return { place: { databaseUrl }, kill: shutDown, start, ...inDatabase(databaseUrl), stop }
}

/** The stores that can hold jobs, by name: what is promised of queues holds on each. */
export const QUEUE_BACKENDS = [
  ['Postgres', startOnPostgres],
  ['Redis', startOnRedis],
] as const
