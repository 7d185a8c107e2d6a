import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Resource } from '@hearth/contracts/kernel/resource'
import type { Log } from '@hearth/platform/telemetry/log'
import type pg from 'pg'
import { readBuilds, ReplacedError, type Build, type StoredBuild } from './builds.ts'
import { createBuild, createFirstBuild, dropBuild } from './createBuild.ts'
import { resegment } from './resegment.ts'
import { hashShape, withProjectionLock } from './schema.ts'

/** Platform-wide rows belong to one tenant: their projection is not worth cutting. */
export const countSegments = (
  { name }: Projection,
  resources: readonly Resource[],
  segments: number,
): number => (resources.some(({ table, scope }) => table === name && scope === 'platform') ? 1 : segments)

const findMine = (builds: readonly StoredBuild[], projection: Projection) =>
  builds.filter(
    ({ version, shape, found }) => found && version === projection.version && shape === hashShape(projection),
  )

/**
 * Makes sure that the projection has a build by this code, and returns those that this code may continue. The
 * first one serves immediately; one for changed code is built beside the serving one.
 */
export const ensureBuilds = async (
  pool: pg.Pool,
  projection: Projection,
  segments: number,
  log: Log,
): Promise<readonly Build[]> => {
  const known = findMine(await readBuilds(pool, projection.name), projection)
  if (known.length > 0 && known.every((build) => build.segments === segments)) return known
  return withProjectionLock(pool, projection.name, async (transaction) => {
    const builds = await readBuilds(transaction, projection.name)
    const serving = builds.find(({ serves }) => serves)
    const mine = findMine(builds, projection)
    for (const build of mine)
      if (build.segments !== segments) await resegment(transaction, build, segments, log)
    if (mine.length > 0 && serving?.found) return mine
    if (!serving?.found) {
      for (const build of builds) await dropBuild(transaction, build)
      await createFirstBuild(transaction, projection, segments)
    } else if (serving.version > projection.version) {
      throw new ReplacedError(
        `${projection.name} is at version ${serving.version}, ` +
          `this process knows version ${projection.version}`,
      )
    } else {
      log.info(
        { projection: projection.name, version: projection.version },
        'projection: its code changed, a new table is built beside the serving one',
      )
      for (const build of builds) if (!build.serves) await dropBuild(transaction, build)
      await createBuild(transaction, projection, segments, 'version')
    }
    return findMine(await readBuilds(transaction, projection.name), projection)
  })
}

/**
 * Begins a build beside the serving one; an unfinished or former one makes room for it. Undefined when
 * nothing serves yet: that is a rebuild anyway.
 */
export const startRebuild = (
  pool: pg.Pool,
  projection: Projection,
  segments: number,
): Promise<Build | undefined> =>
  withProjectionLock(pool, projection.name, async (transaction) => {
    const builds = await readBuilds(transaction, projection.name)
    if (!builds.some(({ serves, found }) => serves && found)) return undefined
    for (const build of builds) if (!build.serves) await dropBuild(transaction, build)
    return createBuild(transaction, projection, segments, 'request')
  })

/** Ends builds that are kept to go back to and whose time is over. */
export const retireExpired = async (pool: pg.Pool): Promise<readonly string[]> => {
  const { rows } = await pool.query<Pick<Build, 'projection' | 'build'> & { table: string }>(
    `
      select projection, build, table_name as table
      from read.build
      where status = 'standby' and keep_until < now()`,
  )
  for (const old of rows) {
    await withProjectionLock(pool, old.projection, async (transaction) => {
      const { rowCount } = await transaction.query(
        `
          select
          from read.build
          where projection = $1 and build = $2 and status = 'standby' and keep_until < now()
          for update`,
        [old.projection, old.build],
      )
      if (rowCount === 1) await dropBuild(transaction, old)
    })
  }
  return rows.map(({ table }) => table)
}
