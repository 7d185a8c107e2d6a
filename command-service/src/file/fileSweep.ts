import { pollUntilAborted } from '@hearth/platform/retry/pollUntilAborted'
import type { Log } from '@hearth/platform/telemetry/log'
import type { Uploads } from './uploads.ts'

const EVERY_MS = 15_000

/** Inspects files that a process left in quarantine, forgets old refusals, and removes files that were not sent. */
export const openFileSweep = ({
  uploads,
  sweepUnsent,
  log,
}: Readonly<{ uploads: Pick<Uploads, 'sweep'>; sweepUnsent: () => Promise<void>; log: Log }>) => {
  const stopping = new AbortController()
  let sweeping: Promise<void> | undefined
  return {
    start: () => {
      sweeping ??= pollUntilAborted({
        round: async () => void (await Promise.all([uploads.sweep(), sweepUnsent()])),
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
