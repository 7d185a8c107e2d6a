import { createHash } from 'node:crypto'
import type { Projection } from '@hearth/contracts/kernel/projection'
import type { Resource } from '@hearth/contracts/kernel/resource'
import type { Log } from '@hearth/platform/log'
import { migrate, type Migration } from '@hearth/platform/postgres/migrate'
import { withTransaction } from '@hearth/platform/postgres/pool'
import { createTableSql, indexesOf, qualified, READ_SCHEMA } from '@hearth/platform/read-model/tables'
import type pg from 'pg'

/** `building` until the projection has once caught up with the log and has its indexes. */
export type Status = 'building' | 'serving'

/** `commit` null = nothing projected yet. `shape` is a hash of the table's definition. */
const migrations: readonly Migration[] = [
  {
    name: '0001-projection',
    sql: `create table projection (
      name text primary key,
      version int not null,
      shape text not null,
      status text not null check (status in ('building', 'serving')),
      commit numeric(20),
      prepare numeric(20),
      updated_at timestamptz not null default now()
    ) with (fillfactor = 50)`,
  },
]

/** Thrown when another process has set up this projection for another version or shape: this one must not touch it any more. */
export class ReplacedError extends Error {
  override name = 'ReplacedError'
}

export const shapeOf = (projection: Projection) => createHash('sha256').update(createTableSql(projection)).digest('hex').slice(0, 16)

const emptyTable = async (transaction: pg.PoolClient, projection: Projection): Promise<void> => {
  await transaction.query(`drop table if exists ${qualified(projection.name)}`)
  await transaction.query(createTableSql(projection))
  await transaction.query(
    `insert into read.projection (name, version, shape, status) values ($1, $2, $3, 'building')
     on conflict (name) do update set version = excluded.version, shape = excluded.shape, status = 'building', commit = null, prepare = null, updated_at = now()`,
    [projection.name, projection.version, shapeOf(projection)],
  )
}

// Also held by processes that start together or rebuild, so that each table is made once.
const inTurn = <Result>(pool: pg.Pool, name: string, work: (transaction: pg.PoolClient) => Promise<Result>) =>
  withTransaction(pool, async (transaction) => {
    await transaction.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`projection:${name}`])
    return work(transaction)
  })

export const prepareSchema = (pool: pg.Pool) => migrate(pool, READ_SCHEMA, migrations)

/** Makes sure that the projection has its table; another version or shape than the stored one is dropped and will be rebuilt from the log. */
export const prepareTable = (pool: pg.Pool, projection: Projection, log: Log): Promise<void> =>
  inTurn(pool, projection.name, async (transaction) => {
    const { rows } = await transaction.query<{ version: number; shape: string; found: boolean }>(
      `select version, shape, to_regclass($2) is not null as found from read.projection where name = $1 for update`,
      [projection.name, qualified(projection.name)],
    )
    const stored = rows[0]
    if (stored && stored.version > projection.version) {
      throw new ReplacedError(`${projection.name} is at version ${stored.version}, this process knows version ${projection.version}`)
    }
    if (stored?.found && stored.version === projection.version && stored.shape === shapeOf(projection)) return
    if (stored) log.info({ projection: projection.name, version: projection.version }, 'projection: its table changes, rebuilding from the log')
    await emptyTable(transaction, projection)
  })

/** Drops the projection's rows; the next projector builds them anew from the log. */
export const resetTable = (pool: pg.Pool, projection: Projection): Promise<void> =>
  inTurn(pool, projection.name, async (transaction) => {
    await transaction.query(`select from read.projection where name = $1 for update`, [projection.name])
    await emptyTable(transaction, projection)
  })

const hasTrigrams = async (pool: pg.Pool, log: Log): Promise<boolean> => {
  try {
    // In turn: at the same time, one of two creations fails although both say `if not exists`.
    await inTurn(pool, 'pg_trgm', (transaction) => transaction.query(`create extension if not exists pg_trgm with schema public`))
    return true
  } catch (error) {
    log.warn({ err: error }, 'projection: pg_trgm is not available, searching reads all rows of a tenant')
    return false
  }
}

/** Brings the secondary indexes in line with what the resources ask for. They are built once the rows are there: that is several times faster. */
export const prepareIndexes = async (pool: pg.Pool, projection: Projection, resources: readonly Resource[], log: Log): Promise<void> => {
  const wanted = indexesOf(projection.name, resources)
  const trigrams = wanted.some(({ trigram }) => trigram) && (await hasTrigrams(pool, log))
  await inTurn(pool, projection.name, async (transaction) => {
    const { rows } = await transaction.query<{ indexname: string }>(
      `select indexname from pg_indexes where schemaname = $1 and tablename = $2 and indexname like '%\\_idx'`,
      [READ_SCHEMA, projection.name],
    )
    const found = new Set(rows.map(({ indexname }) => indexname))
    const missing = wanted.filter(({ name, trigram }) => !found.has(name) && (trigrams || !trigram))
    const stale = [...found].filter((name) => !wanted.some((definition) => definition.name === name))
    for (const name of stale) await transaction.query(`drop index ${qualified(name)}`)
    await transaction.query(`set local maintenance_work_mem = '128MB'`)
    for (const { sql } of missing) await transaction.query(sql)
    if (missing.length > 0) await transaction.query(`analyze ${qualified(projection.name)}`)
  })
}

/** From now on the projection counts as complete; no effect when it was reset in the meantime. */
export const markServing = async (pool: pg.Pool, projection: Projection, commit: bigint | null): Promise<void> => {
  await pool.query(
    `update read.projection set status = 'serving' where name = $1 and version = $2 and shape = $3 and status <> 'serving' and commit is not distinct from $4::numeric`,
    [projection.name, projection.version, shapeOf(projection), commit],
  )
}
