import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import { readLogBytes } from '@hearth/standalone/event-store/logBytes'
import type { Installation } from '@hearth/standalone/testing/installation'
import type pg from 'pg'
import { warnings } from '../warnings.ts'
import { withPool } from '../withPool.ts'

export const countEvents = async (eventStoreUrl: string): Promise<number> => {
  const store = connectEventStore({ url: eventStoreUrl, name: 'bench', log: warnings })
  const { signal } = new AbortController()
  let events = 0
  try {
    for await (const { kind } of store.feed({ from: async () => 'start', signal })) {
      if (kind === 'event') events += 1
      if (kind === 'caught-up') break
    }
  } finally {
    await store.close()
  }
  return events
}

const readDirectoryBytes = (directory: string): number =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

/** What each read model takes, the largest first; rows as Postgres estimates them. */
const readTables = async (pool: pg.Pool) => {
  const { rows } = await pool.query<
    Readonly<{ name: string; rows: string; table_bytes: string; index_bytes: string }>
  >(
    `
      select
        b.projection as name,
        c.reltuples::bigint as rows,
        pg_table_size(c.oid) as table_bytes,
        pg_indexes_size(c.oid) as index_bytes
      from read.build b join pg_class c on c.oid = to_regclass('read.' || quote_ident(b.table_name))
      where b.status = 'serving'
      order by pg_total_relation_size(c.oid) desc`,
  )
  return rows.map(({ name, ...table }) => ({
    name,
    rows: Number(table.rows),
    tableBytes: Number(table.table_bytes),
    indexBytes: Number(table.index_bytes),
  }))
}

/** What an installation holds, and its size on disk. */
export const measureSizes = (directory: string, { databaseUrl, eventStoreUrl }: Installation) =>
  withPool(databaseUrl, async (pool) => {
    const { rows } = await pool.query<
      Readonly<{
        read_bytes: string
        bookings: string
        accounts: string
        largest: string
      }>
    >(
      `
        select
          (
            select sum(pg_total_relation_size(c.oid))
            from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = 'read' and c.relkind = 'r'
          ) as read_bytes,
          (select count(*) from read.booking) as bookings,
          (select count(*) from read.account) as accounts,
          (
            select tenant_id
            from read.booking
            group by tenant_id
            order by count(*) desc
            limit 1
          ) as largest`,
    )
    const row = rows[0]
    if (!row) throw new Error('no sizes')
    const events = await countEvents(eventStoreUrl)
    const logBytes = (await readLogBytes(pool)) ?? readDirectoryBytes(join(directory, 'event-store'))
    const readBytes = Number(row.read_bytes)
    return {
      bookings: Number(row.bookings),
      accounts: Number(row.accounts),
      events,
      bytesPerEvent: logBytes / events,
      logBytes,
      readBytes,
      tables: await readTables(pool),
      largest: row.largest,
    }
  })
