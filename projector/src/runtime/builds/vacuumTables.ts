import type { Log } from '@hearth/platform/telemetry/log'
import { qualified } from '@hearth/platform/read-model/tables'
import type { Pool } from 'pg'

const CHANGES = 1_000
const REST_MS = 60_000
/** What it has done by then stays done. */
const LIMIT_MS = 5_000

export type VacuumOptions = Readonly<{ pool: Pool; log: Log; changes?: number; restMs?: number }>

type Kept = { changes: number; restUntil: number }

/**
 * Notified of changes in serving tables, it vacuums a table after enough of them. Autovacuum does not count
 * rows that are updated in place, but their pages are not marked as visible to all until the next vacuum:
 * counting an account's rows in an index then also reads each row on those pages (100 bookings changed a
 * second among a million: 684 pages for a list of 25, with this 540). Each vacuum makes the estimated number
 * of rows slightly less accurate, so it runs rarely. Never rejects.
 */
export const createTableVacuum = ({ pool, log, changes = CHANGES, restMs = REST_MS }: VacuumOptions) => {
  const tables = new Map<string, Kept>()
  let isBusy = false

  const vacuum = async (table: string): Promise<void> => {
    const client = await pool.connect()
    try {
      await client.query(`set statement_timeout = ${LIMIT_MS}`)
      // Indexes are autovacuum's, and so is a table that it has in hand.
      await client.query(
        `vacuum (index_cleanup off, truncate off, process_toast off, skip_locked) ${qualified(table)}`,
      )
    } finally {
      // Other statements must not get this connection with its limit.
      client.release(true)
    }
  }

  return async (table: string, count: number): Promise<void> => {
    const kept = tables.get(table) ?? { changes: 0, restUntil: 0 }
    tables.set(table, kept)
    kept.changes += count
    // Leases are renewed over the same few connections: it takes one at the most.
    if (isBusy || kept.changes < changes || performance.now() < kept.restUntil) return
    isBusy = true
    kept.changes = 0
    kept.restUntil = performance.now() + restMs
    await vacuum(table).catch((error: unknown) =>
      log.warn({ err: error, table }, 'projection: a table was not tidied'),
    )
    isBusy = false
  }
}
