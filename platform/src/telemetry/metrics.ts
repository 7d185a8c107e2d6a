import { collectDefaultMetrics, Registry } from 'prom-client'

/**
 * What a process measures. Created once at its start and passed to all that measure; read by Prometheus at
 * `/metrics`.
 */
export type Metrics = Registry

const EVENT_LOOP_RESOLUTION_MS = 20

/** With what every Node process has: CPU, memory, garbage collection, event loop delay, open files. */
export const openMetrics = (): Metrics => {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: EVENT_LOOP_RESOLUTION_MS })
  return metrics
}

/** Upper bounds in seconds for what people wait for. */
export const REQUEST_BUCKETS: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 8]
/** Upper bounds in seconds for one call of an engine. */
export const CALL_BUCKETS: readonly number[] = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5,
]
