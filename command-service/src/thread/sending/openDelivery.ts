import type { Instant } from '@hearth/contracts/kernel/dates'
import { createLoop } from '@hearth/platform/retry/createLoop'
import type { Log } from '@hearth/platform/telemetry/log'
import type pg from 'pg'
import type { CommandHandler } from '../../runtime/commandHandler.ts'
import { createDueSweep } from '../../workers/dueSweep.ts'
import { openJobQueue } from '../../workers/jobQueue.ts'
import { createOpener } from '../../workers/opener.ts'
import type { Worker } from '../../workers/relay.ts'
import type { MessageChannels } from './channel.ts'
import { findDueMessages } from './dueMessages.ts'
import type { ReadMessage } from './readMessage.ts'
import { createMessageSending } from './sending.ts'

const CONCURRENCY = 16

export type DeliveryOptions = Readonly<{
  pool: pg.Pool
  handler: Pick<CommandHandler, 'handle' | 'view'>
  channels: MessageChannels
  readMessage: ReadMessage
  databaseUrl: string
  redisUrl?: string | undefined
  /** Pause between two rounds of the sweep. */
  intervalMs: number
  now: () => Instant
  log: Log
}>

/**
 * Delivers messages to guests: the queue has a job for each thread with due messages, and the sweep finds those
 * that the queue lost or the channel did not answer.
 */
export const openDelivery = (options: DeliveryOptions) => {
  const { pool, channels, databaseUrl, redisUrl, intervalMs, now, log } = options
  const loop = createLoop({ pauseMs: intervalMs, name: 'messages', log })
  const { signal } = loop
  const sending = Object.values(channels).length === 0 ? undefined : createMessageSending(options)
  const queue = createOpener(() =>
    openJobQueue({
      name: 'threads',
      databaseUrl,
      redisUrl,
      concurrency: CONCURRENCY,
      log,
      work: async (threadId) => sending?.advance(threadId),
    }),
  )
  const sweep = createDueSweep({ due: findDueMessages(pool), openQueue: queue.open, intervalMs, now, signal })
  const deliver: Worker = async ({ threadId = '' }) =>
    void (sending === undefined ? undefined : await (await queue.open()).add(threadId))

  return {
    queue: queue.open,
    workers: { 'deliver-messages': deliver },
    start: (): void => {
      if (sending === undefined) return
      loop.start(async () => {
        ;(await queue.open()).start()
        await sweep()
      })
    },
    stop: async (): Promise<void> => {
      await loop.stop()
      await queue.close()
    },
  }
}
export type Delivery = ReturnType<typeof openDelivery>
