import { pause } from '@hearth/platform/retry/backoff'
import { createWaker } from '@hearth/platform/retry/waker'
import type { Log } from '@hearth/platform/telemetry/log'
import pg from 'pg'
import { z } from 'zod'

/**
 * Rows of one projection changed; without `changes` there were too many to name. `segment`: the position is
 * that of one segment, of so many; `switches`: another build serves from now.
 */
export type Notification = Readonly<{
  name: string
  commit: bigint
  changes?: readonly (readonly [tenantId: string, id: string, revision: number])[] | undefined
  segment?: readonly [index: number, count: number] | undefined
  switches?: number | undefined
}>

const zNotification = z.object({
  name: z.string(),
  commit: z.string().regex(/^\d+$/).transform(BigInt),
  changes: z.array(z.tuple([z.string(), z.string(), z.number()])).optional(),
  segment: z.tuple([z.int(), z.int()]).optional(),
  switches: z.int().optional(),
})

const parseNotification = (payload: string | undefined): Notification | undefined => {
  try {
    return zNotification.safeParse(JSON.parse(payload ?? '')).data
  } catch {
    return undefined
  }
}

type Options = Readonly<{
  connectionString: string
  log: Log
  signal: AbortSignal
  /** Called with the connection once it listens, and with `undefined` when it is lost. */
  onConnection: (client: pg.Client | undefined) => void
  onNotification: (notification: Notification) => void
}>

/** Listens on one connection until it ends. Returns whether it ever listened. */
const listenOnce = async ({ connectionString, log, signal, onConnection, onNotification }: Options) => {
  let listened = false
  const client = new pg.Client({
    connectionString,
    keepAlive: true,
    application_name: 'query-service listen',
    connectionTimeoutMillis: 2_000,
  })
  const { wake: end, sleep: ended } = createWaker()
  signal.addEventListener('abort', end)
  client.once('end', end)
  client.on('error', (error) => {
    log.warn({ err: error }, 'positions: the listening connection was lost')
    end()
  })
  try {
    await client.connect()
    client.on('notification', ({ payload }) => {
      const notification = parseNotification(payload)
      if (notification) onNotification(notification)
      else log.warn({ size: payload?.length ?? 0 }, 'positions: a notification could not be read')
    })
    await client.query('listen projection')
    listened = true
    onConnection(client)
    await ended()
  } catch (error) {
    log.warn({ err: error }, 'positions: cannot listen')
  }
  signal.removeEventListener('abort', end)
  onConnection(undefined)
  await client.end().catch(() => undefined)
  return listened
}

/** Listens to the projectors' notifications until aborted, over one connection after the other. */
export const listenToProjections = async (options: Options): Promise<void> => {
  for (let attempt = 0; !options.signal.aborted; attempt += 1) {
    if (await listenOnce(options)) attempt = 0
    await pause(Math.min(2_000, 50 * 2 ** attempt), options.signal)
  }
}
