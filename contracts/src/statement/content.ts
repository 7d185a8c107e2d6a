import { z } from 'zod'
import { accountFolder, type StorageKey } from '../kernel/accountFolders.ts'
import { zLocalDate } from '../kernel/dates.ts'
import { zCurrency } from '../kernel/money.ts'
import { zLedgerKind } from '../ledger/kinds.ts'
import { BREAKDOWN_PARTS } from '../ledger/breakdown.ts'
import { zMonth } from './month.ts'

/**
 * A ledger entry in a statement; `parts` add up to it. Minor units. `priorMonth` is the earlier month that it
 * corrects or was posted too late for; null for an entry of the statement's own month.
 */
export const zStatementEntry = z.strictObject({
  entryId: z.string(),
  kind: zLedgerKind,
  bookingId: z.string().nullable(),
  listingId: z.string().nullable(),
  earnedOn: zLocalDate,
  amountMinor: z.int(),
  parts: z.partialRecord(z.enum(BREAKDOWN_PARTS), z.int()),
  priorMonth: zMonth.nullable(),
})
export type StatementEntry = z.infer<typeof zStatementEntry>

/** A payout that arrived; `reference` is the bank's. The bank account itself is not named. */
export const zStatementPayout = z.strictObject({
  payoutId: z.string(),
  paidOn: zLocalDate,
  reference: z.string(),
  amountMinor: z.int(),
})
export type StatementPayout = z.infer<typeof zStatementPayout>

/** Opening + entries − payouts = closing; minor units. */
export const zStatementSection = z.strictObject({
  currency: zCurrency,
  openingMinor: z.int(),
  entries: z.array(zStatementEntry),
  payouts: z.array(zStatementPayout),
  closingMinor: z.int(),
})
export type StatementSection = z.infer<typeof zStatementSection>

/**
 * `GET /api/statements/{id}/content`: everything that a statement says, as it was locked
 * (docs/domain/statement.md#content).
 */
export const zStatementContent = z.strictObject({
  hostAccountId: z.string(),
  month: zMonth,
  timezone: z.string(),
  /** The statement that it follows. */
  previousMonth: zMonth.nullable(),
  /** The last ledger event that it counts. */
  ledgerRevision: z.int().min(0),
  /** One for each currency in which there ever was an entry, in the order of their codes. */
  sections: z.array(zStatementSection),
  /** Titles of the listings at the time of locking. */
  listings: z.record(z.string(), z.string()),
})
export type StatementContent = z.infer<typeof zStatementContent>

/** Where a statement's file lies: under its account and the SHA-256 of its bytes. */
export const statementFileKey = (hostAccountId: string, sha256: string, ending: 'pdf' | 'json'): StorageKey =>
  `${accountFolder('statements', hostAccountId)}${sha256}.${ending}`
