import type { Log } from '@hearth/platform/telemetry/log'
import type { Metrics } from '@hearth/platform/telemetry/metrics'
import { Gauge } from 'prom-client'
import type { JobQueue } from '../workers/jobQueue.ts'

/** Measures the jobs in queues by state, read from the queues at every scrape. */
export const measureJobs = (
  metrics: Metrics,
  queues: Readonly<Record<string, () => Promise<Pick<JobQueue, 'counts'>>>>,
  log: Log,
): void => {
  const gauge = new Gauge({
    name: 'hearth_jobs',
    help: 'Jobs in a queue, by state; done ones are not kept',
    labelNames: ['queue', 'state'],
    registers: [metrics],
    collect: async () => {
      try {
        for (const [name, open] of Object.entries(queues))
          for (const [state, count] of Object.entries(await (await open()).counts()))
            gauge.set({ queue: name, state }, count)
      } catch (error) {
        gauge.reset()
        log.warn({ err: error }, 'metrics: the job queue could not be asked')
      }
    },
  })
}
