import type { Projection } from '@hearth/contracts/kernel/projection'
import { readMine, ReplacedError, type Build } from '../builds/builds.ts'
import { countSegments, ensureBuilds, retireExpired } from '../builds/ensureBuilds.ts'
import { isBeside } from './groupRunners.ts'
import type { EngineOptions } from './options.ts'
import type { EngineState } from './state.ts'

export type OwnBuilds = Readonly<{
  /** Makes sure that every projection has a build; serving builds come first. */
  prepare: () => Promise<readonly Build[]>
  /** The builds as they are now, after dropping those whose time to be kept is over. */
  refresh: () => Promise<readonly Build[]>
}>

/**
 * The builds that this engine continues: a helper takes some of them, and the others may leave those to it.
 */
export const createOwnBuilds = (
  {
    projections,
    resources,
    maintenancePool: pool,
    segments = 1,
    helper,
    onBeside,
    log,
  }: Pick<
    EngineOptions,
    'projections' | 'resources' | 'maintenancePool' | 'segments' | 'helper' | 'onBeside' | 'log'
  >,
  state: Pick<EngineState, 'builds' | 'replaced'>,
): OwnBuilds => {
  const selectOwn = (builds: readonly Build[]): readonly Build[] => {
    if (helper === 'beside') return builds.filter(isBeside)
    if (helper === 'building') return builds.filter(({ status }) => status === 'building')
    if (!onBeside) return builds
    if (builds.some(isBeside)) onBeside()
    return builds.filter((build) => !isBeside(build))
  }

  const ensureOne = async (projection: Projection): Promise<readonly Build[]> => {
    try {
      const count = countSegments(projection, resources, segments)
      const builds = await ensureBuilds(pool, projection, count, log)
      state.replaced.delete(projection.name)
      return builds
    } catch (error) {
      if (!(error instanceof ReplacedError)) throw error
      state.replaced.set(projection.name, error)
      log.error(
        { err: error, projection: projection.name },
        'projection: not started, another version has taken its place',
      )
      return []
    }
  }

  return {
    prepare: async () =>
      selectOwn((await Promise.all(projections.map(ensureOne))).flat()).toSorted(
        (a, b) => Number(b.serves) - Number(a.serves),
      ),
    refresh: async () => {
      for (const table of helper ? [] : await retireExpired(pool))
        log.info({ table }, 'projection: a former table was dropped')
      state.builds = selectOwn(await readMine(pool, projections))
      return state.builds
    },
  }
}
