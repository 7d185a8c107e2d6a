import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import type pg from 'pg'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import { openBookkeeper, type BookkeeperOptions } from './bookkeeper.ts'
import { createReductionNotifier } from './moneyReduced.ts'
import { createDebtNotifier } from './tellDebt.ts'

/** How often the books are compared (docs/domain/ledger.md#invariants). */
const BOOKS_MS = 60_000

export type LedgerOptions = Omit<BookkeeperOptions, 'pool' | 'everyMs'> &
  Readonly<{
    pool: pg.Pool
    /** For comparisons over all accounts. */
    booksPool: pg.Pool
    handler: Pick<CommandHandler, 'view'>
    mail: MailQueue
    publicUrl: URL
  }>

/** The ledger's work outside the log, and the comparison of the books. */
export const openLedger = ({ booksPool, ...options }: LedgerOptions) => {
  const bookkeeper = openBookkeeper({ ...options, pool: booksPool, everyMs: BOOKS_MS })
  return {
    bookkeeper,
    workers: {
      'tell-money-reduced': createReductionNotifier(options),
      'tell-debt': createDebtNotifier(options),
      ...bookkeeper.workers,
    },
  }
}
