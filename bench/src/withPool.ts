import { openPool, type PoolOptions } from '@hearth/platform/postgres/pool'
import type pg from 'pg'
import { warnings } from './warnings.ts'

/** Works with connections to this database, and closes them. */
export const withPool = async <Result>(
  databaseUrl: string,
  work: (pool: pg.Pool) => Promise<Result>,
  { max = 1, limits = 'long' }: Partial<Pick<PoolOptions, 'max' | 'limits'>> = {},
): Promise<Result> => {
  const pool = openPool({ connectionString: databaseUrl, max, name: 'bench', log: warnings, limits })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
