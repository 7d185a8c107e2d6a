import type { Projection } from '@hearth/contracts/kernel/projection'
import type pg from 'pg'
import { hashShape, type Status } from './schema.ts'

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

/** `first`: there was none; `version`: the code changed; `request`: an operator asked for it. */
export type Reason = 'first' | 'version' | 'request'

/** Thrown when only builds of newer code exist: this process must not touch the projection. */
export class ReplacedError extends Error {
  override name = 'ReplacedError'
}

type Client = pg.Pool | pg.PoolClient
export type StoredBuild = Build & Readonly<{ found: boolean; segments: number }>

/** The builds that have a table, the serving one first, then the latest. */
export const readBuilds = async (client: Client, projection: string): Promise<readonly StoredBuild[]> => {
  const { rows } = await client.query<StoredBuild>(
    `
      select
        b.projection,
        b.build,
        b.version,
        b.shape,
        b.table_name as table,
        b.status,
        b.reason,
        coalesce(p.serving = b.build, false) as serves,
        exists (
          select
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'read' and c.relname = b.table_name
        ) as found,
        (
          select count(*)::int
          from read.segment s
          where s.projection = b.projection and s.build = b.build
        ) as segments
      from read.build b left join read.projection p on p.name = b.projection
      where b.projection = $1 and b.status <> 'retired'
      order by serves desc, b.build desc`,
    [projection],
  )
  return rows
}

/** The builds that this code may carry on, as they are now. */
export const readMine = async (
  pool: pg.Pool,
  projections: readonly Projection[],
): Promise<readonly Build[]> => {
  const { rows } = await pool.query<Build>({
    name: 'my builds',
    text: `
      select
        b.projection,
        b.build,
        b.version,
        b.shape,
        b.table_name as table,
        b.status,
        b.reason,
        coalesce(p.serving = b.build, false) as serves
      from
        read.build b
        join unnest($1::text[], $2::int[], $3::text[]) as c (projection, version, shape)
          using (projection, version, shape)
        left join read.projection p on p.name = b.projection
      where b.status <> 'retired'`,
    values: [
      projections.map(({ name }) => name),
      projections.map(({ version }) => version),
      projections.map(hashShape),
    ],
  })
  return rows
}
