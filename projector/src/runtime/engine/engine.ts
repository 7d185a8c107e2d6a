import { pollUntilAborted } from '@hearth/platform/retry/pollUntilAborted'
import { createWaker } from '@hearth/platform/retry/waker'
import { fulfilRequests } from '../operations/fulfilRequests.ts'
import { releaseLeases } from '../segments/leases.ts'
import { KEEP_MINUTES, type EngineOptions } from './options.ts'
import { createOwnBuilds } from './ownBuilds.ts'
import { createOwnerName, describeCode } from './owner.ts'
import { runProjectionRound } from './projectionRound.ts'
import { ROUND_RETRY } from './runRound.ts'
import { createSession } from './session.ts'
import { createSegmentStarter } from './startSegment.ts'
import { createEngineState } from './state.ts'
import { projectionStatus, segmentStatuses, type ProjectionStatus, type SegmentStatus } from './status.ts'

export type Engine = Readonly<{
  /** How this process signs its leases. */
  owner: string
  status: () => readonly ProjectionStatus[]
  segments: () => readonly SegmentStatus[]
  /** Finishes the running batches, releases its segments and ends. */
  stop: () => Promise<void>
}>

/**
 * Runs all projections until it is stopped, sharing their segments with other processes. It works in rounds:
 * each begins from what Postgres says, and ends when a table or a lease changed or a rebuilt projection has
 * caught up with the others.
 */
export const startEngine = (options: EngineOptions): Engine => {
  const { projections, maintenancePool, log, helper, segments = 1, keepMinutes = KEEP_MINUTES } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const owner = createOwnerName()
  const code = describeCode(owner, options)
  const requested = createWaker()
  const beating = createWaker()
  const session = createSession({ pool: maintenancePool, owner, code, log, onRequest: requested.wake })
  const state = createEngineState()
  const ownBuilds = createOwnBuilds(options, state)
  const startSegment = createSegmentStarter(options, state)

  const rounds = pollUntilAborted({
    round: () =>
      runProjectionRound({ options, owner, code, session, state, ownBuilds, startSegment, beating, signal }),
    pauseMs: 0,
    retry: ROUND_RETRY,
    name: 'projection',
    log,
    signal,
  })
  const requests = helper
    ? Promise.resolve()
    : fulfilRequests({
        ...options,
        owner,
        segments,
        keepMinutes,
        runners: () => state.runners,
        builds: () => state.builds ?? [],
        requested,
        beat: beating.wake,
        signal,
      })
  // Without a release, other processes wait until the leases run out.
  const release = async (): Promise<void> => {
    await releaseLeases(maintenancePool, owner).catch((error: unknown) =>
      log.warn({ err: error }, 'projection: the segments could not be released'),
    )
    session.close()
  }
  const finished = Promise.all([rounds, requests]).then(release)
  const standing = () => ({ ...state, helper: helper !== undefined })

  return {
    owner,
    status: () => projections.map((projection) => projectionStatus(standing(), projection)),
    segments: () => segmentStatuses(state),
    stop: async () => {
      stopping.abort()
      requested.wake()
      beating.wake()
      await finished
    },
  }
}
