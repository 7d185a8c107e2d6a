import type { Instant } from '../../kernel/dates.ts'
import { formatAmount, nominalToMinor, sum, type Currency } from '../../kernel/money.ts'
import type { LedgerEvent } from '../messages.ts'
import { linesOf } from './bookkeeping.ts'

/** What must never be: the number of the invariant (reliability.md §5, 14), what it is about, and what was seen instead. Payouts stop. */
export type Breach = Readonly<{ invariant: 'I1' | 'I2' | 'I4' | 'I6' | 'I7'; about: string; detail: string }>

/** No account owes more than this nominal amount in a currency; then a person has to look. */
const DEBT_LIMIT_NOMINAL = 100_000

/** I1: the lines of a posting come to 0 in its currency. */
export const unbalanced = (event: LedgerEvent): Breach | undefined => {
  const total = sum(linesOf(event).map(({ amountMinor }) => amountMinor))
  return total === 0 ? undefined : { invariant: 'I1', about: event.data.hostAccountId, detail: `${event.type} leaves ${total} on no account` }
}

/** I2: an account's balance is what its lines say, and no debt beyond the limit. */
export const wrongBalance = (accountId: string, currency: Currency, balanceMinor: number, linesMinor: number): Breach | undefined => {
  if (balanceMinor !== linesMinor) return { invariant: 'I2', about: accountId, detail: `The balance is ${formatAmount(balanceMinor, currency)} ${currency}, its lines say ${formatAmount(linesMinor, currency)}` }
  const limit = nominalToMinor(DEBT_LIMIT_NOMINAL, currency)
  return balanceMinor >= -limit ? undefined : { invariant: 'I2', about: accountId, detail: `The account owes ${formatAmount(-balanceMinor, currency)} ${currency}, more than ${formatAmount(limit, currency)}` }
}

/** I4: a payout is what its entries come to. */
export const wrongSum = (payoutId: string, amountMinor: number, entriesMinor: readonly number[]): Breach | undefined =>
  sum(entriesMinor) === amountMinor ? undefined : { invariant: 'I4', about: payoutId, detail: `The payout is ${amountMinor}, its entries come to ${sum(entriesMinor)}` }

/** I6: nothing is sent to a method inside its cooling period. */
export const tooEarly = (payoutId: string, usableFrom: Instant, submittedAt: Instant): Breach | undefined =>
  usableFrom <= submittedAt ? undefined : { invariant: 'I6', about: payoutId, detail: `Sent at ${submittedAt} to a method that can be used from ${usableFrom} on` }
