import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Resource } from '@hearth/contracts/kernel/resource'
import type { Log } from '@hearth/platform/telemetry/log'
import { segmentRanges } from '@hearth/platform/read-model/bucket'
import { PROTECT_SQL, showAsSql } from '@hearth/platform/read-model/readers'
import { createTableSql, qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import { withProjectionLock, shapeOf, type Status } from './schema.ts'

/**
 * One table of a projection, made from the start of the log by one version of its fold. `serves`: readers get
 * it, once it is complete.
 */
export type Build = Readonly<{
  projection: string
  build: number
  version: number
  shape: string
  table: string
  status: Status
  reason: Reason
  serves: boolean
}>

/** `first`: there was none; `version`: the code changed; `request`: somebody asked for it. */
export type Reason = 'first' | 'version' | 'request'

/** Thrown when only builds of newer code exist: this process must not touch the projection. */
export class ReplacedError extends Error {
  override name = 'ReplacedError'
}

/** Platform-wide rows belong to one tenant: their projection is not worth cutting. */
export const segmentsOf = ({ name }: Projection, resources: readonly Resource[], segments: number): number =>
  resources.some(({ table, scope }) => table === name && scope === 'platform') ? 1 : segments

type Client = pg.Pool | pg.PoolClient
type StoredBuild = Build & Readonly<{ found: boolean; segments: number }>

/** The builds that have a table, the serving one first, then the latest. */
export const readBuilds = async (client: Client, projection: string): Promise<readonly StoredBuild[]> => {
  const { rows } = await client.query<StoredBuild>(
    `select b.projection, b.build, b.version, b.shape, b.table_name as table, b.status, b.reason, coalesce(p.serving = b.build, false) as serves,
       to_regclass('read.' || quote_ident(b.table_name)) is not null as found,
       (select count(*)::int from read.segment s where s.projection = b.projection and s.build = b.build) as segments
     from read.build b left join read.projection p on p.name = b.projection
     where b.projection = $1 and b.status <> 'retired' order by serves desc, b.build desc`,
    [projection],
  )
  return rows
}

const insertSegments = async (
  transaction: pg.PoolClient,
  { projection, build }: Pick<Build, 'projection' | 'build'>,
  segments: number,
  serving: boolean,
): Promise<void> => {
  const ranges = segmentRanges(segments)
  await transaction.query(
    `insert into read.segment (projection, build, segment, first_bucket, last_bucket, serving)
     select $1, $2, ordinality - 1, first, last, $5 from unnest($3::int[], $4::int[]) with ordinality as ranges (first, last)`,
    [projection, build, ranges.map(({ first }) => first), ranges.map(({ last }) => last), serving],
  )
}

const createBuild = async (
  transaction: pg.PoolClient,
  projection: Projection,
  segments: number,
  reason: Reason,
): Promise<Build> => {
  const { rows } = await transaction.query<{ next: number }>(
    `select coalesce(max(build), 0) + 1 as next from read.build where projection = $1`,
    [projection.name],
  )
  const build = rows[0]?.next ?? 1
  const made: Build = {
    projection: projection.name,
    build,
    version: projection.version,
    shape: shapeOf(projection),
    table: `${projection.name}_b${build}`,
    status: 'building',
    reason,
    serves: reason === 'first',
  }
  await transaction.query(`drop table if exists ${qualified(made.table)} cascade`)
  await transaction.query(createTableSql(projection, made.table))
  await transaction.query(PROTECT_SQL, [made.table, projection.shared === true])
  // It grows by a tenth every few seconds, and each time all of it would be looked through: `prepareIndexes`
  // does that once.
  await transaction.query(
    `alter table ${qualified(made.table)} set (autovacuum_enabled = off, toast.autovacuum_enabled = off)`,
  )
  await transaction.query(
    `insert into read.build (projection, build, version, shape, table_name, status, reason) values ($1, $2, $3, $4, $5, 'building', $6)`,
    [made.projection, build, made.version, made.shape, made.table, reason],
  )
  await insertSegments(transaction, made, segments, reason === 'first')
  return made
}

const createFirst = async (
  transaction: pg.PoolClient,
  projection: Projection,
  segments: number,
): Promise<void> => {
  const { table, build } = await createBuild(transaction, projection, segments, 'first')
  await transaction.query(`drop view if exists ${qualified(projection.name)}`)
  await transaction.query(showAsSql(projection.name, table))
  await transaction.query(
    `insert into read.projection (name, serving) values ($1, $2) on conflict (name) do update set serving = excluded.serving, switches = projection.switches + 1, updated_at = now()`,
    [projection.name, build],
  )
}

/** Drops the table of a build and what is kept about it; that it was there is remembered. */
export const dropBuild = async (
  transaction: pg.PoolClient,
  { projection, build, table }: Pick<Build, 'projection' | 'build' | 'table'>,
): Promise<void> => {
  for (const kept of ['segment', 'parked_stream', 'parked_event'])
    await transaction.query(`delete from read.${kept} where projection = $1 and build = $2`, [
      projection,
      build,
    ])
  await transaction.query(`update read.build set status = 'retired' where projection = $1 and build = $2`, [
    projection,
    build,
  ])
  await transaction.query(`drop table if exists ${qualified(table)} cascade`)
}

type StoredSegment = {
  first_bucket: number
  last_bucket: number
  commit: string | null
  prepare: string | null
  serving: boolean
  caught_up: boolean
  epoch: string
  held: boolean
}

// Each new segment goes on where the old ones of its buckets stand; that is exact only where they stand at
// the same place.
const resegment = async (
  transaction: pg.PoolClient,
  { projection, build }: Build,
  segments: number,
  log: Log,
): Promise<void> => {
  const { rows } = await transaction.query<StoredSegment>(
    `select first_bucket, last_bucket, commit, prepare, serving, caught_up, epoch, coalesce(lease_owner is not null and lease_until > now(), false) as held
     from read.segment where projection = $1 and build = $2 order by segment for update`,
    [projection, build],
  )
  const next = segmentRanges(segments).map((range) => {
    const covered = rows.filter(
      ({ first_bucket, last_bucket }) => first_bucket <= range.last && last_bucket >= range.first,
    )
    return {
      ...range,
      at: covered[0],
      even: covered.every(
        ({ commit, prepare }) => commit === covered[0]?.commit && prepare === covered[0]?.prepare,
      ),
    }
  })
  if (rows.length === segments || rows.some(({ held }) => held)) return
  if (next.some(({ even }) => !even)) {
    log.warn(
      { projection, build, from: rows.length, to: segments },
      'projection: keeps its segments, they do not stand at the same position',
    )
    return
  }
  const epoch = rows.reduce((most, row) => (BigInt(row.epoch) > most ? BigInt(row.epoch) : most), 0n) + 1n
  await transaction.query(`delete from read.segment where projection = $1 and build = $2`, [
    projection,
    build,
  ])
  await transaction.query(
    `insert into read.segment (projection, build, segment, first_bucket, last_bucket, commit, prepare, serving, caught_up, epoch)
     select $1, $2, ordinality - 1, first, last, c, p, $7, $8, $9 from unnest($3::int[], $4::int[], $5::numeric[], $6::numeric[]) with ordinality as ranges (first, last, c, p)`,
    [
      projection,
      build,
      next.map(({ first }) => first),
      next.map(({ last }) => last),
      next.map(({ at }) => at?.commit ?? null),
      next.map(({ at }) => at?.prepare ?? null),
      rows[0]?.serving ?? false,
      rows.every(({ caught_up }) => caught_up),
      epoch,
    ],
  )
  log.info({ projection, build, from: rows.length, to: segments }, 'projection: cut into other segments')
}

const mineOf = (builds: readonly StoredBuild[], projection: Projection) =>
  builds.filter(
    ({ version, shape, found }) => found && version === projection.version && shape === shapeOf(projection),
  )

/**
 * Makes sure that the projection has a build by this code, and returns those that this code may carry on. The
 * first one serves at once; one for changed code is made beside the serving one.
 */
export const ensureBuilds = async (
  pool: pg.Pool,
  projection: Projection,
  segments: number,
  log: Log,
): Promise<readonly Build[]> => {
  const known = mineOf(await readBuilds(pool, projection.name), projection)
  if (known.length > 0 && known.every((build) => build.segments === segments)) return known
  return withProjectionLock(pool, projection.name, async (transaction) => {
    const builds = await readBuilds(transaction, projection.name)
    const serving = builds.find(({ serves }) => serves)
    const mine = mineOf(builds, projection)
    for (const build of mine)
      if (build.segments !== segments) await resegment(transaction, build, segments, log)
    if (mine.length > 0 && serving?.found) return mine
    if (!serving?.found) {
      for (const build of builds) await dropBuild(transaction, build)
      await createFirst(transaction, projection, segments)
    } else if (serving.version > projection.version) {
      throw new ReplacedError(
        `${projection.name} is at version ${serving.version}, this process knows version ${projection.version}`,
      )
    } else {
      log.info(
        { projection: projection.name, version: projection.version },
        'projection: its code changed, a new table is built beside the serving one',
      )
      for (const build of builds) if (!build.serves) await dropBuild(transaction, build)
      await createBuild(transaction, projection, segments, 'version')
    }
    return mineOf(await readBuilds(transaction, projection.name), projection)
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
    `select projection, build, table_name as table from read.build where status = 'standby' and keep_until < now()`,
  )
  for (const old of rows) {
    await withProjectionLock(pool, old.projection, async (transaction) => {
      const { rowCount } = await transaction.query(
        `select from read.build where projection = $1 and build = $2 and status = 'standby' and keep_until < now() for update`,
        [old.projection, old.build],
      )
      if (rowCount === 1) await dropBuild(transaction, old)
    })
  }
  return rows.map(({ table }) => table)
}

/** The segment has written all that was in the log; answers whether every segment of its build has. */
export const markCaughtUp = async (
  pool: pg.Pool,
  {
    projection,
    build,
    segment,
    epoch,
  }: Readonly<{ projection: string; build: number; segment: number; epoch: bigint }>,
): Promise<boolean> => {
  await pool.query(
    `update read.segment set caught_up = true where projection = $1 and build = $2 and segment = $3 and epoch = $4 and not caught_up`,
    [projection, build, segment, epoch],
  )
  const { rows } = await pool.query<{ all: boolean | null }>(
    `select bool_and(caught_up) as all from read.segment where projection = $1 and build = $2`,
    [projection, build],
  )
  return rows[0]?.all === true
}

/**
 * From now on the build counts as complete: the serving one is shown to readers, another one may take its
 * place.
 */
export const markComplete = async (
  pool: pg.Pool,
  { projection, build }: Pick<Build, 'projection' | 'build'>,
): Promise<void> => {
  await pool.query(
    `update read.build b set status = case when p.serving = b.build then 'serving' else 'ready' end, completed_at = now()
     from read.projection p where p.name = b.projection and b.projection = $1 and b.build = $2 and b.status = 'building'`,
    [projection, build],
  )
}

/** The builds that this code may carry on, as they are now. */
export const readMine = async (
  pool: pg.Pool,
  projections: readonly Projection[],
): Promise<readonly Build[]> => {
  const { rows } = await pool.query<Build>({
    name: 'my builds',
    text: `select b.projection, b.build, b.version, b.shape, b.table_name as table, b.status, b.reason, coalesce(p.serving = b.build, false) as serves
           from read.build b join unnest($1::text[], $2::int[], $3::text[]) as c (projection, version, shape) using (projection, version, shape)
           left join read.projection p on p.name = b.projection where b.status <> 'retired'`,
    values: [
      projections.map(({ name }) => name),
      projections.map(({ version }) => version),
      projections.map(shapeOf),
    ],
  })
  return rows
}
