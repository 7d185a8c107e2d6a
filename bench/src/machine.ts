import { cpus, loadavg, totalmem } from 'node:os'

/** The machine on which a figure was measured; without it a figure means little. */
export const describeMachine = () => ({
  node: process.version,
  cores: cpus().length,
  processor: cpus()[0]?.model ?? 'unknown',
  memoryBytes: totalmem(),
})

/** Of the last minute. Above the number of cores, something else was running as well. */
export const loadAverage = (): number => loadavg()[0] ?? Number.NaN
