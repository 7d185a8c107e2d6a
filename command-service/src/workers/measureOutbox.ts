import type { Log } from '@hearth/platform/telemetry/log'
import type { Metrics } from '@hearth/platform/telemetry/metrics'
import { Gauge } from 'prom-client'
import type { Outbox } from './outbox.ts'

/** Measures the effects that are due and not done, read from the database at every scrape. */
export const measureOutbox = (metrics: Metrics, outbox: Pick<Outbox, 'backlog'>, log: Log): void => {
  const registers = [metrics]
  const waiting = new Gauge({
    name: 'hearth_outbox_waiting',
    help: 'Effects that are due and not done',
    registers,
  })
  const oldest = new Gauge({
    name: 'hearth_outbox_oldest_seconds',
    help: 'For how long the oldest effect has been due; 0 when there is none',
    registers,
    collect: async () => {
      try {
        const backlog = await outbox.backlog(new Date().toISOString())
        waiting.set(backlog.waiting)
        oldest.set(backlog.oldestSeconds)
      } catch (error) {
        log.warn({ err: error }, 'metrics: the outbox could not be read')
      }
    },
  })
}
