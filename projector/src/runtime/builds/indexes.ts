import type { Resource } from '@hearth/contracts/kernel/resource'
import type { Log } from '@hearth/platform/telemetry/log'
import {
  describeIndexes,
  qualified,
  READ_SCHEMA,
  type IndexDefinition,
} from '@hearth/platform/read-model/tables'
import pg from 'pg'
import type { YieldToServing } from './yieldToServing.ts'
import { withProjectionLock } from './schema.ts'

// What Postgres says of an extension that is not installed, or that this role may not make:
// feature_not_supported, insufficient_privilege.
const NOT_AVAILABLE: ReadonlySet<string> = new Set(['0A000', '42501'])

const hasTrigrams = async (pool: pg.Pool, log: Log): Promise<boolean> => {
  try {
    // In turn: at the same time, one of two creations fails although both say `if not exists`.
    await withProjectionLock(pool, 'pg_trgm', (transaction) =>
      transaction.query(`create extension if not exists pg_trgm with schema public`),
    )
    return true
  } catch (error) {
    // A lost connection says nothing of the extension, and searches of this table would be slow for good.
    if (!(error instanceof pg.DatabaseError && NOT_AVAILABLE.has(error.code ?? ''))) throw error
    log.warn({ err: error }, 'projection: pg_trgm is not available, searching reads all rows of a tenant')
    return false
  }
}

/** A smaller table is read as fast without being vacuumed, and a first start makes dozens of them. */
const VACUUMED_FROM_BYTES = 8 << 20

const careFor = async (
  pool: pg.Pool,
  table: string,
): Promise<Readonly<{ leftAlone: boolean; large: boolean }>> => {
  const { rows } = await pool.query<{ options: readonly string[] | null; bytes: string }>(
    `select reloptions as options, pg_relation_size(oid) as bytes from pg_class where oid = $1::regclass`,
    [qualified(table)],
  )
  return {
    leftAlone: rows[0]?.options?.includes('autovacuum_enabled=off') === true,
    large: Number(rows[0]?.bytes) >= VACUUMED_FROM_BYTES,
  }
}

/**
 * For a build that has no readers yet. Scans of a large table that start together stay together
 * (`synchronize_seqscans`), so it is read from the disk once for all of them when it does not fit into memory
 * beside the serving tables.
 */
export const INDEX_CONCURRENCY = 3

export type PrepareIndexesOptions = Readonly<{
  pool: pg.Pool
  log: Log
  /** Connections that it may take. */
  concurrency: number
  yieldToServing?: YieldToServing | undefined
  /** Ends what is on its way: an index can take minutes, and a process that stops has seconds. */
  signal: AbortSignal
}>

/**
 * Creates several at a time, each in a transaction of its own; those in progress are cancelled when the
 * signal aborts.
 */
const createIndexes = async (
  missing: readonly IndexDefinition[],
  { pool, log, concurrency, yieldToServing, signal }: PrepareIndexesOptions,
): Promise<void> => {
  const servers = new Set<number>()
  const cancel = () => {
    pool
      .query(`select pg_cancel_backend(pid) from unnest($1::int[]) pid`, [[...servers]])
      .catch((error: unknown) => log.warn({ err: error }, 'projection: an index goes on being made'))
  }
  const make = ({ name, sql }: IndexDefinition) =>
    withProjectionLock(pool, name, async (transaction) => {
      const {
        rows: [server],
      } = await transaction.query<{ pid: number }>(
        `select pg_backend_pid() as pid, set_config('maintenance_work_mem', '128MB', true)`,
      )
      const pid = server?.pid ?? Number.NaN
      signal.throwIfAborted()
      servers.add(pid)
      await transaction.query(sql).finally(() => servers.delete(pid))
    })
  signal.addEventListener('abort', cancel, { once: true })
  try {
    for (let next = 0; next < missing.length; next += concurrency) {
      signal.throwIfAborted()
      const begun = performance.now()
      await Promise.all(missing.slice(next, next + concurrency).map(make))
      await yieldToServing?.(performance.now() - begun)
    }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/**
 * Brings a table's secondary indexes in line with what the resources need. They are built once the rows are
 * there, which is several times faster. Each is a transaction of its own: a finished index stays, and others
 * who need the table wait for one index at most. Rejects with the database's error, and when the signal
 * aborts.
 */
export const prepareIndexes = async (
  { projection, table }: Readonly<{ projection: string; table: string }>,
  resources: readonly Resource[],
  options: PrepareIndexesOptions,
): Promise<void> => {
  const { pool, log } = options
  const wanted = describeIndexes(projection, resources, table)
  const trigrams = wanted.some(({ trigram }) => trigram) && (await hasTrigrams(pool, log))
  const { rows } = await pool.query<{ indexname: string }>(
    `select indexname from pg_indexes where schemaname = $1 and tablename = $2 and indexname like '%\\_idx'`,
    [READ_SCHEMA, table],
  )
  const found = new Set(rows.map(({ indexname }) => indexname))
  const missing = wanted.filter(({ name, trigram }) => !found.has(name) && (trigrams || !trigram))
  const stale = [...found].filter((name) => !wanted.some((definition) => definition.name === name))
  await createIndexes(missing, options)
  const { leftAlone, large } = await careFor(pool, table)
  if (leftAlone || missing.length > 0)
    await pool.query(`${leftAlone && large ? 'vacuum (analyze)' : 'analyze'} ${qualified(table)}`)
  if (leftAlone)
    await pool.query(`alter table ${qualified(table)} reset (autovacuum_enabled, toast.autovacuum_enabled)`)
  // Last: from here on readers wait, while the new ones were made they did not.
  for (const name of stale) await pool.query(`drop index if exists ${qualified(name)}`)
}
