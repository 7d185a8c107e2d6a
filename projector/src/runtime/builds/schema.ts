import { createHash } from 'node:crypto'
import type { Projection } from '@hearth/contracts/kernel/projection'
import { migrate } from '@hearth/platform/postgres/migrate'
import { withLock } from '@hearth/platform/postgres/advisoryLock'
import { readMigrations } from '@hearth/platform/read-model/readSchema'
import { createTableSql, READ_SCHEMA } from '@hearth/platform/read-model/tables'
import type pg from 'pg'

/**
 * Of a build: `building` until it has once caught up and has its indexes; `serving` what readers get; `ready`
 * complete beside the serving one;
 * `standby` served before and is kept current to go back to; `retired` its table is gone.
 */
export type Status = 'building' | 'ready' | 'serving' | 'standby' | 'retired'

export const prepareSchema = (pool: pg.Pool) => migrate(pool, READ_SCHEMA, readMigrations)

export const hashShape = (projection: Pick<Projection, 'name' | 'row' | 'once'>) =>
  createHash('sha256').update(createTableSql(projection)).digest('hex').slice(0, 16)

/** Held by processes that make, switch or drop tables of the same projection, so that each does it once. */
export const withProjectionLock = <Result>(
  pool: pg.Pool,
  name: string,
  work: (transaction: pg.PoolClient) => Promise<Result>,
): Promise<Result> => withLock(pool, `projection:${name}`, work)
