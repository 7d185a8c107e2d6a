import type { Log } from '../telemetry/log.ts'
import { computeBackoffMs, pause } from './backoff.ts'

const FIRST_RETRY_MS = 1_000
const MAX_RETRY_MS = 5_000

export type Poll = Readonly<{
  round: () => Promise<void>
  /** Pause after a round that succeeded, milliseconds. */
  pauseMs: number
  /** Pauses after rounds that failed: from the first, growing up to the last. */
  retry?: Readonly<{ firstMs: number; maxMs: number }>
  /** Names the loop in the log. */
  name: string
  log: Log
  signal: AbortSignal
}>

/**
 * Repeats a round until the signal aborts. A round that fails is logged and repeated after growing pauses, by
 * default up to its own or 5 s: what a busy database has refused must not keep it busy.
 */
export const pollUntilAborted = async ({
  round,
  pauseMs,
  retry = { firstMs: Math.min(pauseMs, FIRST_RETRY_MS), maxMs: Math.max(pauseMs, MAX_RETRY_MS) },
  name,
  log,
  signal,
}: Poll): Promise<void> => {
  for (let failures = 0; !signal.aborted;) {
    let waitMs = pauseMs
    try {
      await round()
      failures = 0
    } catch (error) {
      failures += 1
      waitMs = computeBackoffMs(failures, retry.firstMs, retry.maxMs)
      log.warn({ err: error, attempt: failures }, `${name}: this round failed, it will be repeated`)
    }
    if (waitMs > 0) await pause(waitMs, signal)
  }
}
