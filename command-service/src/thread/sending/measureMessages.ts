import { messages, waitingMessages } from '@hearth/contracts/thread'
import { qualified } from '@hearth/platform/read-model/tables'
import { waitingCondition } from '@hearth/platform/read-model/waitingRows'
import type { Log } from '@hearth/platform/telemetry/log'
import type { Metrics } from '@hearth/platform/telemetry/metrics'
import type pg from 'pg'
import { Gauge } from 'prom-client'
import { readRows } from '../../workers/dueWork.ts'

const WAITING = `
  select
    count(*)::int as waiting,
    coalesce(extract(epoch from now() - min(delivery_at)), 0)::float8 as oldest
  from ${qualified(messages.table)}
  where ${waitingCondition(waitingMessages.messages)} and delivery_at <= now()`

/** Measures the messages that the channel should have and does not, read from the read model at every scrape. */
export const measureMessages = (metrics: Metrics, pool: pg.Pool, log: Log): void => {
  const registers = [metrics]
  const waiting = new Gauge({
    name: 'hearth_messages_waiting',
    help: 'Messages to guests that are due and not handed over',
    registers,
  })
  const oldest = new Gauge({
    name: 'hearth_messages_oldest_seconds',
    help: 'For how long the oldest message to a guest has been due; 0 when there is none',
    registers,
    collect: async () => {
      try {
        const [row] = await readRows<{ waiting: number; oldest: number }>(pool, WAITING, [])
        waiting.set(row?.waiting ?? 0)
        oldest.set(row?.oldest ?? 0)
      } catch (error) {
        log.warn({ err: error }, 'metrics: waiting messages could not be counted')
      }
    },
  })
}
