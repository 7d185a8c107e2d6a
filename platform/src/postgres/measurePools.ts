import type pg from 'pg'
import { Gauge } from 'prom-client'
import type { Metrics } from '../telemetry/metrics.ts'

/** How full the process's pools are, measured when the metrics are read. Names as in `pg_stat_activity`. */
export const measurePools = (metrics: Metrics, pools: Readonly<Record<string, pg.Pool>>): void => {
  const registers = [metrics]
  const entries = Object.entries(pools)
  const connections = new Gauge({
    name: 'hearth_postgres_connections',
    help: 'Connections of a pool by what they do',
    labelNames: ['pool', 'state'],
    registers,
    collect: () => {
      for (const [pool, { totalCount, idleCount }] of entries) {
        connections.set({ pool, state: 'idle' }, idleCount)
        connections.set({ pool, state: 'busy' }, totalCount - idleCount)
      }
    },
  })
  const most = new Gauge({
    name: 'hearth_postgres_connections_max',
    help: 'Connections that a pool may have',
    labelNames: ['pool'],
    registers,
  })
  for (const [pool, { options }] of entries) most.set({ pool }, options.max)
  const waiting = new Gauge({
    name: 'hearth_postgres_waiting',
    help: 'Callers that wait for a connection of a pool',
    labelNames: ['pool'],
    registers,
    collect: () => {
      for (const [pool, { waitingCount }] of entries) waiting.set({ pool }, waitingCount)
    },
  })
}
