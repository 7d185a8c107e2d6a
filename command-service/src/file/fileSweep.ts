import { createLoop } from '@hearth/platform/retry/createLoop'
import type { Log } from '@hearth/platform/telemetry/log'
import type { Uploads } from './uploads.ts'

const EVERY_MS = 15_000

/** Inspects files that a process left in quarantine, forgets old refusals, and removes files that were not sent. */
export const openFileSweep = ({
  uploads,
  sweepUnsent,
  log,
}: Readonly<{ uploads: Pick<Uploads, 'sweep'>; sweepUnsent: () => Promise<void>; log: Log }>) => {
  const loop = createLoop({ pauseMs: EVERY_MS, name: 'files', log })
  return {
    start: () => loop.start(async () => void (await Promise.all([uploads.sweep(), sweepUnsent()]))),
    stop: loop.stop,
  }
}
