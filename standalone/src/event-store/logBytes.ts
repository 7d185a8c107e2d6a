import type pg from 'pg'

/** The size of the log in this database, in bytes; undefined when no embedded event store has written one. */
export const readLogBytes = async (pool: Pick<pg.Pool, 'query'>): Promise<number | undefined> => {
  const { rows } = await pool.query<{ bytes: string | null }>(
    `select pg_total_relation_size(to_regclass('events.event')) as bytes`,
  )
  const bytes = rows[0]?.bytes
  return bytes ? Number(bytes) : undefined
}
