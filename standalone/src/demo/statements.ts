import type pg from 'pg'
import { setTimeout as delay } from 'node:timers/promises'
import { createCommandSender } from '../commands/commandSender.ts'
import { beginStatements } from '../statement/begin.ts'

const POSTED_TIMEOUT_MS = 60_000

/** Stays that have earned and whose earnings can't be read yet. */
const UNPOSTED = `
  select count(*)::int as stays
  from read.booking b
  where
    b.status in ('in_stay', 'checked_out', 'completed')
    and not exists (
      select 1
      from read.ledger_entry e
      where e.booking_id = b.id
    )`

const isPosted = async (pool: pg.Pool): Promise<boolean> =>
  (await pool.query<{ stays: number }>(UNPOSTED)).rows[0]?.stays === 0

/**
 * Begins the statements of the demonstration's hosts once their history is in the ledgers. Their months are
 * locked one after the other while the first visitor signs in.
 */
export const beginDemoStatements = async (
  { commandUrl, schedulerToken }: Readonly<Record<'commandUrl' | 'schedulerToken', string>>,
  pool: pg.Pool,
): Promise<void> => {
  for (const deadline = Date.now() + POSTED_TIMEOUT_MS; !(await isPosted(pool)); await delay(100))
    if (Date.now() > deadline) throw new Error('The earnings of the demo’s stays have not been posted')
  await beginStatements(pool, createCommandSender(commandUrl, schedulerToken))
}
