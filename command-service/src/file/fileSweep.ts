import { pollUntilAborted } from '@hearth/platform/retry/pollUntilAborted'
import type { Log } from '@hearth/platform/telemetry/log'
import type { Uploads } from './uploads.ts'

const EVERY_MS = 15_000

/** Inspects files that a process left in quarantine, and forgets old refusals. */
export const openFileSweep = ({ uploads, log }: Readonly<{ uploads: Pick<Uploads, 'sweep'>; log: Log }>) => {
  const stopping = new AbortController()
  let sweeping: Promise<void> | undefined
  return {
    start: () => {
      sweeping ??= pollUntilAborted({
        round: uploads.sweep,
        pauseMs: EVERY_MS,
        name: 'files',
        log,
        signal: stopping.signal,
      })
    },
    stop: async (): Promise<void> => {
      stopping.abort()
      await sweeping
    },
  }
}
