import { withTransaction } from '@hearth/platform/postgres/pool'
import type pg from 'pg'

/** Work that runs once at a time for this name, in all processes; it is rolled back when it throws. */
export const inTurn = <Result>(
  pool: pg.Pool,
  name: string,
  work: (transaction: pg.PoolClient) => Promise<Result>,
): Promise<Result> =>
  withTransaction(pool, async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
    return work(transaction)
  })

/**
 * Who writes mail about an account's people, and who erases them, take turns: no mail about somebody comes
 * after their erasure.
 */
export const mailTurn = (hostAccountId: string): string => `mail/${hostAccountId}`
