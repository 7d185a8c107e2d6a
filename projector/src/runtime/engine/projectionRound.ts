import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Build } from '../builds/builds.ts'
import { prepareSchema } from '../builds/schema.ts'
import type { Waker } from '@hearth/platform/retry/waker'
import { claimLeases, readLeaseOverview, type Lease } from '../segments/leases.ts'
import { signed, watchLeases } from '../segments/watchLeases.ts'
import { findApart, groupRunners, type Held } from './groupRunners.ts'
import type { EngineOptions } from './options.ts'
import type { OwnBuilds } from './ownBuilds.ts'
import { runRound, withRound, type Round } from './runRound.ts'
import type { Session } from './session.ts'
import type { StartSegment } from './startSegment.ts'
import { readPulse, type EngineState } from './state.ts'
import { formatSegmentName } from './status.ts'

type Parts = Readonly<{
  options: EngineOptions
  owner: string
  code: string
  session: Session
  state: EngineState
  ownBuilds: OwnBuilds
  startSegment: StartSegment
  beating: Waker
  /** Aborts when the engine stops. */
  signal: AbortSignal
}>

/** The leases with their builds and projections, without the segments that stopped for good. */
const matchLeases = (
  leases: readonly Lease[],
  builds: readonly Build[],
  projections: readonly Projection[],
  failed: EngineState['failed'],
): readonly Held[] =>
  leases.flatMap((lease): readonly Held[] => {
    const build = builds.find(
      (candidate) => candidate.projection === lease.projection && candidate.build === lease.build,
    )
    const projection = projections.find(({ name }) => name === lease.projection)
    return build && projection && !failed.has(formatSegmentName(lease)) ? [{ lease, build, projection }] : []
  })

const forgetAllBut = (joined: Set<string>, leases: readonly Lease[]): void => {
  const names = new Set(leases.map(signed))
  for (const name of joined) if (!names.has(name)) joined.delete(name)
}

/** Starts the runners of these leases, and carries them on until a table, a lease or the grouping changes. */
const carryOn = async (
  { options, owner, code, session, state, ownBuilds, startSegment, beating }: Parts,
  { builds, leases, most }: Readonly<{ builds: readonly Build[]; leases: readonly Lease[]; most: number }>,
  round: Round,
): Promise<void> => {
  const { projections, maintenancePool: pool, store, read, log } = options
  const change = (reason: string) => {
    if (round.signal.aborted) return
    log.info({ reason }, 'projection: starting again from the stored checkpoints')
    round.end()
  }
  const held = matchLeases(leases, builds, projections, state.failed)
  const isApart = findApart(held, (lease) => state.joined.has(signed(lease)))
  const regroupIfCaughtUp = () => {
    const apart = state.runners.filter(isApart)
    if (apart.length > 0 && apart.every((runner) => runner.state() !== 'catching-up'))
      change('a rebuilt projection has caught up')
  }
  const runners = await Promise.all(
    held.map((one) => startSegment(one, isApart(one), round, regroupIfCaughtUp)),
  )
  state.builds = builds
  state.runners = runners
  const keep = () =>
    watchLeases({
      pool,
      owner,
      code,
      session,
      builds,
      leases,
      most,
      readPulse: (lease) => readPulse(state, lease),
      readBuilds: ownBuilds.refresh,
      beating,
      change,
      log,
      signal: round.signal,
    })
  await runRound(round, { groups: groupRunners(runners, isApart), keep, store, read, log })
}

/** Prepares tables, claims segments and runs a round with them. */
export const runProjectionRound = async (parts: Parts): Promise<void> => {
  const { options, owner, code, session, state, ownBuilds, signal } = parts
  const { maintenancePool: pool } = options
  await options.prepare?.()
  await prepareSchema(pool)
  const builds = await ownBuilds.prepare()
  await session.beat()
  const { most } = await readLeaseOverview(pool, owner, code, builds)
  const leases = await claimLeases(pool, owner, builds, most)
  forgetAllBut(state.joined, leases)
  await withRound(signal, (round) => carryOn(parts, { builds, leases, most }, round))
}
