import type pg from 'pg'
import { hashOf } from './cookie.ts'

/** Failed logins per e-mail and address before the next ones are refused (domain.md §2.16). */
const MAX_FAILURES = 5
const WINDOW_SECONDS = 15 * 60

const keyOf = (email: string, address: string) => hashOf(`${email}\n${address}`)

/**
 * Counts an attempt before it is looked at, so that parallel ones cannot slip through.
 * Answers the seconds to wait, or 0 when the attempt may go on.
 */
export const countAttempt = async (pool: pg.Pool, email: string, address: string): Promise<number> => {
  const { rows } = await pool.query<{ failures: number; wait: number }>(
    `insert into app.login_attempt as a (key, failures, since) values ($1, 1, now())
     on conflict (key) do update set
       failures = case when a.since < now() - make_interval(secs => $2) then 1 else a.failures + 1 end,
       since = case when a.since < now() - make_interval(secs => $2) then now() else a.since end
     returning failures, ceil(extract(epoch from since + make_interval(secs => $2) - now()))::int as wait`,
    [keyOf(email, address), WINDOW_SECONDS],
  )
  const row = rows[0]
  return row && row.failures > MAX_FAILURES ? Math.max(1, row.wait) : 0
}

/** A successful login starts the count anew. */
export const clearAttempts = async (pool: pg.Pool, email: string, address: string): Promise<void> => {
  await pool.query('delete from app.login_attempt where key = $1 or since < now() - make_interval(secs => $2)', [keyOf(email, address), WINDOW_SECONDS])
}
