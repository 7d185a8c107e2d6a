import type { Build } from '../builds/builds.ts'
import type { Runner } from '../feed/runner.ts'
import type { Lease, Pulse } from '../segments/leases.ts'
import { formatSegmentName } from './status.ts'

/** What an engine knows about its work; its rounds change it. */
export type EngineState = {
  /** Undefined before the first round. */
  builds: readonly Build[] | undefined
  runners: readonly Runner[]
  /** Why segments stopped, by `formatSegmentName`. */
  readonly failed: Map<string, Error>
  /** Projections whose place another version has taken. */
  readonly replaced: Map<string, Error>
  /** Signed leases whose segments have caught up here once. */
  readonly joined: Set<string>
}

export const createEngineState = (): EngineState => ({
  builds: undefined,
  runners: [],
  failed: new Map(),
  replaced: new Map(),
  joined: new Set(),
})

/** What the lease of a segment records about its progress. */
export const readPulse = ({ runners, failed }: EngineState, lease: Lease): Omit<Pulse, keyof Lease> => {
  const runner = runners.find((candidate) => candidate.lease === lease)
  const since = runner?.waitingSince()
  return {
    lagMs: since === undefined ? 0 : Math.max(0, Date.now() - Date.parse(since)),
    eventsPerSecond: runner?.rate() ?? 0,
    error: failed.get(formatSegmentName(lease))?.message ?? null,
  }
}
