import { EventStoreDBClient } from '@eventstore/db-client'
import { earningsProcess, reductionsProcess } from '@hearth/contracts/ledger/processes'
import type pg from 'pg'
import { readHead } from '../head.ts'

/**
 * The commands that the process managers of money would issue up to here have been written with the bookings,
 * so the managers fold these events without issuing any.
 */
export const muteEarnings = async ({
  pool,
  eventStoreUrl,
}: Readonly<{ pool: pg.Pool; eventStoreUrl: string }>): Promise<void> => {
  const client = EventStoreDBClient.connectionString(eventStoreUrl)
  try {
    const managers = [earningsProcess, reductionsProcess]
    await pool.query(
      `
        insert into app.process_manager (name, version, muted_until)
        select name, version, $3
        from unnest($1::text[], $2::int[]) as m (name, version)
        on conflict (name) do update
        set muted_until = greatest(process_manager.muted_until, excluded.muted_until)`,
      [managers.map(({ name }) => name), managers.map(({ version }) => version), await readHead(client)],
    )
  } finally {
    await client.dispose()
  }
}
