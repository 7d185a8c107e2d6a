import type { Projection } from '@hearth/contracts/kernel/projection'
import { segmentRanges } from '@hearth/platform/read-model/bucket'
import { PROTECT_SQL, showAsSql } from '@hearth/platform/read-model/readers'
import { createTableSql, qualified } from '@hearth/platform/read-model/tables'
import type pg from 'pg'
import type { Build, Reason } from './builds.ts'
import { hashShape } from './schema.ts'

const insertSegments = async (
  transaction: pg.PoolClient,
  { projection, build }: Pick<Build, 'projection' | 'build'>,
  segments: number,
  serving: boolean,
): Promise<void> => {
  const ranges = segmentRanges(segments)
  await transaction.query(
    `
      insert into read.segment (projection, build, segment, first_bucket, last_bucket, serving)
      select $1, $2, ordinality - 1, first, last, $5
      from unnest($3::int[], $4::int[]) with ordinality as ranges (first, last)`,
    [projection, build, ranges.map(({ first }) => first), ranges.map(({ last }) => last), serving],
  )
}

/** Creates the table of the projection's next build and its segments. */
export const createBuild = async (
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
    shape: hashShape(projection),
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
    `
      insert into read.build (projection, build, version, shape, table_name, status, reason)
      values ($1, $2, $3, $4, $5, 'building', $6)`,
    [made.projection, build, made.version, made.shape, made.table, reason],
  )
  await insertSegments(transaction, made, segments, reason === 'first')
  return made
}

/** Creates a build and shows it to readers immediately: there is no other one. */
export const createFirstBuild = async (
  transaction: pg.PoolClient,
  projection: Projection,
  segments: number,
): Promise<void> => {
  const { table, build } = await createBuild(transaction, projection, segments, 'first')
  await transaction.query(`drop view if exists ${qualified(projection.name)}`)
  await transaction.query(showAsSql(projection.name, table))
  await transaction.query(
    `
      insert into read.projection (name, serving)
      values ($1, $2)
      on conflict (name) do update
      set serving = excluded.serving, switches = projection.switches + 1, updated_at = now()`,
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
