import type { Instant } from '@hearth/contracts/kernel/dates'
import { ledgerEntries, waitingEntries } from '@hearth/contracts/ledger'
import { payouts, waitingPayouts } from '@hearth/contracts/payout'
import { qualified } from '@hearth/platform/read-model/tables'
import { waitingOwnersSql, waitingPageSql } from '@hearth/platform/read-model/waitingRows'
import type pg from 'pg'
import type { DueJob } from '../workers/dueSweep.ts'
import { BEGINNING, readPages, readRows, type Cursor } from '../workers/dueWork.ts'

const PAGE = 500
const DUE = waitingPageSql(qualified(payouts.table), waitingPayouts.payouts, 'state')
/** Few enough rows to be read from a cold disk within the statement timeout. */
const ACCOUNTS_PAGE = 100
const ACCOUNTS = waitingOwnersSql(qualified(ledgerEntries.table), waitingEntries.accounts)

/**
 * Waiting payouts of all accounts, from the read models. These may lag: a listed payout may already be done.
 */
export const findDuePayouts = (pool: pg.Pool, accountsPage = ACCOUNTS_PAGE) => ({
  /** Payouts due at `until`, oldest first. */
  pages: (until: Instant) =>
    readPages<DueJob>(PAGE, ({ at, id }: Cursor = BEGINNING) =>
      readRows<DueJob>(pool, DUE, [until, at, id, PAGE]),
    ),
  /** Accounts with entries that can be paid at `until`, in pages. */
  accounts: (until: Instant) =>
    readPages<string>(accountsPage, async (last = '') =>
      (await readRows<{ id: string }>(pool, ACCOUNTS, [until, last, accountsPage])).map(({ id }) => id),
    ),
})
export type DuePayouts = ReturnType<typeof findDuePayouts>
