import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Build } from '../builds/builds.ts'
import type { FeedOptions } from '../feed/readFeed.ts'
import type { Runner } from '../feed/runner.ts'
import { earliest, isAfter } from '../segments/checkpoint.ts'
import type { Lease } from '../segments/leases.ts'

/** A segment that this process holds. */
type Segment = Readonly<{ lease: Lease; build: Build }>
export type Held = Segment & Readonly<{ projection: Projection }>

/** On its way, while readers get another build. */
export const isBeside = ({ status, serves }: Build) => status === 'building' && !serves

/**
 * Tells which segments read the log for themselves, so that the others stay current: those of a build that is
 * on its way, or of a former one that stood still. When there is no other segment to disturb, all read
 * together. `hasJoined`: the segment has caught up here before.
 */
export const findApart = (
  held: readonly Segment[],
  hasJoined: (lease: Lease) => boolean,
): ((one: Segment) => boolean) => {
  const front = earliest(
    held.filter(({ build }) => build.status === 'serving').map(({ lease }) => lease.checkpoint),
  )
  const isLate = ({ build, lease }: Segment) =>
    !hasJoined(lease) && (build.status === 'building' || (!build.serves && isAfter(front, lease.checkpoint)))
  const late = new Set(held.filter(isLate).map(({ lease }) => lease))
  return ({ lease, build }) => late.has(lease) && (late.size < held.length || isBeside(build))
}

/** The categories that these runners read; undefined when one of them reads all. */
const listCategories = (runners: readonly Runner[]): readonly string[] | undefined => {
  const named = runners.map(({ projection }) => projection.categories)
  return named.every((categories) => categories !== undefined) ? [...new Set(named.flat())] : undefined
}

/** Runners that read together, each group from a feed of its own. */
export const groupRunners = (
  runners: readonly Runner[],
  isApart: (one: Segment) => boolean,
): readonly Pick<FeedOptions, 'runners' | 'categories'>[] => {
  const apart = runners.filter(isApart)
  return [
    { runners: runners.filter((runner) => !isApart(runner)) },
    { runners: apart, categories: listCategories(apart) },
  ].filter((group) => group.runners.length > 0)
}
