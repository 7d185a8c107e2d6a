import type pg from 'pg'
import { withTransaction } from './pool.ts'

/**
 * Takes the lock of this name until the transaction ends; other transactions that want it wait.
 *
 * While it waits, others may create what it is about to create. `to_regclass`, `create … if not exists` and
 * `drop … if exists` answer from the session's catalogue cache, which waiting does not refresh and opening a
 * table does. So this opens one after the wait.
 */
export const takeLock = async (transaction: pg.PoolClient, name: string): Promise<void> => {
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
  await transaction.query('select from pg_class limit 0')
}

/** Runs work in a transaction that holds the lock of this name, so in one process at a time. */
export const withLock = <Result>(
  pool: pg.Pool,
  name: string,
  work: (transaction: pg.PoolClient) => Promise<Result>,
): Promise<Result> =>
  withTransaction(pool, async (transaction) => {
    await takeLock(transaction, name)
    return work(transaction)
  })
