import { CALL_BUCKETS, type Metrics } from '@hearth/platform/telemetry/metrics'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { WriteOutcome } from './model.ts'
import type { Store } from './store.ts'

const OUTCOMES = [
  'written',
  'wrong-version',
  'deleted',
  'timeout',
  'unavailable',
] as const satisfies readonly WriteOutcome['kind'][]

/**
 * Wraps the store with metrics: writes are timed by their outcome; gauges show whether it leads, the end of
 * its log and the number of readers.
 */
export const measureServer = (metrics: Metrics, store: Store, openReads: () => number): Store => {
  const registers = [metrics]
  const writeSeconds = new Histogram({
    name: 'hearth_log_write_seconds',
    help: "Time from a write's arrival to its answer, by outcome",
    labelNames: ['outcome'],
    buckets: [...CALL_BUCKETS],
    registers,
  })
  for (const outcome of OUTCOMES) writeSeconds.zero({ outcome })
  const written = new Counter({ name: 'hearth_log_events_written_total', help: 'Events written', registers })
  const show = (name: string, help: string, read: () => number): void => {
    const gauge = new Gauge({
      name,
      help,
      registers,
      collect: () => {
        gauge.set(read())
      },
    })
  }
  show('hearth_log_leading', '1 while this server holds the log, 0 while it is on standby', () =>
    store.writer.isLeading() ? 1 : 0,
  )
  show('hearth_log_position', 'Position of the last event; positions are sparse', () =>
    Number(store.tail.last()),
  )
  show('hearth_log_open_reads', 'Reads and subscriptions under way', openReads)
  return {
    ...store,
    writer: {
      ...store.writer,
      write: async (request, deadline) => {
        const begun = performance.now()
        const outcome = await store.writer.write(request, deadline)
        writeSeconds.observe({ outcome: outcome.kind }, (performance.now() - begun) / 1_000)
        if (outcome.kind === 'written') written.inc(request.events.length)
        return outcome
      },
    },
  }
}
