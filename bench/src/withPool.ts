import { openPool } from '@hearth/platform/postgres/pool'
import type pg from 'pg'
import { warnings } from './warnings.ts'

/** Works with one connection to this database, and closes it. */
export const withPool = async <Result>(
  databaseUrl: string,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> => {
  const pool = openPool({
    connectionString: databaseUrl,
    max: 1,
    name: 'bench',
    log: warnings,
    limits: 'long',
  })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
