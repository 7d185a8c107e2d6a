import type pg from 'pg'
import { openPool } from '../postgres/pool.ts'
import { silentLog } from './log.ts'

/** A pool with the limits of a request that says nothing in the log. The test ends it. */
export const openTestPool = (databaseUrl: string, max: number): pg.Pool =>
  openPool({ connectionString: databaseUrl, max, name: 'test', log: silentLog, limits: 'request' })
