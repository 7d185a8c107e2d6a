import { addMinutes, type Instant } from '../../kernel/dates.ts'
import { formatAmount, nominalToMinor, sum, type Currency } from '../../kernel/money.ts'
import type { LedgerEvent } from '../messages.ts'
import { computeLines } from './bookkeeping.ts'

export const INVARIANTS = ['I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8'] as const
/**
 * What must never be: the number of the invariant (docs/domain/ledger.md#invariants), what it is about, and
 * what was seen instead. Payouts stop.
 */
export type Breach = Readonly<{ invariant: (typeof INVARIANTS)[number]; about: string; detail: string }>

/** What an account is owed and not paid, what is on its way, what arrived. */
type Totals = Readonly<{ owedMinor: number; inTransitMinor: number; paidMinor: number }>

/** No account owes more than this nominal amount in a currency; beyond it a person must check. */
const DEBT_LIMIT_NOMINAL = 100_000

/** I1: the lines of a posting come to 0 in its currency. */
export const unbalanced = (event: LedgerEvent): Breach | undefined => {
  const total = sum(computeLines(event).map(({ amountMinor }) => amountMinor))
  return total === 0
    ? undefined
    : {
        invariant: 'I1',
        about: event.data.hostAccountId,
        detail: `${event.type} leaves ${total} on no account`,
      }
}

/** I2: an account's balance is what its lines say, and no debt beyond the limit. */
export const wrongBalance = (
  accountId: string,
  currency: Currency,
  balanceMinor: number,
  linesMinor: number,
): Breach | undefined => {
  if (balanceMinor !== linesMinor)
    return {
      invariant: 'I2',
      about: accountId,
      detail:
        `The balance is ${formatAmount(balanceMinor, currency)} ${currency}, ` +
        `its lines say ${formatAmount(linesMinor, currency)}`,
    }
  const limit = nominalToMinor(DEBT_LIMIT_NOMINAL, currency)
  return balanceMinor >= -limit
    ? undefined
    : {
        invariant: 'I2',
        about: accountId,
        detail:
          `The account owes ${formatAmount(-balanceMinor, currency)} ${currency}, ` +
          `more than ${formatAmount(limit, currency)}`,
      }
}

/** I3: an entry is in at most one payout that was not cancelled. */
export const entryElsewhere = (
  payoutId: string,
  entryId: string,
  otherPayoutId: string,
): Breach | undefined =>
  payoutId === otherPayoutId
    ? undefined
    : { invariant: 'I3', about: payoutId, detail: `Its entry ${entryId} is in the payout ${otherPayoutId}` }

/** I4: a payout is what its entries come to. */
export const wrongSum = (
  payoutId: string,
  amountMinor: number,
  entriesMinor: readonly number[],
): Breach | undefined =>
  sum(entriesMinor) === amountMinor
    ? undefined
    : {
        invariant: 'I4',
        about: payoutId,
        detail: `The payout is ${amountMinor}, its entries come to ${sum(entriesMinor)}`,
      }

/**
 * I5: what is paid is one transaction at the bank under our reference, of the same amount, and what the bank
 * has paid is paid here. `paidMinor` 0: it is not.
 */
export const wrongPayment = (
  payoutId: string,
  paidMinor: number,
  bank: Readonly<{ transactions: number; amountMinor: number; otherCurrencies: number }>,
): Breach | undefined => {
  if (
    bank.amountMinor === paidMinor &&
    bank.otherCurrencies === 0 &&
    bank.transactions === (paidMinor === 0 ? 0 : 1)
  )
    return undefined
  const money =
    bank.otherCurrencies === 0 ? String(bank.amountMinor) : `${bank.amountMinor} in another currency`
  return {
    invariant: 'I5',
    about: payoutId,
    detail: `${paidMinor} is paid; at the bank it is ${money}, in ${bank.transactions} transactions`,
  }
}

/** I6: nothing is sent to a method inside its cooling period. */
export const tooEarly = (payoutId: string, usableFrom: Instant, submittedAt: Instant): Breach | undefined =>
  usableFrom <= submittedAt
    ? undefined
    : {
        invariant: 'I6',
        about: payoutId,
        detail: `Sent at ${submittedAt} to a method that can be used from ${usableFrom} on`,
      }

/**
 * The bank is asked about a payout that it has at least this often; minutes, with as much again for a queue
 * that is late.
 */
const ASKED_WITHIN_MINUTES = 30

/**
 * I8: the bank is asked about every payout that was handed over to it. `since`: when it was handed over, or
 * last asked about.
 */
export const notAskedAfter = (payoutId: string, since: Instant, now: Instant): Breach | undefined =>
  addMinutes(since, ASKED_WITHIN_MINUTES) >= now
    ? undefined
    : { invariant: 'I8', about: payoutId, detail: `With the bank and not asked after since ${since}` }

/** I7: what is shown of an account is what its events come to. Minor units of one currency. */
export const wrongTotals = (
  accountId: string,
  currency: Currency,
  shown: Totals,
  folded: Totals,
): Breach | undefined => {
  const wrong = (['owedMinor', 'inTransitMinor', 'paidMinor'] as const).filter(
    (name) => shown[name] !== folded[name],
  )
  return wrong.length === 0
    ? undefined
    : {
        invariant: 'I7',
        about: `${accountId}-${currency}`,
        detail: wrong
          .map((name) => `${name} is shown as ${shown[name]}, its events come to ${folded[name]}`)
          .join('; '),
      }
}
