import type { Log } from '@hearth/platform/telemetry/log'
import type { Metrics } from '@hearth/platform/telemetry/metrics'
import { Gauge } from 'prom-client'
import type { Payouts } from './openPayouts.ts'

/** Measures the jobs in the payouts' queue by state, read from the queue at every scrape. */
export const measureJobs = (metrics: Metrics, queue: Payouts['queue'], log: Log): void => {
  const gauge = new Gauge({
    name: 'hearth_jobs',
    help: 'Jobs in a queue, by state; done ones are not kept',
    labelNames: ['queue', 'state'],
    registers: [metrics],
    collect: async () => {
      try {
        for (const [state, count] of Object.entries(await (await queue()).counts()))
          gauge.set({ queue: 'payouts', state }, count)
      } catch (error) {
        gauge.reset()
        log.warn({ err: error }, 'metrics: the job queue could not be asked')
      }
    },
  })
}
