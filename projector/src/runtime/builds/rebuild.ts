import { setTimeout as delay } from 'node:timers/promises'
import { ensureBuilds, countSegments, startRebuild } from './ensureBuilds.ts'
import type { Build } from './builds.ts'
import { startEngine } from '../engine/engine.ts'
import { KEEP_MINUTES, type EngineOptions } from '../engine/options.ts'
import { prepareSchema } from './schema.ts'
import { switchBuild, type Switched } from './switchBuild.ts'
import { verifyBuild, type Difference } from './verifyBuild.ts'

const POLL_MS = 50

/** Thrown by a rebuild whose rows are not those that readers have: nothing was switched. */
export class DifferenceError extends Error {
  override name = 'DifferenceError'
  readonly difference: Difference
  constructor(projection: string, difference: Difference) {
    super(`${projection}: ${difference.rows.length} rows differ`)
    this.difference = difference
  }
}

type Progress = (least: Readonly<{ build: Build; commit: bigint; target: bigint }>) => void

const places = async (
  { maintenancePool }: EngineOptions,
  build: Build,
): Promise<Readonly<{ status: string; commit: bigint; target: bigint; error: string | null }>> => {
  const { rows } = await maintenancePool.query<{
    status: string
    commit: string | null
    target: string | null
    error: string | null
  }>(
    `
      select
        b.status,
        (
          select min(coalesce(commit, 0))
          from read.segment s
          where s.projection = b.projection and s.build = b.build
        ) as commit,
        (select max(commit) from read.segment s where s.projection = b.projection) as target,
        (
          select error
          from read.segment s
          where s.projection = b.projection and s.build = b.build and error is not null
          limit 1
        ) as error
      from read.build b
      where projection = $1 and build = $2`,
    [build.projection, build.build],
  )
  const row = rows[0]
  return {
    status: row?.status ?? 'retired',
    commit: BigInt(row?.commit ?? '0'),
    target: BigInt(row?.target ?? '0'),
    error: row?.error ?? null,
  }
}

const untilComplete = async (
  options: EngineOptions,
  builds: readonly Build[],
  onProgress: Progress,
): Promise<void> => {
  for (;;) {
    let open = 0
    for (const build of builds) {
      const { status, commit, target, error } = await places(options, build)
      if (status === 'retired')
        throw new Error(`${build.projection}: another rebuild has taken the place of build ${build.build}`)
      if (status !== 'building') continue
      if (error !== null) throw new Error(`${build.projection} stopped: ${error}`)
      open += 1
      onProgress({ build, commit, target })
    }
    if (open === 0) return
    await delay(POLL_MS)
  }
}

/**
 * Rebuilds these projections beside the serving ones, with or without the help of running projectors, and
 * returns the complete builds. A projection that does not serve yet is only completed.
 */
export const buildBeside = async (
  options: EngineOptions,
  onProgress: Progress = () => undefined,
): Promise<readonly Build[]> => {
  const { maintenancePool, projections, resources, segments = 1, log } = options
  await prepareSchema(maintenancePool)
  const builds: Build[] = []
  for (const projection of projections) {
    const cut = countSegments(projection, resources, segments)
    const known = await ensureBuilds(maintenancePool, projection, cut, log)
    const unfinished =
      known.find(({ serves, status }) => serves && status === 'building') ??
      known.find(({ reason, status }) => reason === 'version' && status === 'building')
    const build = unfinished ?? (await startRebuild(maintenancePool, projection, cut))
    if (build) builds.push(build)
  }
  const engine = startEngine({ ...options, helper: 'building' })
  try {
    await untilComplete(options, builds, onProgress)
  } finally {
    await engine.stop()
  }
  return builds
}

/** Builds beside, compares, and cuts over where nothing differs. Throws DifferenceError otherwise. */
export const rebuild = async (
  options: EngineOptions,
  onProgress?: Progress,
): Promise<readonly Switched[]> => {
  const { maintenancePool, backgroundPool, rebuildShare, keepMinutes = KEEP_MINUTES } = options
  const switched: Switched[] = []
  for (const build of await buildBeside(options, onProgress)) {
    if (build.serves) continue
    const difference = await verifyBuild(backgroundPool, { name: build.projection }, { share: rebuildShare })
    if (difference.rows.length > 0) throw new DifferenceError(build.projection, difference)
    switched.push(await switchBuild(maintenancePool, build.projection, 'cutover', keepMinutes))
  }
  return switched
}
