import { cpus, loadavg, totalmem } from 'node:os'

/** What a number is worth without knowing where it was measured. */
export const describeMachine = () => ({
  node: process.version,
  cores: cpus().length,
  processor: cpus()[0]?.model ?? 'unknown',
  memoryBytes: totalmem(),
})

/** Of the last minute. Above the number of cores something else was running as well. */
export const loadAverage = (): number => loadavg()[0] ?? Number.NaN
