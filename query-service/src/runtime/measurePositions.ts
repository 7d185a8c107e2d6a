import { AppProblem } from '@hearth/platform/http/appProblem'
import { CALL_BUCKETS, type Metrics } from '@hearth/platform/telemetry/metrics'
import { Gauge, Histogram } from 'prom-client'
import type { Positions } from './positions.ts'

/**
 * The same positions with metrics: how long reads wait for their position, and whether notifications arrive.
 */
export const measurePositions = (metrics: Metrics, positions: Positions): Positions => {
  const registers = [metrics]
  const waited = new Histogram({
    name: 'hearth_read_wait_seconds',
    help: 'Time that reads with a position waited for their projections; behind: it was not enough',
    labelNames: ['outcome'],
    buckets: [...CALL_BUCKETS],
    registers,
  })
  for (const outcome of ['reached', 'behind', 'failed']) waited.zero({ outcome })
  const listening = new Gauge({
    name: 'hearth_changes_listening',
    help: '1 while the database tells about changed rows; reads poll otherwise',
    registers,
    collect: () => {
      listening.set(positions.listening() ? 1 : 0)
    },
  })
  return {
    ...positions,
    reach: async (projections, commit, signal) => {
      if (commit === undefined) return positions.reach(projections, commit, signal)
      const begun = performance.now()
      let outcome = 'failed'
      try {
        await positions.reach(projections, commit, signal)
        outcome = 'reached'
      } catch (error) {
        if (error instanceof AppProblem && error.code === 'READ_MODEL_BEHIND') outcome = 'behind'
        throw error
      } finally {
        waited.observe({ outcome }, (performance.now() - begun) / 1_000)
      }
    },
  }
}
