import { CALL_BUCKETS, type Metrics } from '@hearth/platform/telemetry/metrics'
import { Gauge, Histogram } from 'prom-client'
import type { Engine, ProjectionStatus } from './runtime/engine.ts'
import type { CommittedBatch } from './runtime/runner.ts'

const STATES = ['starting', 'catching-up', 'live', 'failed'] as const satisfies readonly ProjectionStatus['state'][]

/** Lag, state and batches of every projection by segment. `onBatch` goes into the engine, `watch` takes the engine's status. */
export const measureProjections = (metrics: Metrics) => {
  const registers = [metrics]
  const labelNames = ['projection', 'segment'] as const
  const batchSeconds = new Histogram({
    name: 'hearth_projection_batch_seconds', help: 'Time of one batch, from its first statement to its commit', labelNames, buckets: [...CALL_BUCKETS], registers,
  })
  const batchEvents = new Histogram({
    name: 'hearth_projection_batch_events', help: 'Events in one batch; 0 moves the checkpoint only', labelNames, buckets: [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512], registers,
  })
  return {
    onBatch: ({ projection, segment, events, seconds }: CommittedBatch): void => {
      const labels = { projection, segment }
      batchSeconds.observe(labels, seconds)
      batchEvents.observe(labels, events)
    },
    watch: (status: Engine['status']): void => {
      const segment = 0
      const lag = new Gauge({
        name: 'hearth_projection_lag_seconds',
        help: 'Age of the oldest event that is known here and not in the rows yet; 0 when there is none',
        labelNames,
        registers,
        collect: () => {
          for (const { name: projection, waitingSince } of status()) {
            lag.set({ projection, segment }, waitingSince === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(waitingSince)) / 1_000))
          }
        },
      })
      const states = new Gauge({
        name: 'hearth_projection_state',
        help: '1 for the state that a projection is in',
        labelNames: [...labelNames, 'state'],
        registers,
        collect: () => {
          for (const { name: projection, state: current } of status()) for (const state of STATES) states.set({ projection, segment, state }, state === current ? 1 : 0)
        },
      })
    },
  }
}
