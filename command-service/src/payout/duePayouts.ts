import type { Instant } from '@hearth/contracts/kernel/dates'
import { ledgerEntries } from '@hearth/contracts/ledger'
import { payouts, waitingPayouts } from '@hearth/contracts/payout'
import { qualified } from '@hearth/platform/read-model/tables'
import { waitingPageSql } from '@hearth/platform/read-model/waiting'
import type pg from 'pg'
import { rowsOf } from '../workers/dueWork.ts'

/** A payout that somebody has to look at, since when. */
export type DuePayout = Readonly<{ id: string; at: Instant }>

const PAGE = 500
const DUE = waitingPageSql(qualified(payouts.table), waitingPayouts.payouts, 'state')
const ACCOUNTS = `select distinct host_account_id as "id" from ${qualified(ledgerEntries.table)} where state = 'open' and available_at <= $1`

/** What the read models know of payouts that wait, over all accounts. They may lag: what is listed may be done already. */
export const findDuePayouts = (pool: pg.Pool) => ({
  /** Payouts due at `until`, oldest first. */
  pages: async function* (until: Instant): AsyncGenerator<readonly DuePayout[]> {
    for (let after: DuePayout = { at: '-infinity', id: '' }; ; ) {
      const rows = await rowsOf<DuePayout>(pool, DUE, [until, after.at, after.id, PAGE])
      if (rows.length > 0) yield rows
      const last = rows.at(-1)
      if (last === undefined || rows.length < PAGE) return
      after = last
    }
  },
  /** Accounts with entries that can be paid at `until`. */
  accounts: async (until: Instant): Promise<readonly string[]> => (await rowsOf<{ id: string }>(pool, ACCOUNTS, [until])).map(({ id }) => id),
})
