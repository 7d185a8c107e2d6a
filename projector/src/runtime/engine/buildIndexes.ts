import type { Build } from '../builds/builds.ts'
import { INDEX_CONCURRENCY, prepareIndexes, type PrepareIndexesOptions } from '../builds/indexes.ts'
import type { EngineOptions } from './options.ts'

export type BuildIndexes = (
  build: Build,
  how: Pick<PrepareIndexesOptions, 'yieldToServing' | 'signal'>,
) => Promise<void>

/** Indexes of builds beside serving ones take several connections, so one build follows the other. */
export const createIndexBuilder = ({
  resources,
  maintenancePool,
  backgroundPool,
  log,
}: Pick<EngineOptions, 'resources' | 'maintenancePool' | 'backgroundPool' | 'log'>): BuildIndexes => {
  let queue: Promise<void> = Promise.resolve()
  return (build, how) => {
    if (build.serves)
      return prepareIndexes(build, resources, { pool: maintenancePool, concurrency: 1, log, ...how })
    const run = () =>
      prepareIndexes(build, resources, { pool: backgroundPool, concurrency: INDEX_CONCURRENCY, log, ...how })
    queue = queue.then(run, run)
    return queue
  }
}
