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
 * Told of changes in tables that readers get, it vacuums one after some of them. Rows that are changed in
 * place leave nothing behind that autovacuum counts, and still their pages are not known to be visible to all
 * until a vacuum has looked: whoever counts an account's rows in an index then reads each row on them, too
 * (100 bookings changed a second among a million: 684 pages for a list of 25, with this 540). Each time costs
 * a little accuracy of the estimated number of rows, so not more often. Never rejects.
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
      // With its limit: nobody else's statements may have that.
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
