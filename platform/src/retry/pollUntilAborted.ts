import { backoffMilliseconds, pause } from './backoff.ts'
import type { Log } from '../telemetry/log.ts'

const FIRST_MILLISECONDS = 1_000
const LONGEST_MILLISECONDS = 5_000

export type Looking = Readonly<{
  /** Does what waits. */
  round: () => Promise<void>
  /** Pause between two rounds, milliseconds. */
  everyMs: number
  /** Who speaks in the log. */
  name: string
  log: Log
  signal: AbortSignal
}>

/**
 * Looks for work again and again until the signal aborts. A round that fails is told and repeated after
 * growing pauses, up to its own or 5 s: what a busy database has refused must not keep it busy.
 */
export const keepLooking = async ({ round, everyMs, name, log, signal }: Looking): Promise<void> => {
  for (let failures = 0; !signal.aborted;) {
    try {
      await round()
      failures = 0
    } catch (error) {
      failures += 1
      log.warn({ err: error }, `${name}: this round failed, the next one tries again`)
    }
    await pause(
      failures === 0
        ? everyMs
        : backoffMilliseconds(
            failures,
            Math.min(everyMs, FIRST_MILLISECONDS),
            Math.max(everyMs, LONGEST_MILLISECONDS),
          ),
      signal,
    )
  }
}
