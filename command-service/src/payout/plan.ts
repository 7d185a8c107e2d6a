import type { Instant } from '@hearth/contracts/kernel/dates'
import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import { payablePart, payableUnit, sum, type Currency } from '@hearth/contracts/kernel/money'
import { carriedEntryId, MAX_ENTRIES } from '@hearth/contracts/ledger'
import { holdsAt, methodFor, minimumFor, type PayoutAccount } from '@hearth/contracts/payout-account'
import { payableEntries, type LedgerState, type OpenEntry } from '../ledger/ledger.state.ts'
import { groupBy } from '@hearth/contracts/kernel/groupBy'

/** Entries that are paid together: one account, one currency, one method. */
export type PayoutPlan = Readonly<{
  payoutId: Id
  currency: Currency
  methodId: Id
  /** What can be transferred of the sum of its entries. */
  amountMinor: number
  entryIds: readonly Id[]
  /** Takes the rest of the sum out of the payout; the ledger posts it with the assignment. */
  carriedEntryId: Id | null
  listingIds: readonly (Id | null)[]
}>

const sumEntries = (entries: readonly OpenEntry[]) => sum(entries.map(({ amountMinor }) => amountMinor))

/**
 * Groups a currency's entries by bank account. Reductions are netted against the largest group; while they
 * exceed it, nothing is paid.
 */
const groupByMethod = (
  entries: readonly OpenEntry[],
  account: PayoutAccount,
  currency: Currency,
  now: Instant,
) => {
  const reductions = entries.filter(({ amountMinor }) => amountMinor < 0)
  const earnings = groupBy(
    entries.filter(({ amountMinor }) => amountMinor > 0),
    ({ listingId }) => {
      const choice = methodFor(account, currency, listingId, now)
      return choice.kind === 'method' ? choice.method.methodId : undefined
    },
  )
  const [largest, ...others] = [...earnings].toSorted(([, a], [, b]) => sumEntries(b) - sumEntries(a))
  if (largest === undefined) return []
  const [methodId, most] = largest
  // A debt that exceeds the largest group also stops the other groups.
  return sumEntries(most) + sumEntries(reductions) < 0
    ? []
    : [[methodId, [...reductions, ...most]] as const, ...others]
}

/**
 * The payouts of an account now, in the currencies that `isDay` accepts: at most one for each currency and
 * bank account, with the oldest entries if not all fit. The ids follow from the ledger's revision, so that
 * two simultaneous runs plan the same payouts (docs/domain/payout.md#runs).
 */
export const planPayouts = (
  hostAccountId: Id,
  ledger: LedgerState,
  account: PayoutAccount,
  now: Instant,
  isDay: (currency: Currency) => boolean = () => true,
): readonly PayoutPlan[] => {
  if (holdsAt(account, now).length > 0) return []
  return [...groupBy(payableEntries(ledger, now), ({ currency }) => currency)].flatMap(([, entries]) => {
    const currency = entries[0]?.currency
    if (currency === undefined || !isDay(currency)) return []
    return groupByMethod(entries, account, currency, now).flatMap(([methodId, all]): PayoutPlan[] => {
      const taken = all.slice(0, payableUnit(currency) === 1 ? MAX_ENTRIES : MAX_ENTRIES - 1)
      const total = sumEntries(taken)
      const amountMinor = payablePart(total, currency)
      if (amountMinor <= 0 || amountMinor < minimumFor(account, currency)) return []
      const payoutId = deriveId('payout', hostAccountId, String(ledger.revision), currency, methodId)
      return [
        {
          payoutId,
          carriedEntryId: amountMinor === total ? null : carriedEntryId(payoutId),
          currency,
          methodId,
          amountMinor,
          entryIds: taken.map(({ entryId }) => entryId),
          listingIds: [
            ...new Set(taken.filter((entry) => entry.amountMinor > 0).map(({ listingId }) => listingId)),
          ],
        },
      ]
    })
  })
}
