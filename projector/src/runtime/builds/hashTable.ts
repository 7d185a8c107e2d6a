import { withTransaction } from '@hearth/platform/postgres/pool'
import { qualified } from '@hearth/platform/read-model/tables'
import type { Pool } from 'pg'

export type TableHash = Readonly<{ rows: number; hash: string }>

/**
 * One hash over all rows in the order of their keys, frame included. Equal histories give equal hashes, live
 * or rebuilt.
 */
export const hashTable = (pool: Pool, { name }: Readonly<{ name: string }>): Promise<TableHash> =>
  withTransaction(pool, async (transaction) => {
    await transaction.query(`set local time zone 'UTC'`)
    const { rows } = await transaction.query<TableHash>(
      `
        select
          count(*) as rows,
          md5(coalesce(string_agg(md5(t::text), '' order by tenant_id, id), '')) as hash
        from ${qualified(name)} t`,
    )
    const [row] = rows
    if (!row) throw new Error(`${name} has no hash`)
    return row
  })
