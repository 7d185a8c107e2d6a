import { EventStoreDBClient } from '@eventstore/db-client'
import { earningsProcess, reductionsProcess } from '@hearth/contracts/ledger/processes'
import { messagePlanProcess } from '@hearth/contracts/message-plan/processes'
import { referredStayProcess } from '@hearth/contracts/referral/processes'
import { reviewProcess } from '@hearth/contracts/review/processes'
import { statementProcess } from '@hearth/contracts/statement/processes'
import { taxProfileProcess } from '@hearth/contracts/tax-profile/processes'
import type pg from 'pg'
import { readHead } from '../head.ts'

/**
 * What the managers of money would command up to here has been written with the bookings. The others would
 * command, all at the first start, what an installation at work has done long ago: three commands for each stay.
 */
const MUTED = [
  earningsProcess,
  reductionsProcess,
  messagePlanProcess,
  referredStayProcess,
  reviewProcess,
  statementProcess,
  taxProfileProcess,
]

/** These managers fold what is in the log without issuing commands. */
export const muteManagers = async ({
  pool,
  eventStoreUrl,
}: Readonly<{ pool: pg.Pool; eventStoreUrl: string }>): Promise<void> => {
  const client = EventStoreDBClient.connectionString(eventStoreUrl)
  try {
    await pool.query(
      `
        insert into app.process_manager (name, version, muted_until)
        select name, version, $3
        from unnest($1::text[], $2::int[]) as m (name, version)
        on conflict (name) do update
        set muted_until = greatest(process_manager.muted_until, excluded.muted_until)`,
      [MUTED.map(({ name }) => name), MUTED.map(({ version }) => version), await readHead(client)],
    )
  } finally {
    await client.dispose()
  }
}
