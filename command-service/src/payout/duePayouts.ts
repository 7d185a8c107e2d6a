import type { Instant } from '@hearth/contracts/kernel/dates'
import { ledgerEntries, waitingEntries } from '@hearth/contracts/ledger'
import { payouts, waitingPayouts } from '@hearth/contracts/payout'
import { qualified } from '@hearth/platform/read-model/tables'
import { waitingOwnersSql, waitingPageSql } from '@hearth/platform/read-model/waitingRows'
import type pg from 'pg'
import { BEGINNING, readPages, readRows, type Cursor } from '../workers/dueWork.ts'

/** A payout that somebody has to look at, since when. */
export type DuePayout = Readonly<{ id: string; at: Instant }>

const PAGE = 500
const DUE = waitingPageSql(qualified(payouts.table), waitingPayouts.payouts, 'state')
/** So few that a page which is read from a cold disk is there within a statement's limit. */
const ACCOUNTS_PAGE = 100
const ACCOUNTS = waitingOwnersSql(qualified(ledgerEntries.table), waitingEntries.accounts)

/**
 * What the read models know of payouts that wait, over all accounts. They may lag: what is listed may be done
 * already.
 */
export const findDuePayouts = (pool: pg.Pool, accountsPage = ACCOUNTS_PAGE) => ({
  /** Payouts due at `until`, oldest first. */
  pages: (until: Instant) =>
    readPages<DuePayout>(PAGE, ({ at, id }: Cursor = BEGINNING) =>
      readRows<DuePayout>(pool, DUE, [until, at, id, PAGE]),
    ),
  /** Accounts with entries that can be paid at `until`, in pages. */
  accounts: (until: Instant) =>
    readPages<string>(accountsPage, async (last = '') =>
      (await readRows<{ id: string }>(pool, ACCOUNTS, [until, last, accountsPage])).map(({ id }) => id),
    ),
})
