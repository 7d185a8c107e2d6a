import type { Log } from '../telemetry/log.ts'

/** Keeps what is logged for a test to look at, prints nothing. */
export const createMemoryLog = (): Readonly<{ log: Log; lines: unknown[] }> => {
  const lines: unknown[] = []
  const write = (...parameters: unknown[]) => void lines.push(parameters)
  return { log: { debug: write, info: write, warn: write, error: write }, lines }
}

export const silentLog: Log = createMemoryLog().log
