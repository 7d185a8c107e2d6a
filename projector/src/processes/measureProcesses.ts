import type { Metrics } from '@hearth/platform/telemetry/metrics'
import { Gauge } from 'prom-client'
import type { Processes } from './startProcesses.ts'

/** How far the process managers are behind, where they run. */
export const measureProcesses = (metrics: Metrics, { status }: Pick<Processes, 'status'>): void => {
  const registers = [metrics]
  const lag = new Gauge({
    name: 'hearth_process_lag_seconds',
    help:
      'Age of the oldest event that is known here and that the process manager has not taken; ' +
      '0 when there is none',
    labelNames: ['process'],
    registers,
    collect: () => {
      lag.reset()
      for (const { name, waitingSince, state } of status()) {
        if (state !== 'elsewhere')
          lag.set(
            { process: name },
            waitingSince === undefined ? 0 : Math.max(0, (Date.now() - Date.parse(waitingSince)) / 1_000),
          )
      }
    },
  })
  const stopped = new Gauge({
    name: 'hearth_process_stopped',
    help: '1 when the process manager has stopped here',
    labelNames: ['process'],
    registers,
    collect: () => {
      for (const { name, state } of status()) stopped.set({ process: name }, state === 'failed' ? 1 : 0)
    },
  })
}
