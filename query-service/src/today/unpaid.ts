import { addDays, type Instant, type LocalDate } from '@hearth/contracts/kernel/dates'
import { formatAmount, sum, zCurrency, type Currency } from '@hearth/contracts/kernel/money'
import { groupBy } from '@hearth/contracts/kernel/groupBy'
import { ledgerEntries } from '@hearth/contracts/ledger'
import {
  holdsAt,
  methodFor,
  minimumFor,
  NO_PAYOUT_ACCOUNT,
  payoutAccounts,
  zPayoutAccount,
  type PayoutAccount,
} from '@hearth/contracts/payout-account'
import type { Waiting } from '@hearth/contracts/today'
import { sql } from 'kysely'
import { createModel, type Scope } from '../runtime/model.ts'
import { readWhere } from '../runtime/readRows.ts'
import type { Sources } from '../runtime/sources.ts'
import { tableRef } from '../runtime/sql.ts'

const accountModel = createModel(payoutAccounts)
/** An amount below the minimum is worth a decision once it has waited this long. */
const LONG_DAYS = 60

/** What is due of one listing, or of none, in one currency. */
export type Due = Readonly<{
  currency: Currency
  listingId: string | null
  amountMinor: number
  since: Instant
}>
type Reason = Readonly<{ kind: Waiting['kind']; text: string; amountMinor: number }>

/** Why the money of one currency is not paid; undefined where it will be, or where waiting alone helps. */
const findReason = (
  account: PayoutAccount,
  currency: Currency,
  due: readonly Due[],
  now: Instant,
): Reason | undefined => {
  const amountMinor = sum(due.map((part) => part.amountMinor))
  if (amountMinor <= 0) return undefined
  const [hold] = holdsAt(account, now)
  if (hold !== undefined) return { kind: 'payouts_held', text: hold.whatToDo, amountMinor }
  const choices = due.map((part) => ({ part, choice: methodFor(account, currency, part.listingId, now) }))
  const stuck = choices.flatMap(({ part, choice }) =>
    choice.kind === 'hold' && choice.until === null ? [{ part, choice }] : [],
  )
  const stuckMinor = sum(stuck.map(({ part }) => part.amountMinor))
  const first = stuck[0]
  if (first !== undefined && stuckMinor > 0)
    return Object.values(account.methods).some((method) => method.currency === currency)
      ? { kind: 'bank_account_problem', text: first.choice.whatToDo, amountMinor: stuckMinor }
      : {
          kind: 'no_bank_account',
          text: `Add a bank account that receives ${currency}.`,
          amountMinor: stuckMinor,
        }
  const minimum = minimumFor(account, currency)
  const since = due.map((part) => part.since).toSorted()[0] ?? now
  const waitsLong = since.slice(0, 10) <= addDays(now.slice(0, 10), -LONG_DAYS)
  return amountMinor < minimum && waitsLong
    ? {
        kind: 'below_minimum',
        text: `Below your minimum payout of ${formatAmount(minimum, currency)} ${currency} for over ${LONG_DAYS} days.`,
        amountMinor,
      }
    : undefined
}

/** The money that is due and cannot be paid, one decision for each currency. */
export const listUnpaid = (
  account: PayoutAccount,
  due: readonly Due[],
  now: Instant,
  today: LocalDate,
): readonly Waiting[] =>
  [...groupBy(due, ({ currency }) => currency).values()].flatMap((parts): Waiting[] => {
    const currency = parts[0]?.currency
    const reason = currency && findReason(account, currency, parts, now)
    if (currency === undefined || reason === undefined) return []
    return [
      {
        ...reason,
        id: `money/${currency}`,
        dueAt: null,
        title: `${formatAmount(reason.amountMinor, currency)} ${currency} can’t be paid out`,
        bookingId: null,
        listingId: null,
        listingTitle: '',
        guestName: null,
        start: today,
        end: today,
        currency,
        route: '/payout-settings',
      },
    ]
  })

/** Money of one account that is due and cannot be paid out (docs/domain/payout-account.md#money-that-waits). */
export const readUnpaid = async (
  { db, accessLog }: Sources,
  scope: Scope,
  accountId: string,
  now: Instant,
  today: LocalDate,
): Promise<readonly Waiting[]> => {
  const [accounts, { rows }] = await Promise.all([
    readWhere(db, accountModel, scope, [sql`tenant_id = ${accountId}`], 1),
    sql<{ currency: string; listingId: string | null; amountMinor: number; since: string }>`
      select
        currency,
        listing_id as "listingId",
        sum(amount_minor)::int8 as "amountMinor",
        to_char(min(available_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since
      from ${tableRef(ledgerEntries.table)}
      where tenant_id = ${accountId} and state = 'open' and available_at <= cast(${now} as timestamptz)
      group by currency, listing_id`.execute(db),
  ])
  accessLog.note(accounts)
  const [row] = accounts
  const account = row === undefined ? NO_PAYOUT_ACCOUNT : zPayoutAccount.strip().parse(row)
  const due = rows.map((part) => ({ ...part, currency: zCurrency.parse(part.currency) }))
  return listUnpaid(account, due, now, today)
}
