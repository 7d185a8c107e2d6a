import { CALL_BUCKETS, type Metrics } from '@hearth/platform/telemetry/metrics'
import { Gauge, Histogram } from 'prom-client'
import type { Engine } from '../runtime/engine/engine.ts'
import type { CommittedBatch } from '../runtime/feed/runnerOptions.ts'
import type { ProjectionStatus } from '../runtime/engine/status.ts'

const STATES = [
  'starting',
  'catching-up',
  'live',
  'elsewhere',
  'failed',
] as const satisfies readonly ProjectionStatus['state'][]

/**
 * Lag, parked streams and batches by segment of what readers get, the state by projection. `onBatch` goes
 * into the engine, `watch` takes the engine.
 */
export const measureProjections = (metrics: Metrics) => {
  const registers = [metrics]
  const labelNames = ['projection', 'segment'] as const
  const batchSeconds = new Histogram({
    name: 'hearth_projection_batch_seconds',
    help: 'Time of one batch, from its first statement to its commit',
    labelNames,
    buckets: [...CALL_BUCKETS],
    registers,
  })
  const batchEvents = new Histogram({
    name: 'hearth_projection_batch_events',
    help: 'Events in one batch; 0 moves the checkpoint only',
    labelNames,
    buckets: [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    registers,
  })
  return {
    onBatch: ({ projection, segment, events, seconds }: CommittedBatch): void => {
      const labels = { projection, segment }
      batchSeconds.observe(labels, seconds)
      batchEvents.observe(labels, events)
    },
    watch: ({ status, segments }: Pick<Engine, 'status' | 'segments'>): void => {
      const serving = () => segments().filter(({ serves }) => serves)
      const lag = new Gauge({
        name: 'hearth_projection_lag_seconds',
        help: 'Age of the oldest event that is known here and not in the rows yet; 0 when there is none',
        labelNames,
        registers,
        collect: () => {
          lag.reset()
          for (const { projection, segment, waitingSince } of serving()) {
            lag.set(
              { projection, segment },
              waitingSince === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(waitingSince)) / 1_000),
            )
          }
        },
      })
      const parked = new Gauge({
        name: 'hearth_projection_parked_streams',
        help: 'Streams that are set aside since an event that could not be taken',
        labelNames,
        registers,
        collect: () => {
          parked.reset()
          for (const { projection, segment, parkedStreams } of serving())
            parked.set({ projection, segment }, parkedStreams)
        },
      })
      const states = new Gauge({
        name: 'hearth_projection_state',
        help: '1 for the state that a projection is in',
        labelNames: ['projection', 'state'],
        registers,
        collect: () => {
          for (const { name: projection, state: current } of status())
            for (const state of STATES) states.set({ projection, state }, state === current ? 1 : 0)
        },
      })
    },
  }
}
