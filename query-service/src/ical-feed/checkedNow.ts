import type pg from 'pg'
import type { Finish } from '../runtime/resourceRoutes.ts'

/**
 * Adds to feeds when each was last fetched successfully, which is not an event
 * (docs/domain/ical-feed.md#health).
 */
export const checkedNow =
  (pool: pg.Pool): Finish =>
  async (rows) => {
    const { rows: checks } = await pool.query<{ id: string; at: string | null }>(
      'select feed_id as id, checked_at as at from app.feed_check where feed_id = any($1)',
      [rows.map(({ id }) => id)],
    )
    const known = new Map(checks.map(({ id, at }) => [id, at]))
    return rows.map((row) => ({ ...row, checkedAt: known.get(row.id) ?? row['checkedAt'] ?? null }))
  }
