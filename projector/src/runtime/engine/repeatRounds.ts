import { backoffMilliseconds, pause } from '@hearth/platform/retry/backoff'
import type { Log } from '@hearth/platform/telemetry/log'

const FIRST_MILLISECONDS = 100
const LONGEST_MILLISECONDS = 3_000

export type Rounds = Readonly<{
  /** Begins from what Postgres says; resolves when that has changed and another round is due. */
  round: () => Promise<void>
  /** Who speaks in the log. */
  name: string
  log: Log
  signal: AbortSignal
}>

/** Runs one round after the other until the signal aborts. One that fails is repeated with growing pauses. */
export const repeatRounds = async ({ round, name, log, signal }: Rounds): Promise<void> => {
  for (let failures = 0; !signal.aborted;) {
    try {
      await round()
      failures = 0
    } catch (error) {
      failures += 1
      log.warn({ err: error, attempt: failures }, `${name}: could not start, it will be repeated`)
      await pause(backoffMilliseconds(failures, FIRST_MILLISECONDS, LONGEST_MILLISECONDS), signal)
    }
  }
}
