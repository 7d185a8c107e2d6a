import { createHash } from 'node:crypto'
import pg from 'pg'
import { withLock } from './advisoryLock.ts'

/**
 * Applied in the order of the array, once each; an applied migration is never edited or moved. `sql` runs
 * with the schema as search path.
 */
export type Migration = Readonly<{ name: string; sql: string }>

/**
 * Thrown when the database and the code disagree about the past: a newer, edited, missing or reordered
 * migration.
 */
export class MigrationMismatchError extends Error {
  override name = 'MigrationMismatchError'
}

const computeHash = (migration: Migration): string => createHash('sha256').update(migration.sql).digest('hex')

type Applied = { name: string; hash: string }

const assertPrefix = (
  schema: string,
  applied: readonly Applied[],
  migrations: readonly Migration[],
): void => {
  applied.forEach(({ name, hash }, index) => {
    const expected = migrations[index]
    if (!expected)
      throw new MigrationMismatchError(
        `Schema ${schema} has migration "${name}", which this version does not know`,
      )
    if (expected.name !== name)
      throw new MigrationMismatchError(
        `Schema ${schema} has "${name}" where this version has "${expected.name}"`,
      )
    if (computeHash(expected) !== hash)
      throw new MigrationMismatchError(
        `Migration "${name}" of schema ${schema} was edited after it had been applied`,
      )
  })
}

const readApplied = async (client: pg.Pool | pg.PoolClient, schema: string): Promise<Applied[]> => {
  const { rowCount } = await client.query(
    `
      select
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = $1 and c.relname = 'migration'`,
    [schema],
  )
  if (rowCount === 0) return []
  const { rows } = await client.query<Applied>(
    `select name, hash from ${pg.escapeIdentifier(schema)}.migration order by number`,
  )
  return rows
}

const applyNext = (
  pool: pg.Pool,
  schema: string,
  migrations: readonly Migration[],
): Promise<string | undefined> =>
  // Processes that start together apply each migration once.
  withLock(pool, `migration:${schema}`, async (transaction) => {
    const quoted = pg.escapeIdentifier(schema)
    const applied = await readApplied(transaction, schema)
    assertPrefix(schema, applied, migrations)
    const next = migrations[applied.length]
    if (!next) return undefined
    await transaction.query(`create schema if not exists ${quoted}`)
    await transaction.query(`
      create table if not exists ${quoted}.migration (
        number int primary key,
        name text not null unique,
        hash text not null,
        applied_at timestamptz not null default now()
      )`)
    await transaction.query(`set local search_path to ${quoted}, public`)
    await transaction.query(next.sql)
    await transaction.query(`insert into ${quoted}.migration (number, name, hash) values ($1, $2, $3)`, [
      applied.length + 1,
      next.name,
      computeHash(next),
    ])
    return next.name
  })

/**
 * Brings a schema up to date, one transaction per migration; returns the names it applied. Use a pool with
 * `limits: 'long'`.
 */
export const migrate = async (
  pool: pg.Pool,
  schema: string,
  migrations: readonly Migration[],
): Promise<readonly string[]> => {
  const names: string[] = []
  for (
    let name = await applyNext(pool, schema, migrations);
    name !== undefined;
    name = await applyNext(pool, schema, migrations)
  )
    names.push(name)
  return names
}

/** For readiness: true when the schema holds exactly these migrations. */
export const migrationsUpToDate = async (
  pool: pg.Pool,
  schema: string,
  migrations: readonly Migration[],
): Promise<boolean> => {
  const applied = await readApplied(pool, schema)
  return (
    applied.length === migrations.length &&
    applied.every(({ name, hash }, index) => {
      const expected = migrations[index]
      return expected !== undefined && expected.name === name && computeHash(expected) === hash
    })
  )
}
