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

const unlock = async (client: pg.PoolClient, name: string): Promise<void> => {
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_advisory_unlock(hashtextextended($1, 0)) as held',
    [name],
  )
  if (rows[0]?.held !== true) throw new Error(`The lock ${name} was lost`)
}

/**
 * Runs work while it holds the lock of this name, unless another holder has it: then it answers undefined.
 * There is no transaction, so work may take long; a connection of the pool is taken meanwhile. Throws when
 * the lock was lost with its connection before work ended.
 */
export const tryWithLock = async <Result>(
  pool: pg.Pool,
  name: string,
  work: () => Promise<Result>,
): Promise<Readonly<{ result: Result }> | undefined> => {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [name],
    )
    if (rows[0]?.taken !== true) return undefined
    try {
      return { result: await work() }
    } finally {
      await unlock(client, name).catch((error: Error) => {
        broken = error
        throw error
      })
    }
  } finally {
    // A connection that may still hold the lock is closed, which ends the lock.
    client.release(broken)
  }
}
