import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Build } from '../builds/builds.ts'
import { earliest } from '../segments/checkpoint.ts'
import type { Lease } from '../segments/leases.ts'
import type { Runner } from '../feed/runner.ts'

export type ProjectionStatus = Readonly<{
  name: string
  version: number
  /** Of the serving build's segments here; `elsewhere` when other processes hold them all. */
  state: 'starting' | 'catching-up' | 'live' | 'elsewhere' | 'failed'
  commit: bigint | null
  error?: string
}>

/** One segment that this process carries on. `waitingSince`: when its oldest unwritten event was recorded. */
export type SegmentStatus = Readonly<{
  projection: string
  build: number
  segment: number
  serves: boolean
  state: 'catching-up' | 'live' | 'failed'
  waitingSince: string | undefined
  parkedStreams: number
}>

/** What an engine knows of itself. */
export type Standing = Readonly<{
  /** Undefined before the first round. */
  builds: readonly Build[] | undefined
  runners: readonly Runner[]
  /** Why segments stopped, by `formatSegmentName`. */
  failed: ReadonlyMap<string, Error>
  /** Projections whose place another version has taken. */
  replaced: ReadonlyMap<string, Error>
  helper: boolean
}>

export const formatSegmentName = ({
  projection,
  build,
  segment,
}: Pick<Lease, 'projection' | 'build' | 'segment'>) => `${projection}/${build}/${segment}`

const findServing = (builds: Standing['builds'], name: string) =>
  builds?.find((build) => build.projection === name && build.serves)

export const projectionStatus = (
  { builds, runners, failed, replaced, helper }: Standing,
  { name, version }: Pick<Projection, 'name' | 'version'>,
): ProjectionStatus => {
  const serving = findServing(builds, name)
  const here = runners.filter(
    ({ projection, build }) => projection.name === name && (helper || build.build === serving?.build),
  )
  const error =
    replaced.get(name) ??
    [...failed].find(([key]) => serving && key.startsWith(`${name}/${serving.build}/`))?.[1]
  const at = earliest(here.map((runner) => runner.committed()))
  const base = { name, version, commit: at === 'start' ? null : at.commit }
  if (error) return { ...base, state: 'failed', error: error.message }
  if (builds === undefined) return { ...base, state: 'starting' }
  if (here.length === 0) return { ...base, state: 'elsewhere' }
  return { ...base, state: here.every((runner) => runner.state() === 'live') ? 'live' : 'catching-up' }
}

export const segmentStatuses = ({
  builds,
  runners,
}: Pick<Standing, 'builds' | 'runners'>): readonly SegmentStatus[] =>
  runners.map((runner) => {
    const { projection, build, segment } = runner.lease
    const serves = findServing(builds, projection)?.build === build
    return {
      projection,
      build,
      segment,
      serves,
      state: runner.state(),
      waitingSince: runner.waitingSince(),
      parkedStreams: runner.parkedStreams(),
    }
  })
